import { z } from 'zod';
import { Snowflake } from '../platform/snowflake.ts';

/** How long a person may still take back that they asked to have their data erased. */
export const erasureWaitMs = 3_600_000;
/** How long a copy can be fetched. */
export const exportKeptMs = 7 * 86_400_000;
/** Whoever asks for a copy, fetches it or has everything erased signed in no longer ago than this. */
export const freshSignInMs = 3_600_000;

/** What is kept of a person, as they are told of it. */
export const keptKinds = [
  'servers',
  'sessions',
  'tickets_opened',
  'answers',
  'ratings',
  'messages',
  'attachments',
  'handled',
  'staff',
  'blacklisted',
  'premium',
] as const;
export type KeptKind = (typeof keptKinds)[number];

export const DataRequest = z.object({
  kind: z.enum(['export', 'erasure']),
  /** `waiting`: until it is due. `refused`: there were open tickets when it was. */
  state: z.enum(['waiting', 'running', 'done', 'refused', 'cancelled']),
  asked_at: z.string(),
  due_at: z.string(),
  finished_at: z.string().nullable(),
  steps: z.number(),
  steps_done: z.number(),
  /** Rows and files that were written or removed so far. */
  rows_done: z.number(),
  /** The last attempt failed; it is tried again by itself. */
  is_failing: z.boolean(),
  /** The copy, while it can be fetched. */
  file: z.object({ bytes: z.number(), expires_at: z.string() }).nullable(),
});
export type DataRequest = z.infer<typeof DataRequest>;

/** A ticket that keeps its person from being erased. */
export const OpenTicket = z.object({
  guild_id: Snowflake,
  guild_name: z.string(),
  ticket_id: z.number(),
  /** Where one goes to close it, or to give it back. */
  channel_id: z.string().nullable(),
  part: z.enum(['opener', 'claimer']),
});
export type OpenTicket = z.infer<typeof OpenTicket>;

export const OwnData = z.object({
  kept: z.array(z.object({ kind: z.enum(keptKinds), count: z.number() })),
  open_tickets: z.array(OpenTicket),
  export: DataRequest.nullable(),
  erasure: DataRequest.nullable(),
  /** Whether this sign-in is recent enough to copy or erase anything. */
  is_fresh: z.boolean(),
});
export type OwnData = z.infer<typeof OwnData>;

export const EraseInput = z.object({
  /** Typed again by the person, so that nobody does it by mistake. */
  username: z.string('Type your username.').max(64),
});

export const ExportLink = z.object({ url: z.string() });
