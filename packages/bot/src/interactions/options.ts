import { AppError } from '@tickets/contract/platform/errors';
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

/** The number that a person gave for an option; undefined when they left it out. */
export function integerOption(
  interaction: APIChatInputApplicationCommandInteraction,
  name: string,
): number | undefined {
  const option = interaction.data.options?.find((given) => given.name === name);
  return option?.type === ApplicationCommandOptionType.Integer ? option.value : undefined;
}

/** The id of the person that someone chose. */
export function userOption(interaction: APIChatInputApplicationCommandInteraction, name: string): string {
  const option = interaction.data.options?.find((given) => given.name === name);
  if (option?.type !== ApplicationCommandOptionType.User)
    throw new Error(`/${interaction.data.name} came without its option ${name}`);
  return option.value;
}

/** The sub-command that a person chose, with what they gave for its options: texts, numbers, switches and ids. */
export function givenOf({ data }: APIChatInputApplicationCommandInteraction): {
  name: string;
  given: Record<string, string | number | boolean>;
} {
  const chosen = data.options?.find(({ type }) => type === ApplicationCommandOptionType.Subcommand);
  if (chosen?.type !== ApplicationCommandOptionType.Subcommand)
    throw new Error(`/${data.name} came without a sub-command`);
  const given = (chosen.options ?? []).map((option) => [option.name, option.value] as const);
  return { name: chosen.name, given: Object.fromEntries(given) };
}

/** The sub-command that a person chose, with the texts that they gave. */
export function subcommandOf(interaction: APIChatInputApplicationCommandInteraction): {
  name: string;
  options: Record<string, string>;
} {
  const { name, given } = givenOf(interaction);
  const texts = Object.entries(given).flatMap(([option, value]) =>
    typeof value === 'string' ? [[option, value] as const] : [],
  );
  return { name, options: Object.fromEntries(texts) };
}

export interface Mentionable {
  kind: 'user' | 'role';
  id: string;
  name: string;
}

/** The member or role that a person chose; refuses what Discord does not know. */
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
  if (!user) throw new AppError('ticket.member_unknown');
  return { kind: 'user', id: user.id, name: user.username };
}

export const mentionOf = ({ kind, id }: Pick<Mentionable, 'kind' | 'id'>): string =>
  kind === 'role' ? `<@&${id}>` : `<@${id}>`;
