import { z } from 'zod';
import { User } from '../servers/guild.ts';
import { retentionDaysMax } from './transcript-limits.ts';

const Days = z
  .number({ error: 'Enter a number of days.' })
  .int('Enter whole days.')
  .min(1, 'Keep transcripts for at least one day.')
  .max(
    retentionDaysMax,
    'Transcripts can be kept for 3,650 days at most. Leave it empty to keep them for good.',
  );

/** `null` keeps transcripts for good. */
export const RetentionChange = z.object({ days: Days.nullable() });

export const RetentionPreviewQuery = z.object({ days: z.coerce.number().pipe(Days) });

/** What is older than so many days, and would go. */
export const RetentionPreview = z.object({
  transcripts: z.number().int(),
  messages: z.number().int(),
  files: z.number().int(),
  file_bytes: z.number().int(),
  /** When the oldest of them was closed. */
  oldest_closed_at: z.iso.datetime().nullable(),
});
export type RetentionPreview = z.infer<typeof RetentionPreview>;

/** A removal of transcripts: one by hand, or those that had grown old enough on one day. */
export const TranscriptRemoval = z.object({
  removed_at: z.iso.datetime(),
  /** Null where their age did it. */
  removed_by: User.nullable(),
  /** Of one by hand. */
  ticket_id: z.number().int().nullable(),
  /** For how long transcripts were kept then. */
  days: z.number().int().nullable(),
  transcripts: z.number().int(),
  messages: z.number().int(),
  files: z.number().int(),
});
export type TranscriptRemoval = z.infer<typeof TranscriptRemoval>;

export const Retention = z.object({
  /** Null: they are kept for good. */
  days: z.number().int().nullable(),
  changed_by: User.nullable(),
  changed_at: z.iso.datetime().nullable(),
  /** The last hundred, the newest first. */
  removals: z.array(TranscriptRemoval),
});
export type Retention = z.infer<typeof Retention>;
