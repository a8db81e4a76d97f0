import { PermissionLevel } from '@tickets/contract/access/levels';
import { AppError } from '@tickets/contract/platform/errors';
import { Snowflake } from '@tickets/contract/platform/snowflake';
import { callBy, strangerTo } from '@tickets/core/access/caller';
import { loadAccess } from '@tickets/core/access/load';
import { isBlacklisted } from '@tickets/core/blacklist/blacklisted';
import type { Context } from '@tickets/core/platform/context';
import type { Db } from '@tickets/core/platform/db/db';
import { withCaller, withPatience } from '@tickets/core/platform/db/patience';
import { storable } from '@tickets/core/platform/db/storable';
import { inServer, isTrusted } from '@tickets/core/platform/discord/bots';
import { decodeCustomId } from '@tickets/core/platform/discord/custom-ids';
import { forServer } from '@tickets/core/platform/discord/served-server';
import { withFacts } from '@tickets/core/platform/facts';
import { texts } from '@tickets/core/platform/texts/texts';
import type { Ticket } from '@tickets/core/tickets/model/find';
import { type AsksSomething, asksSomething } from '@tickets/core/tickets/opening/open-form';
import { defaultLook } from '@tickets/core/wording/look';
import {
  type APIInteraction,
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionType,
} from 'discord-api-types/v10';
import { InteractionAnswer } from './answer.ts';
import { answerAutocomplete } from './autocomplete.ts';
import { accessOf, actionOf, levelFor, openTicketHere, ownLanguageOf, serverOf, userOf } from './facts.ts';
import { fail } from './failure.ts';
import type { Answers, AnywhereInput, ChooseAnswers, GuildInput, Handler, HandlerInput } from './handlers.ts';
import { OtherProgram } from './other-program.ts';

/** Discord shows "failed" after three seconds; a handler that answers by itself is acknowledged before that. */
const watchdogMs = 1500;
/** How long what was pressed waits for the database. */
const databaseMs = 20_000;

/**
 * Finds the handler of an interaction, sees to its guards and that it is answered in time, and says what went wrong.
 * What is answered never rejects. `db` answers what must be known before anything is acknowledged.
 */
export function createDispatcher(
  root: Context,
  handlers: readonly Handler[],
  { db = root.db, other = new OtherProgram(root.log) }: { db?: Db; other?: OtherProgram } = {},
) {
  const byKey = new Map(handlers.map((handler) => [keyOf(handler), handler]));
  const asks = asksSomething(db);

  return async (told: APIInteraction, heard_at = performance.now()): Promise<void> => {
    const interaction = storable(told);
    const found = target(interaction);
    const handler = found && byKey.get(found.key);
    const guild_id = serverIdOf(interaction, handler, found?.args);
    const caller = { ms: databaseMs, pressed: { by: userOf(interaction).id, in: guild_id, heard_at } };
    return withCaller(caller, () => {
      const work = () => dispatch(interaction, { found, handler, guild_id });
      return guild_id ? forServer(guild_id, work) : work();
    });
  };

  async function dispatch(
    interaction: APIInteraction,
    { found, handler, guild_id }: Dispatched,
  ): Promise<void> {
    const ctx = withFacts(interaction.guild_id ? inServer(root, interaction.guild_id) : root);
    const isRefused = guild_id !== undefined && !isTrusted(root, guild_id);
    if (interaction.type === InteractionType.ApplicationCommandAutocomplete)
      return answerAutocomplete(ctx, interaction, isRefused ? undefined : handler);
    // By the bot that was told of it, which need not be the one that serves the server.
    const answer = new InteractionAnswer(root, interaction, other);
    const { answers, stopWatching } = startAnswering(
      interaction,
      answer,
      chosen(asks, interaction, found, handler),
    );
    try {
      if (isRefused) throw new AppError('whitelabel.not_trusted');
      if (handler && found)
        await run(ctx, interaction, { handler, args: found.args, guild_id, answer, answers });
      else await sayUnknown(ctx, interaction, answer);
    } catch (error) {
      // Also where they wait too long for others.
      await withPatience(databaseMs, () =>
        fail(ctx, interaction, answer, error, { handler: found?.key ?? 'unknown', guild_id }),
      );
    } finally {
      stopWatching();
    }
  }
}

