import {
  type APIChatInputApplicationCommandInteraction,
  ApplicationCommandOptionType,
} from 'discord-api-types/v10';
import { commandData, described } from '../../interactions/command-data.ts';
import type { CommandHandler, GuildInput } from '../../interactions/handlers.ts';
import { type Mentionable, mentionableOption } from '../../interactions/options.ts';

type Name = 'addadmin' | 'removeadmin' | 'addsupport' | 'removesupport';
type Input = GuildInput<APIChatInputApplicationCommandInteraction>;

/** A command of administrators about one member or role. */
export function staffCommand(
  name: Name,
  option: 'user_or_role' | 'role',
  execute: (input: Input, target: Mentionable) => Promise<void>,
): CommandHandler {
  return {
    kind: 'command',
    answers: 'privately',
    action: name.startsWith('add') ? 'staff.add' : 'staff.remove',
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
    run: { where: 'guild', execute: (input) => execute(input, mentionableOption(input.interaction, option)) },
  };
}
