import type { PermissionLevel } from '@tickets/contract/access/levels';
import { discordCodesOf, type Language } from '@tickets/contract/platform/locales';
import type { Context } from '@tickets/core/platform/context';
import type { Discord } from '@tickets/core/platform/discord/discord';
import { texts } from '@tickets/core/platform/texts/texts';
import { successEmbed } from '@tickets/core/wording/look';
import {
  type APIEmbedField,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  InteractionContextType,
} from 'discord-api-types/v10';
import { commandData } from '../../interactions/command-data.ts';
import { levelFor } from '../../interactions/facts.ts';
import {
  type CommandHandler,
  type Handler,
  type HandlerAction,
  handlersOf,
} from '../../interactions/handlers.ts';
import { type Category, categories, categoryOf } from './categories.ts';
import { fieldsOf } from './fields.ts';

type Ids = Map<string, string>;

/** How long a bot keeps the ids of its commands: they change only when a command comes or goes. */
const keptMs = 5 * 60_000;

/** `/help` knows the other commands, so it is made from their list. */
export function createHelpCommand(others: readonly Handler[]): CommandHandler {
  const kept = new WeakMap<Discord, { until: number; ids: Ids }>();
  const help: CommandHandler = {
    kind: 'command',
    action: 'everyone',
    answers: 'privately',
    data: commandData('help', { contexts: [InteractionContextType.Guild, InteractionContextType.BotDM] }),
    run: {
      where: 'anywhere',
      async execute({ ctx, level, language, look, answer }) {
        const ids = await registeredIds(ctx);
        const commands = handlersOf(ctx, [help, ...others]).filter((handler) => handler.kind === 'command');
        const { help: t } = texts(language);
        const fields = fieldsFor(commands, { ids, language, level });
        const embed = { title: t.title, description: t.text, fields };
        await answer.send({ embeds: [successEmbed(look, embed)] });
      },
    },
  };

  /** Ids by name, which make a command in a text one that can be clicked. */
  async function registeredIds(ctx: Context): Promise<Ids> {
    const now = ctx.clock.now().getTime();
    const known = kept.get(ctx.discord);
    if (known && known.until > now) return known.ids;
    const { application_id, api } = ctx.discord;
    const commands = await api.applicationCommands.getGlobalCommands(application_id);
    const slash = commands.filter(({ type }) => type === ApplicationCommandType.ChatInput);
    const ids = new Map(slash.map(({ name, id }) => [name, id]));
    kept.set(ctx.discord, { until: now + keptMs, ids });
    return ids;
  }
  return help;
}

interface Reader {
  ids: Ids;
  language: Language;
  /** Undefined in direct messages. */
  level: PermissionLevel | undefined;
}

function fieldsFor(commands: readonly CommandHandler[], reader: Reader): APIEmbedField[] {
  const groups = Map.groupBy(commands, ({ data }) => categoryOf(data.name));
  const { help: t } = texts(reader.language);
  return (Object.keys(categories) as Category[]).flatMap((category) => {
    const lines = (groups.get(category) ?? []).flatMap((command) => linesOf(command, reader));
    return fieldsOf(`${t[category]} ${categories[category]}`, lines);
  });
}

/**
 * What of a command the reader may use; in direct messages, what works there. A command with sub-commands cannot be
 * used by itself, so each of them has a line.
 */
function linesOf(
  { data, run, action, subcommand_actions }: CommandHandler,
  { ids, language, level }: Reader,
): string[] {
  const mayUse = (done: HandlerAction) =>
    level === undefined ? run.where === 'anywhere' : level >= levelFor(done);
  const [code] = discordCodesOf(language);
  const line = (name: string, { description, description_localizations }: Described) => {
    const said = (code && description_localizations?.[code]) ?? description; // English has no entry
    const id = ids.get(data.name);
    return `${id ? `</${name}:${id}>` : `\`/${name}\``} ${said}`;
  };
  const subcommands = (data.options ?? []).filter(
    ({ type }) => type === ApplicationCommandOptionType.Subcommand,
  );
  if (!subcommands.length) return mayUse(action) ? [line(data.name, data)] : [];
  return subcommands
    .filter(({ name }) => mayUse(subcommand_actions?.[name] ?? action))
    .map((option) => line(`${data.name} ${option.name}`, option));
}
type Described = Pick<CommandHandler['data'], 'description' | 'description_localizations'>;
