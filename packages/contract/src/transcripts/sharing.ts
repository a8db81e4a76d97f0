import { z } from 'zod';
import { Snowflake } from '../platform/snowflake.ts';
import { User } from '../servers/guild.ts';
import { shareDays, shareTokenPattern } from './transcript-limits.ts';
import { Transcript } from './transcripts.ts';

export const ShareToken = z.string().regex(shareTokenPattern, 'Copy the whole link, then try again.');

export const ShareLinkRequest = z.object({
  days: z.literal([...shareDays], { error: 'Choose 1, 7 or 30 days.' }),
});

export const ShareLink = z.object({
  link_id: z.uuid(),
  made_by: User,
  made_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  revoked_at: z.iso.datetime().nullable(),
  revoked_by: User.nullable(),
  times_opened: z.number().int(),
  last_opened_at: z.iso.datetime().nullable(),
  /** Whether it still leads to the transcript. */
  works: z.boolean(),
});
export type ShareLink = z.infer<typeof ShareLink>;

/** `url` is told now and never again: what is kept of it cannot be turned back. */
export const ShareLinkMade = z.object({ link: ShareLink, url: z.string() });
export type ShareLinkMade = z.infer<typeof ShareLinkMade>;

/** A transcript as a link shows it, and who lets it be read. */
export const SharedTranscript = z.object({
  server: z.object({ id: Snowflake, name: z.string(), icon: z.string().nullable() }),
  shared_by: User,
  expires_at: z.iso.datetime(),
  transcript: Transcript,
});
export type SharedTranscript = z.infer<typeof SharedTranscript>;

export const ReadersAnswer = z.object({
  /** The last first, a hundred at most. */
  readers: z.array(
    z.object({
      user: User,
      /** Reads within a minute count as one. */
      times: z.number().int(),
      first_read_at: z.iso.datetime(),
      last_read_at: z.iso.datetime(),
    }),
  ),
  /** How many people there are in all. */
  total: z.number().int(),
  links_opened: z.number().int(),
});
export type ReadersAnswer = z.infer<typeof ReadersAnswer>;