/** How the handler answers: declared, or found out. */
function chosen(
  asks: AsksSomething,
  interaction: APIInteraction,
  found: { args: string[] } | undefined,
  handler: Handler | undefined,
): Answers | Promise<Answers> {
  if (!handler || !found) return 'privately';
  if (typeof handler.answers === 'string') return handler.answers;
  // The map that found the handler is keyed by kind, so the interaction is of the type that it takes.
  const choose = handler.answers as ChooseAnswers<APIInteraction>;
  return choose({ asksSomething: asks, interaction, args: found.args });
}

/** What names a handler among the others. */
export function keyOf(handler: Handler): string {
  return handler.kind === 'command' || handler.kind === 'message_menu'
    ? `${handler.kind}:${handler.data.name}`
    : `${handler.kind}:${handler.name}`;
}

function target(interaction: APIInteraction): { key: string; args: string[] } | undefined {
  switch (interaction.type) {
    case InteractionType.ApplicationCommand:
    case InteractionType.ApplicationCommandAutocomplete: {
      // Discord names the server of a command that only one server has.
      if (interaction.data.guild_id) return { key: 'guild_command:tag.alias', args: [] };
      const kind = interaction.data.type === ApplicationCommandType.Message ? 'message_menu' : 'command';
      return { key: `${kind}:${interaction.data.name}`, args: [] };
    }
    case InteractionType.MessageComponent:
    case InteractionType.ModalSubmit: {
      const kind = interaction.type === InteractionType.ModalSubmit ? 'modal' : 'component';
      const id = decodeCustomId(interaction.data.custom_id);
      if (!id) return undefined;
      return 'panel' in id
        ? { key: `${kind}:panel`, args: [id.panel] }
        : { key: `${kind}:${id.name}`, args: id.args };
    }
    default:
      return undefined;
  }
}

/** Acknowledges at once, or watches that it is not forgotten. Returns how to stop watching. */
function startAnswering(
  interaction: APIInteraction,
  answer: InteractionAnswer,
  how: Answers | Promise<Answers>,
): { answers: Promise<Answers>; stopWatching(): void } {
  const acknowledge = (answers: Answers) => {
    const isComponent = interaction.type === InteractionType.MessageComponent;
    void (answers === 'itself' && isComponent
      ? answer.acknowledgeUpdate()
      : answer.acknowledge({ publicly: isPublic(answers) }));
  };
  const begin = (answers: Answers) => {
    if (isPublic(answers)) answer.answersPublicly();
    if (answers === 'privately') acknowledge(answers);
    return answers;
  };
  const answers = typeof how === 'string' ? Promise.resolve(begin(how)) : how.then(begin);
  // The caller hears of it; a guard may refuse before.
  answers.catch(() => undefined);
  const timer = setTimeout(() => acknowledge(typeof how === 'string' ? how : 'itself'), watchdogMs);
  return { answers, stopWatching: () => clearTimeout(timer) };
}

const isPublic = (answers: Answers) => answers === 'publicly' || answers === 'itself_publicly';

interface Dispatched {
  found: { key: string; args: string[] } | undefined;
  handler: Handler | undefined;
  /** The server that it is about. */
  guild_id: string | undefined;
}

interface Found {
  handler: Handler;
  args: string[];
  guild_id: string | undefined;
  answer: InteractionAnswer;
  answers: Promise<Answers>;
}

