import { PermissionLevel } from '@tickets/contract/levels';
import {
  type APIChatInputApplicationCommandInteraction,
  ApplicationCommandOptionType,
} from 'discord-api-types/v10';
import { commandData, described } from '../../command-data.ts';
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
  return {
    kind: 'command',
    answers: 'privately',
    level: PermissionLevel.admin,
    data: commandData(name, {
      options: [
        {
          type: ApplicationCommandOptionType.Mentionable,
          name: option,
          ...described(`${name}_target`),
          required: true,
        },
      ],
    }),
    run: { where: 'guild', execute: (call) => execute(call, mentionableOption(call.interaction, option)) },
  };
}
