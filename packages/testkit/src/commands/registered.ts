import type { Handler } from '@tickets/bot/interactions/handlers';
import {
  type APIApplicationCommandBasicOption,
  type APIApplicationCommandOption,
  type APIApplicationCommandSubcommandOption,
  ApplicationCommandOptionType as Type,
} from 'discord-api-types/v10';

type Definition = Extract<Handler, { kind: 'command' }>['data'];

/** Something that can be done, as its row names it, with its options in words. */
export interface Registered {
  of: string;
  options: string[];
}

/** Everything that handlers do: each sub-command counts for itself. */
export function registered(handlers: readonly Handler[]): Registered[] {
  return handlers.flatMap((handler): Registered[] => {
    if (handler.kind === 'command') return commandsIn(handler.data);
    const name = handler.kind === 'message_menu' ? handler.data.name : handler.name;
    return [{ of: `${handler.kind}:${name}`, options: [] }];
  });
}

function commandsIn({ name, options = [] }: Definition): Registered[] {
  const inside = options.filter((option) => option.type === Type.Subcommand);
  if (!inside.length) return [{ of: `command:${name}`, options: basic(options).map(inWords) }];
  return inside.map((sub: APIApplicationCommandSubcommandOption) => ({
    of: `command:${name} ${sub.name}`,
    options: (sub.options ?? []).map(inWords),
  }));
}

function basic(options: readonly APIApplicationCommandOption[]): APIApplicationCommandBasicOption[] {
  return options.flatMap((option) =>
    option.type === Type.Subcommand || option.type === Type.SubcommandGroup ? [] : [option],
  );
}

/** `reason: text of at most 255, required, suggested` */
function inWords(option: APIApplicationCommandBasicOption): string {
  const suggested = 'autocomplete' in option && option.autocomplete;
  const words = [kindOf(option), option.required && 'required', suggested && 'suggested'];
  return `${option.name}: ${words.filter(Boolean).join(', ')}`;
}

function kindOf(option: APIApplicationCommandBasicOption): string {
  switch (option.type) {
    case Type.String:
      return [
        'text',
        option.min_length && `of at least ${option.min_length}`,
        option.max_length && `of at most ${option.max_length}`,
      ]
        .filter(Boolean)
        .join(' ');
    case Type.Integer:
      return `whole number from ${option.min_value} to ${option.max_value}`;
    case Type.Boolean:
      return 'yes or no';
    case Type.User:
      return 'member';
    case Type.Mentionable:
      return 'member or role';
    case Type.Channel:
      return option.channel_types?.join() === '0' ? 'text channel' : 'channel';
    default:
      return Type[option.type];
  }
}
