import { PermissionLevel } from '@tickets/contract/levels';
import { discordCodesOf } from '@tickets/contract/locales';
import type { Context } from '@tickets/core/context';
import { successEmbed } from '@tickets/core/discord/look';
import { en } from '@tickets/core/locales/en';
import { localizations } from '@tickets/core/locales/texts';
import {
  type APIApplicationCommand,
  ApplicationCommandType,
  InteractionContextType,
} from 'discord-api-types/v10';
import type { CommandHandler, Handler } from '../../handlers.ts';

/** `/help` knows the other commands, so it is made from their list. */
export function createHelpCommand(others: readonly Handler[]): CommandHandler {
  return {
    kind: 'command',
    answers: 'privately',
    data: {
      name: 'help',
      description: en.commands.help,
      description_localizations: localizations((t) => t.commands.help),
      contexts: [InteractionContextType.Guild],
    },
    run: {
      where: 'guild',
      async execute({ ctx, access, server, answer }) {
        const registered = await registeredCommands(ctx);
        const lines = others.flatMap((handler) => {
          if (handler.kind !== 'command' || access.level < (handler.level ?? PermissionLevel.none)) return [];
          const { name, description, description_localizations } = handler.data;
          const id = registered.get(name);
          const [code] = discordCodesOf(server.settings.text_language);
          const said = (code && description_localizations?.[code]) ?? description; // English has no entry
          return [`${id ? `</${name}:${id}>` : `\`/${name}\``} ${said}`];
        });
        const { title, text } = server.t.help;
        const description = `${text}\n\n${lines.join('\n')}`;
        await answer.send({ embeds: [successEmbed(server.look, { title, description })] });
      },
    },
  };
}

/** Ids by name, which make a command in a text one that can be clicked. */
async function registeredCommands(ctx: Context): Promise<Map<string, string>> {
  const { application_id, api } = ctx.discord;
  const commands: APIApplicationCommand[] = await api.applicationCommands.getGlobalCommands(application_id);
  return new Map(
    commands
      .filter(({ type }) => type === ApplicationCommandType.ChatInput)
      .map(({ name, id }) => [name, id]),
  );
}