async function run(ctx: Context, interaction: APIInteraction, found: Found): Promise<void> {
  const { handler, args, guild_id, answer, answers } = found;
  if (handler.run.where === 'anywhere' && !interaction.guild_id)
    return runInDirectMessage(ctx, interaction, found);
  if (!guild_id) throw new AppError('guild.not_found');
  if (isOfPersonAlone(interaction)) throw new AppError('guild.without_bot');
  const server = await serverOf(ctx, guild_id);
  const user = userOf(interaction);
  const input = { interaction, user, args, server, answer };
  // The map that found the handler is keyed by kind, so the interaction is of the type that it takes.
  const execute = handler.run.execute as (input: HandlerInput<APIInteraction>) => Promise<void>;
  if (handler.run.where === 'direct_message') {
    const access = (await loadAccess(ctx, guild_id, user.id)) ?? strangerTo(guild_id, user.id);
    const direct: GuildInput<APIInteraction> = {
      ...input,
      call: callBy(ctx, access, 'discord', user.username),
      answers: await answers,
    };
    return execute(direct);
  }

  const access = await accessOf(ctx, interaction, guild_id);
  const alsoBlacklisted = handler.kind === 'command' && handler.also_blacklisted;
  if (!alsoBlacklisted && (await isBlacklisted(ctx, access))) throw new AppError('ticket.blacklisted');
  const level = levelFor(actionOf(handler, interaction));
  if (access.level < level)
    throw new AppError(level === PermissionLevel.support ? 'ticket.staff_only' : 'permission.denied');
  const guilded: GuildInput<APIInteraction> & { ticket?: Ticket } = {
    ...input,
    call: callBy(ctx, access, 'discord', user.username),
    answers: await answers,
  };
  if (handler.run.where === 'ticket') guilded.ticket = await openTicketHere(ctx, interaction, guild_id);
  if (handler.answers === 'publicly') await answer.acknowledge({ publicly: true });
  if (handler.run.where === 'anywhere') {
    const { look, settings } = server;
    const anywhere = { ...guilded, ctx, look, language: settings.text_language, level: access.level };
    return execute(anywhere);
  }
  return execute(guilded);
}

/** Whether somebody has a command only because they installed the application for themselves: the bot is not in the server. */
function isOfPersonAlone({ type, authorizing_integration_owners: owners }: APIInteraction): boolean {
  return (
    type === InteractionType.ApplicationCommand &&
    owners[ApplicationIntegrationType.UserInstall] !== undefined &&
    owners[ApplicationIntegrationType.GuildInstall] === undefined
  );
}

/** The server that it is about: where it is done, or, in direct messages, the one that the custom id names. */
function serverIdOf(
  interaction: APIInteraction,
  handler: Handler | undefined,
  args: string[] = [],
): string | undefined {
  if (handler?.run.where !== 'direct_message') return interaction.guild_id;
  return Snowflake.safeParse(args[0]).data;
}

/** In no server: in the person's own language, and in colours that are nobody's. */
async function runInDirectMessage(ctx: Context, interaction: APIInteraction, found: Found): Promise<void> {
  const { handler, args, answer, answers } = found;
  // The map that found the handler is keyed by kind, so the interaction is of the type that it takes.
  const execute = handler.run.execute as (input: AnywhereInput<APIInteraction>) => Promise<void>;
  const who = { ctx, interaction, user: userOf(interaction), args, answer, answers: await answers };
  return execute({ ...who, look: defaultLook, language: ownLanguageOf(interaction), level: undefined });
}

/** Messages and registered commands outlive the program that made them. */
async function sayUnknown(
  ctx: Context,
  interaction: APIInteraction,
  answer: InteractionAnswer,
): Promise<void> {
  ctx.log.warn(
    { interaction_id: interaction.id, type: interaction.type },
    'an interaction that nothing handles',
  );
  const { guild_id } = interaction;
  const t = guild_id ? (await serverOf(ctx, guild_id)).t : texts(ownLanguageOf(interaction));
  await answer.whisper({ content: t.common.unknown_handler });
}
