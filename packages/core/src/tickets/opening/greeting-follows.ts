import type { DiscordAPIError } from '@discordjs/rest';
import { erasedWords } from '@tickets/contract/platform/names';
import { type APIEmbed, type APIMessage, MessageType } from 'discord-api-types/v10';
import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { lacksPermission, refusesContent, unlessRefused } from '../../platform/discord/failures.ts';
import { editOwnMessage, hasButton } from '../../platform/discord/own-messages.ts';
import { type EffectKind, nextTry } from '../../platform/effects/effects.ts';
import { transact } from '../../platform/events/events.ts';
import { ticketLock } from '../../platform/locks/ticket-lock.ts';
import { type Wording, wordingOf } from '../../wording/look.ts';
import { giveTurnBack, takeTurn } from '../channel/rename-turns.ts';
import { firstMessages, rewriteGreeting, withoutSubject } from '../conversation/greeting-without-words.ts';
import { recordMessage } from '../conversation/messages.ts';
import { isErasedSubject, printOfSubject } from '../model/erased-subject.ts';
import { erasureKeys } from '../model/erasure-keys.ts';
import { findTicket, holdTicket, type Ticket, type TicketKey } from '../model/find.ts';
import { logRefusal } from '../model/step.ts';
import { panelLooks } from '../model/ticket-panel.ts';
import { lostWords, toldGreeting } from '../model/told-greeting.ts';
import { closeButton, withPresentQuote } from '../welcome/welcome-message.ts';

/**
 * What a ticket begins with follows when words of it are removed from its row. Under the ticket's lock, so a greeting that is on
 * its way with the former words is corrected once it has arrived.
 */
export const greetingFollows: EffectKind = {
  ...toldGreeting,
  lockOf: ({ guild_id, key }) => ticketLock(guild_id, Number(key)),
  async settle(ctx, { guild_id, key }) {
    const ticket = await findTicket(ctx.db, { guild_id, ticket_id: Number(key) });
    if (ticket?.status === 'open' && ticket.channel_id) return greetAnew(ctx, ticket);
    if (ticket?.status === 'closing' || ticket?.status === 'opening') return new Date(Date.now() + soonMs);
    if (ticket) await forgetGreeting(ctx, ticket);
    return undefined;
  },
};

const soonMs = 5_000;

/** The ticket was closed before Discord followed, so the words are removed from its transcript alone. */
async function forgetGreeting(ctx: Context, key: TicketKey): Promise<void> {
  const wording = await wordingOf(ctx, key.guild_id);
  await erasureKeys(ctx); // Not in the transaction, where it would need a second connection.
  await transact(ctx, async (tx, emit) => {
    await holdTicket(tx, key);
    const ticket = await findTicket(tx, key);
    if (!ticket || !lostWords(ticket)) return;
    const welcome = await titleOfWelcome(tx, ticket);
    const recognised = await withPrint(ctx, tx, ticket, welcome);
    await rewriteGreeting(tx, emit, ticket, (embeds) => embedsNow(ctx, wording, recognised, embeds));
    // A channel is gone, so nothing has to be recognised there.
    if (!ticket.is_thread) await forgetErasedSubject(tx, ticket);
  });
}

/** Returns when it is tried again, where the bot may not do it now: a message may be of a bot that is away. */
async function greetAnew(ctx: Context, ticket: Ticket): Promise<Date | undefined> {
  const channel_id = String(ticket.channel_id);
  let next: Date | undefined;
  let isLeft = false;
  const refused = (error: DiscordAPIError) => {
    logRefusal(ctx, ticket, error, 'a ticket still begins with words that were removed');
    isLeft = true;
    if (lacksPermission(error)) next = nextTry();
  };
  const wording = await wordingOf(ctx, ticket.guild_id);
  const asked = ctx.discord.api.channels.getMessages(channel_id, { after: channel_id, limit: firstMessages });
  const messages = ((await unlessRefused(asked, refused)) ?? []).filter(isOfGreeting);
  const welcomes = messages.filter(isWelcome);
  const ours = new Set([ctx.discord.user_id, ...welcomes.map(({ author }) => author.id)]);
  const recognised = await withPrint(ctx, ctx.db, ticket, welcomes.at(-1)?.embeds[0]?.title); // the newest comes first
  for (const message of messages.filter(({ author }) => ours.has(author.id))) {
    const embeds = await embedsNow(ctx, wording, recognised, message.embeds);
    if (JSON.stringify(embeds) !== JSON.stringify(message.embeds))
      await unlessRefused(tell(ctx, ticket, message, embeds), refused);
  }
  const topicNext = await unlessRefused(topicFollows(ctx, recognised, channel_id), refused);
  next ??= topicNext;
  if (!next && !isLeft) await forgetErasedSubject(ctx.db, ticket);
  return next;
}

