import { z } from 'zod';
import { TranscriptFilter } from './transcripts.ts';

/** `html`: pages that need nothing else; `text`: plain text; `json`: data. */
export const TranscriptForm = z.enum(['html', 'text', 'json'], { error: 'Choose html, text or json.' });
export type TranscriptForm = z.infer<typeof TranscriptForm>;

/** The transcripts of all closed tickets that the filter finds, whatever page it names. */
export const DownloadRequest = z.object({ filter: TranscriptFilter, form: TranscriptForm });

/** How long a download can be fetched, counted from when it was begun: nothing is in it that was removed a day ago. */
export const downloadKeptMs = 24 * 3_600_000;

export const TranscriptDownload = z.object({
  download_id: z.uuid(),
  form: TranscriptForm,
  /**
   * `failed`: whoever asked may not read transcripts any more. Whatever else goes wrong is tried again. `withdrawn`: somebody deleted
   * a transcript that is in it.
   */
  state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled', 'withdrawn']),
  asked_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
  transcripts_done: z.number().int(),
  transcripts_total: z.number().int(),
  /** Null until it can be fetched, and when it is not kept any more. */
  file_bytes: z.number().int().nullable(),
  expires_at: z.iso.datetime().nullable(),
});
export type TranscriptDownload = z.infer<typeof TranscriptDownload>;
