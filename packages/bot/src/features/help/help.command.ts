import { PermissionLevel } from '@tickets/contract/levels';
import { discordCodesOf, type Language } from '@tickets/contract/locales';
import type { Context } from '@tickets/core/context';
import { successEmbed } from '@tickets/core/discord/look';
import { en } from '@tickets/core/locales/en';
import { localizations, texts } from '@tickets/core/locales/texts';
import {
  type APIApplicationCommandSubcommandOption,
  type APIEmbedField,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  InteractionContextType,
} from 'discord-api-types/v10';
import type { CommandHandler, Handler } from '../../handlers.ts';
import { type Category, categories, categoryOf } from './categories.ts';
import { fieldsOf } from './fields.ts';

type Ids = Map<string, string>;

/** How long the ids of the commands are kept: they change only when a command comes or goes. */
const keptMs = 5 * 60_000;

/** `/help` knows the other commands, so it is made from their list. */
export function createHelpCommand(others: readonly Handler[]): CommandHandler {
  const kept = new WeakMap<Context, { until: number; ids: Ids }>();
  const help: CommandHandler = {
    kind: 'command',
    answers: 'privately',
    data: {
      name: 'help',
      description: en.commands.help,
      description_localizations: localizations((t) => t.commands.help),
      contexts: [InteractionContextType.Guild, InteractionContextType.BotDM],
    },
    run: {
      where: 'anywhere',
      async execute({ ctx, level, language, look, answer }) {
        const ids = await registeredIds(ctx);
        const usable = [help, ...others].filter(
          (handler) => handler.kind === 'command' && mayUse(handler, level),
        );
        const { help: t } = texts(language);
        const embed = { title: t.title, description: t.text, fields: fieldsFor(usable, ids, language) };
        await answer.send({ embeds: [successEmbed(look, embed)] });
      },
    },
  };

  /** Ids by name, which make a command in a text one that can be clicked. */
  async function registeredIds(ctx: Context): Promise<Ids> {
    const now = ctx.clock.now().getTime();
    const known = kept.get(ctx);
    if (known && known.until > now) return known.ids;
    const { application_id, api } = ctx.discord;
    const commands = await api.applicationCommands.getGlobalCommands(application_id);
    const slash = commands.filter(({ type }) => type === ApplicationCommandType.ChatInput);
    const ids = new Map(slash.map(({ name, id }) => [name, id]));
    kept.set(ctx, { until: now + keptMs, ids });
    return ids;
  }
  return help;
}

/** Without a level, in direct messages, only what works there. */
function mayUse({ level, run }: Handler, held: PermissionLevel | undefined): boolean {
  return held === undefined ? run.where === 'anywhere' : held >= (level ?? PermissionLevel.none);
}

function fieldsFor(usable: readonly Handler[], ids: Ids, language: Language): APIEmbedField[] {
  const groups = Map.groupBy(
    usable.flatMap((handler) => (handler.kind === 'command' ? [handler.data] : [])),
    ({ name }) => categoryOf(name),
  );
  const { help: t } = texts(language);
  return (Object.keys(categories) as Category[]).flatMap((category) => {
    const lines = (groups.get(category) ?? []).flatMap((data) => linesOf(data, ids.get(data.name), language));
    return fieldsOf(`${t[category]} ${categories[category]}`, lines);
  });
}

/** A command with sub-commands cannot be used by itself, so each of them has a line. */
function linesOf(data: CommandHandler['data'], id: string | undefined, language: Language): string[] {
  const subcommands = (data.options ?? []).filter(
    (option): option is APIApplicationCommandSubcommandOption =>
      option.type === ApplicationCommandOptionType.Subcommand,
  );
  const [code] = discordCodesOf(language);
  const line = (name: string, { description, description_localizations }: Described) => {
    const said = (code && description_localizations?.[code]) ?? description; // English has no entry
    return `${id ? `</${name}:${id}>` : `\`/${name}\``} ${said}`;
  };
  if (!subcommands.length) return [line(data.name, data)];
  return subcommands.map((option) => line(`${data.name} ${option.name}`, option));
}
type Described = Pick<CommandHandler['data'], 'description' | 'description_localizations'>;