/**
 * Earlier versions kept nothing by which an erased subject is recognised. The greeting still has it as its title, unless the panel has
 * a greeting of its own.
 */
async function withPrint(
  ctx: Context,
  db: Db | Tx,
  ticket: Ticket,
  title: string | null | undefined,
): Promise<Ticket> {
  if (ticket.erased_subject?.length !== 0 || !title) return ticket;
  const panel = await panelLooks(db, ticket);
  if (panel?.welcome_message) return ticket;
  return { ...ticket, erased_subject: await printOfSubject(ctx, ticket, title) };
}

async function titleOfWelcome(
  tx: Tx,
  { guild_id, ticket_id, welcome_message_id }: Ticket,
): Promise<string | null | undefined> {
  const { rows } = await sql<{ title: string | null }>`
    select embeds #>> '{0,title}' as title from ticket_messages
    where guild_id = ${guild_id} and ticket_id = ${ticket_id} and message_id = ${welcome_message_id}`.execute(
    tx,
  );
  return rows[0]?.title;
}

/** Staff may have given the channel another topic, which stays. Returns when Discord takes one, if it takes none now. */
async function topicFollows(ctx: Context, ticket: Ticket, channel_id: string): Promise<Date | undefined> {
  if (!ticket.erased_subject || ticket.is_thread) return undefined;
  const { channels } = ctx.discord.api;
  const channel = await channels.get(channel_id);
  if (!('topic' in channel) || !(await isErasedSubject(ctx, ticket, channel.topic))) return undefined;
  const turn = await takeTurn(ctx, ticket);
  if ('free_at' in turn) return turn.free_at;
  try {
    await channels.edit(channel_id, { topic: erasedWords });
    return undefined;
  } catch (error) {
    await giveTurnBack(ctx, ticket, turn.taken);
    throw error;
  }
}

/** Nothing in Discord has it any more. */
async function forgetErasedSubject(
  db: Db | Tx,
  { guild_id, ticket_id, erased_subject }: Ticket,
): Promise<void> {
  await db
    .updateTable('tickets')
    .set({ erased_subject: null })
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .where('erased_subject', '=', erased_subject)
    .execute();
}

/** The welcome message, or what did not fit into it. All else that a bot says answers somebody, or has buttons of its own. */
const isOfGreeting = (message: APIMessage) =>
  message.author.bot &&
  message.type === MessageType.Default &&
  !message.interaction_metadata &&
  (isWelcome(message) || (!message.content && !message.components?.length));

const isWelcome = (message: APIMessage) => hasButton(message, closeButton);

const embedsNow = (ctx: Context, wording: Wording, ticket: Ticket, embeds: readonly APIEmbed[]) =>
  withoutSubject(withPresentQuote(wording, ticket, embeds), (title) => isErasedSubject(ctx, ticket, title));

/** If Discord refuses the changed embeds, the unchanged ones stay; if it refuses those, too, a notice alone. */
async function tell(ctx: Context, ticket: Ticket, message: APIMessage, embeds: APIEmbed[]): Promise<void> {
  const { guild_id } = ticket;
  const at = { channel_id: message.channel_id, message_id: message.id };
  const unchanged = embeds.filter(
    (embed, place) => JSON.stringify(embed) === JSON.stringify(message.embeds[place]),
  );
  const notice = [{ description: erasedWords }];
  for (const some of [embeds, ...(unchanged.length ? [unchanged] : []), notice])
    try {
      const edited = await editOwnMessage(ctx, guild_id, at, { embeds: some });
      await recordMessage(ctx, { ...edited, guild_id });
      return;
    } catch (error) {
      if (!refusesContent(error) || some === notice) throw error;
    }
}
