import { z } from 'zod';
import { Snowflake } from '../platform/snowflake.ts';

/**
 * What the connection of a bot has come to. Of the last three a person has to see to the first two in Discord's developer portal;
 * `token_lost` asks for the token again, because the key that sealed it is lost. The error log says how.
 */
export const WhitelabelState = z.enum([
  'connecting',
  'ready',
  'reconnecting',
  'token_refused',
  'intents_refused',
  'token_lost',
]);
export type WhitelabelState = z.infer<typeof WhitelabelState>;

/** A server that the bot is in. */
export const WhitelabelServer = z.object({
  id: Snowflake,
  name: z.string(),
  icon: z.string().nullable(),
  /** Whether its user administers the server. It does nothing in others. */
  is_trusted: z.boolean(),
  /** Whether it is this bot that answers there. */
  serves: z.boolean(),
  /** Who answers there: this bot, the one that everybody shares, another user's, or none, as while all are offline. */
  answered_by: z.enum(['this', 'shared', 'other', 'none']),
  /** How many panels and multi-panels stand there as messages of other bots, which go once this one has posted them. */
  panels_of_others: z.number().int(),
  /** Whether the bot that everybody shares is there too. */
  has_main_bot: z.boolean(),
});
export type WhitelabelServer = z.infer<typeof WhitelabelServer>;

/** A bot that a user runs under an account of theirs. Its token is in no answer. */
export const WhitelabelBot = z.object({
  id: Snowflake,
  application_id: Snowflake,
  /** The application's name. */
  name: z.string(),
  username: z.string(),
  avatar: z.string().nullable(),
  /** Empty while none is set: then it shows what the product shows by itself. */
  status: z.string(),
  status_type: z.literal([0, 2, 3, 4, 5]),
  state: WhitelabelState,
  state_at: z.iso.datetime(),
  /** Where its owner adds it to a server. */
  invite_url: z.string(),
  servers: z.array(WhitelabelServer),
});
export type WhitelabelBot = z.infer<typeof WhitelabelBot>;

export const TokenInput = z.object({ token: z.string().max(500) });

export const StartedBot = z.object({
  success: z.literal(true),
  bot: z.object({ id: Snowflake, name: z.string() }),
  username: z.string(),
});
export type StartedBot = z.infer<typeof StartedBot>;

/** Lengths and kinds are looked at by the rule itself, which says of each what is wrong. */
export const StatusInput = z.object({
  status: z.string().max(4_000),
  /** A number, or one as a string. */
  status_type: z
    .union([z.string().max(10), z.number()])
    .transform((type) => (type === '' ? Number.NaN : Number(type))),
});
export type StatusInput = z.infer<typeof StatusInput>;

export const WhitelabelError = z.object({ message: z.string(), time: z.iso.datetime() });
export type WhitelabelError = z.infer<typeof WhitelabelError>;

/** The newest ones first. */
export const WhitelabelErrors = z.object({
  success: z.literal(true),
  errors: z.array(WhitelabelError),
});

export const WhitelabelServers = z.object({
  success: z.literal(true),
  /** Names by id. */
  guilds: z.record(z.string(), z.string()),
  servers: z.array(WhitelabelServer),
});
export type WhitelabelServers = z.infer<typeof WhitelabelServers>;
