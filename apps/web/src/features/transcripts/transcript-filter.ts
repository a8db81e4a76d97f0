import type { TranscriptRow } from '@tickets/contract/transcripts/transcripts';
import { withoutBlanks } from '../../lib/api/blank.ts';

export const PAGE_SIZE = 15;

/** The filter as it stands in the form: texts, blank where nothing is asked for. */
export interface TranscriptFilterForm {
  id: string;
  username: string;
  user_id: string;
  closed_by_id: string;
  panel_id: string;
  /** "" is any. */
  rating: string;
  claimed_by_id: string;
  /** Words that were said. */
  text: string;
  /** Days as YYYY-MM-DD, in the reader's own time; both count. */
  closed_from: string;
  closed_until: string;
}

export const emptyFilter: TranscriptFilterForm = {
  id: '',
  username: '',
  user_id: '',
  closed_by_id: '',
  panel_id: '',
  rating: '',
  claimed_by_id: '',
  text: '',
  closed_from: '',
  closed_until: '',
};

/** Each of these names one person or ticket, so together they would contradict each other. */
const exclusive = ['id', 'username', 'user_id'] as const;

export function changeFilter(
  form: TranscriptFilterForm,
  field: keyof TranscriptFilterForm,
  value: string,
): TranscriptFilterForm {
  const cleared = exclusive.some((name) => name === field) ? { id: '', username: '', user_id: '' } : {};
  return { ...form, ...cleared, [field]: field === 'id' ? digitsOf(value) : value };
}

/** The number of a ticket, however it is written: #12 as 12. */
const digitsOf = (typed: string) => typed.replace(/\D/g, '').slice(0, 9);

/** Which page: its number, and the ticket that it begins with or ends before, so that none shifts while one turns pages. */
export interface PageWanted {
  page: number;
  from?: number | undefined;
  ends_before?: number | undefined;
}

/** What is sent: blank fields have no key. */
export function filterPayload(form: TranscriptFilterForm, { page, from, ends_before }: PageWanted) {
  const trimmed = Object.fromEntries(Object.entries(form).map(([key, value]) => [key, value.trim()]));
  // Trimming changes no key.
  const { closed_from, closed_until, ...rest } = trimmed as unknown as TranscriptFilterForm;
  return {
    ...withoutBlanks({
      ...rest,
      closed_from: closed_from && startOfDay(closed_from),
      closed_until: closed_until && startOfDay(closed_until, 1),
    }),
    ...(from === undefined ? {} : { from }),
    ...(ends_before === undefined ? {} : { ends_before }),
    page,
  };
}

/** When a day begins where the reader is, or so many days later; blank where it is no day. */
function startOfDay(day: string, later = 0): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const start = new Date(year, month - 1, date + later);
  return Number.isNaN(start.getTime()) ? '' : start.toISOString();
}

/** The last page is the one that is not full, or that ends with the server's first ticket. */
export function hasNextPage(rows: readonly TranscriptRow[]): boolean {
  return rows.length >= PAGE_SIZE && rows.at(-1)?.ticket_id !== 1;
}

/** What stands in the address: the filter that the list was fetched with, and the page. Blank keys are left out. */
export type TranscriptSearch = Partial<TranscriptFilterForm> & { page?: number; from?: number };

/** What an address may say of some of them. Anything else asks for nothing. */
const shapes: Record<string, RegExp> = {
  panel_id: /^\d{1,9}$/,
  rating: /^[1-5]$/,
  closed_from: /^\d{4}-\d\d-\d\d$/,
  closed_until: /^\d{4}-\d\d-\d\d$/,
};

export function readTranscriptSearch(search: Record<string, unknown>): TranscriptSearch {
  const entries = Object.keys(emptyFilter).flatMap((key) => {
    const value = search[key];
    if (typeof value !== 'string' && typeof value !== 'number') return [];
    const text = key === 'id' ? digitsOf(String(value)) : String(value);
    return (shapes[key]?.test(text) ?? true) ? [[key, text]] : [];
  });
  const page = Number(search.page);
  const from = Number(search.from);
  return {
    ...withoutBlanks(Object.fromEntries(entries)),
    ...(Number.isInteger(page) && page > 1 ? { page } : {}),
    ...(page > 1 && Number.isInteger(from) && from > 0 ? { from } : {}),
  };
}
