import { PermissionLevel } from '@tickets/contract/levels';
import { en } from '@tickets/core/locales/en';
import { localizations } from '@tickets/core/locales/texts';
import {
  type APIChatInputApplicationCommandInteraction,
  ApplicationCommandOptionType,
  InteractionContextType,
} from 'discord-api-types/v10';
import type { CommandHandler, GuildCall } from '../../handlers.ts';
import { type Mentionable, mentionableOption } from '../../options.ts';

type Name = 'addadmin' | 'removeadmin' | 'addsupport' | 'removesupport';
type Call = GuildCall<APIChatInputApplicationCommandInteraction>;

/** A command of administrators about one member or role. */
export function staffCommand(
  name: Name,
  option: 'user_or_role' | 'role',
  execute: (call: Call, target: Mentionable) => Promise<void>,
): CommandHandler {
  const optionText = `${name}_target` as const;
  return {
    kind: 'command',
    answers: 'privately',
    level: PermissionLevel.admin,
    data: {
      name,
      description: en.commands[name],
      description_localizations: localizations((t) => t.commands[name]),
      contexts: [InteractionContextType.Guild],
      options: [
        {
          type: ApplicationCommandOptionType.Mentionable,
          name: option,
          description: en.commands[optionText],
          description_localizations: localizations((t) => t.commands[optionText]),
          required: true,
        },
      ],
    },
    run: { where: 'guild', execute: (call) => execute(call, mentionableOption(call.interaction, option)) },
  };
}
