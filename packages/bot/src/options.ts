import {
  type APIChatInputApplicationCommandInteraction,
  ApplicationCommandOptionType,
} from 'discord-api-types/v10';

/** The text that a person gave for an option; undefined when they left it out. */
export function textOption(
  interaction: APIChatInputApplicationCommandInteraction,
  name: string,
): string | undefined {
  const option = interaction.data.options?.find((given) => given.name === name);
  return option?.type === ApplicationCommandOptionType.String ? option.value : undefined;
}

export interface Mentionable {
  kind: 'user' | 'role';
  id: string;
  name: string;
}

/** The member or role that a person chose. */
export function mentionableOption(
  interaction: APIChatInputApplicationCommandInteraction,
  name: string,
): Mentionable {
  const option = interaction.data.options?.find((given) => given.name === name);
  if (option?.type !== ApplicationCommandOptionType.Mentionable)
    throw new Error(`/${interaction.data.name} came without its option ${name}`);
  const role = interaction.data.resolved?.roles?.[option.value];
  if (role) return { kind: 'role', id: role.id, name: role.name };
  const user = interaction.data.resolved?.users?.[option.value];
  return { kind: 'user', id: option.value, name: user?.username ?? option.value };
}

export const mentionOf = ({ kind, id }: Pick<Mentionable, 'kind' | 'id'>): string =>
  kind === 'role' ? `<@&${id}>` : `<@${id}>`;
