import { z } from 'zod';
import { limits } from '../platform/limits.ts';
import { RowId } from '../platform/row-id.ts';
import { Snowflake } from '../platform/snowflake.ts';
import { User } from '../servers/guild.ts';

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

const noPage = 'Search again: this page is not there.';

export const SearchQuery = z.object({
  /** Words, "phrases" and -words, with `from:`, `panel:`, `before:`, `after:`, `has:file` and `rating:`. */
  q: z.string().max(limits.search_text, `Write at most ${limits.search_text} characters.`).default(''),
  /** From the page before. */
  cursor: z
    .string()
    .regex(/^\d{1,10}\.(message|close_reason|answer)\.\d{1,19}$/, { error: noPage, abort: true })
    .refine((cursor) => {
      const [ticket_id, , text_id] = cursor.split('.');
      return RowId.safeParse(ticket_id).success && Snowflake.safeParse(text_id).success;
    }, noPage)
    .optional(),
  /** In which days begin, such as `Europe/Berlin`. */
  tz: z.string().max(64).refine(isTimeZone, 'Enter a time zone such as Europe/Berlin.').default('UTC'),
});
export type SearchQuery = z.infer<typeof SearchQuery>;

/** Whose words they are: a message, an answer to a form, or why a ticket was closed. */
export const SearchSource = z.enum(['message', 'answer', 'close_reason']);
export type SearchSource = z.infer<typeof SearchSource>;

/** A piece of what was said, and whether it is what was looked for. Text, never anything else. */
export const SnippetPart = z.object({ text: z.string(), hit: z.boolean() });
export type SnippetPart = z.infer<typeof SnippetPart>;

export const SearchResult = z.object({
  ticket_id: z.number().int(),
  channel_name: z.string(),
  status: z.enum(['open', 'closing', 'closed']),
  /** Whether a closed ticket can be read. */
  has_transcript: z.boolean(),
  /** Whether the ticket came with an import, and was not recorded here. */
  imported: z.boolean(),
  opener: User,
  panel_id: z.number().int().nullable(),
  /** Null where there is no panel, or not any more. */
  panel_title: z.string().nullable(),
  rating: z.number().int().nullable(),
  source: SearchSource,
  /** The message; null for all else. */
  message_id: Snowflake.nullable(),
  /** What was asked, of an answer. */
  question: z.string().nullable(),
  /** Null where nobody said it, such as why a ticket closed by itself. */
  author: User.nullable(),
  said_at: z.string(),
  /** Deleted in Discord since; only the staff of its ticket finds it. */
  deleted: z.boolean(),
  has_file: z.boolean(),
  snippet: z.array(SnippetPart),
});
export type SearchResult = z.infer<typeof SearchResult>;

export const SearchResults = z.object({
  /** The newest ticket first, and in it what was said last. */
  results: z.array(SearchResult),
  /** For the next page; null on the last one. */
  cursor: z.string().nullable(),
});
export type SearchResults = z.infer<typeof SearchResults>;
