import { z } from 'zod';
import { Snowflake } from '../platform/snowflake.ts';

export const GuildDetail = z.object({
  id: Snowflake,
  name: z.string(),
  icon: z.string(),
  owner_id: Snowflake,
  /** Whether nothing but a staff override lets the caller in: what would outlast it is refused to them. */
  let_in: z.boolean(),
  /** Their level without an override: for what this suffices they need none. */
  own_level: z.literal([0, 1, 2]),
  /** How the bot appears in the server; null while Discord does not tell. */
  bot: z
    .object({
      id: Snowflake,
      name: z.string(),
      /** The avatar hash; empty when there is none. */
      avatar: z.string(),
    })
    .nullable(),
});
export type GuildDetail = z.infer<typeof GuildDetail>;

/**
 * Why the bot is kept out of Discord. `token_refused` and `intents_refused`: until a person sees to it in the developer portal.
 * `banned`: until a ban of the address ends. `disconnected`: for two minutes no connection has come about. `incomplete`: for as long
 * no process has run some of its shards.
 */
export const DiscordProblem = z.enum([
  'token_refused',
  'intents_refused',
  'banned',
  'disconnected',
  'incomplete',
]);
export type DiscordProblem = z.infer<typeof DiscordProblem>;

/** Discord's channel types that the dashboard tells apart: 0 text, 4 category, 5 announcement. */
export const Channel = z.object({
  id: Snowflake,
  guild_id: Snowflake,
  name: z.string(),
  type: z.number().int(),
  position: z.number().int(),
  parent_id: Snowflake.nullable(),
  /** It belongs to a ticket and goes with it, so nothing lasting can stand in it. */
  is_ticket: z.boolean(),
});
export type Channel = z.infer<typeof Channel>;

export const Role = z.object({
  id: Snowflake,
  name: z.string(),
  /** RGB as an integer; 0 means no colour. */
  color: z.number().int(),
  position: z.number().int(),
  managed: z.boolean(),
  /** Discord made it for this bot, so no person can have it. */
  of_this_bot: z.boolean(),
  permissions: z.string(),
});
export type Role = z.infer<typeof Role>;

export const Emoji = z.object({
  id: Snowflake,
  name: z.string(),
  animated: z.boolean(),
});
export type Emoji = z.infer<typeof Emoji>;

/** Someone as lists and messages show them. */
export const User = z.object({
  id: Snowflake,
  username: z.string(),
  global_name: z.string().nullable(),
  /** The avatar hash; empty when there is none. */
  avatar: z.string(),
  bot: z.boolean(),
});
export type User = z.infer<typeof User>;

export const Member = z.object({
  user: User.extend({
    /** Of bots, and of people who have not chosen a handle; "0" for all others. */
    discriminator: z.string().optional(),
  }),
  nick: z.string().nullable(),
  roles: z.array(Snowflake),
});
export type Member = z.infer<typeof Member>;

/** tier: -1 none, 0 premium, 1 whitelabel. */
export const PremiumAnswer = z.object({ premium: z.boolean(), tier: z.number().int() });

/** Ids of people, separated by commas. */
export const PeopleQuery = z.object({
  ids: z
    .string()
    .max(1_000)
    .transform((ids): (string | number)[] => ids.split(',').filter(Boolean))
    .pipe(z.array(Snowflake).min(1).max(40)),
});
