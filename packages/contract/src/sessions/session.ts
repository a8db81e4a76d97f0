import { z } from 'zod';
import { Snowflake } from '../platform/snowflake.ts';

export const UserData = z.object({
  id: Snowflake,
  username: z.string(),
  /** The avatar hash; empty when there is none. */
  avatar: z.string(),
  /** Whether this person administers the product itself. */
  admin: z.boolean(),
});
export type UserData = z.infer<typeof UserData>;

export const Level = z.union([z.literal(0), z.literal(1), z.literal(2)]);

/** An entry of the server list. */
export const GuildEntry = z.object({
  id: Snowflake,
  name: z.string(),
  /** The icon hash; empty when there is none. */
  icon: z.string(),
  permission_level: Level,
});
export type GuildEntry = z.infer<typeof GuildEntry>;

/** The text whose SHA-256 went to Discord as the challenge of a sign-in (RFC 7636, 4.1). */
export const CodeVerifier = z
  .string()
  .regex(/^[\w.~-]{43,128}$/, 'Send the text that the challenge was made from: 43 to 128 characters.');

export const CallbackAnswer = z.object({
  success: z.literal(true),
  token: z.string(),
  user_data: UserData,
  guilds: z.array(GuildEntry),
  /** They have a subscription whose servers they choose. */
  chooses_servers: z.literal(true).optional(),
});

export type CallbackAnswer = z.infer<typeof CallbackAnswer>;

export const ReloadAnswer = z.object({
  success: z.boolean(),
  guilds: z.array(GuildEntry).optional(),
  reauthenticate_required: z.boolean().optional(),
});

export const PermissionLevelAnswer = z.object({
  success: z.literal(true),
  permission_level: Level,
  /** There is no such server for this person: the bot or they are not in it. */
  unknown_guild: z.literal(true).optional(),
});
