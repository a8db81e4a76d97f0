import type { TranscriptRow } from '@tickets/contract/transcripts/transcripts';
import { withoutBlanks } from '../../lib/api/blank.ts';
import { digitsOf, type TranscriptFilterForm } from './transcript-filter.ts';

export const PAGE_SIZE = 15;

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
