import { Snowflake } from '@tickets/contract/platform/snowflake';

/** Whether somebody typed what can be the id of a server or a person: fifteen digits at least, as Discord's have. */
export const isDiscordId = (typed: string | undefined): typed is string =>
  typed !== undefined && typed.length >= 15 && Snowflake.safeParse(typed).success;
