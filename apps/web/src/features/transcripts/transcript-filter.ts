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
}

export const emptyFilter: TranscriptFilterForm = {
  id: '',
  username: '',
  user_id: '',
  closed_by_id: '',
  panel_id: '',
  rating: '',
  claimed_by_id: '',
};

/** Each of these names one person or ticket, so together they would contradict each other. */
const exclusive = ['id', 'username', 'user_id'] as const;

export function changeFilter(
  form: TranscriptFilterForm,
  field: keyof TranscriptFilterForm,
  value: string,
): TranscriptFilterForm {
  const cleared = exclusive.some((name) => name === field) ? { id: '', username: '', user_id: '' } : {};
  return { ...form, ...cleared, [field]: value };
}

/** What is sent: blank fields have no key. */
export function filterPayload(form: TranscriptFilterForm, page: number) {
  const trimmed = Object.fromEntries(Object.entries(form).map(([key, value]) => [key, value.trim()]));
  // Trimming changes no key.
  return { ...withoutBlanks(trimmed as unknown as TranscriptFilterForm), page };
}

/** The last page is the one that is not full, or that ends with the server's first ticket. */
export function hasNextPage(rows: readonly TranscriptRow[]): boolean {
  return rows.length >= PAGE_SIZE && rows.at(-1)?.ticket_id !== 1;
}

/** What stands in the address: the filter that the list was fetched with, and the page. Blank keys are left out. */
export type TranscriptSearch = Partial<TranscriptFilterForm> & { page?: number };

export function readTranscriptSearch(search: Record<string, unknown>): TranscriptSearch {
  const entries = Object.keys(emptyFilter).flatMap((key) => {
    const value = search[key];
    return typeof value === 'string' || typeof value === 'number' ? [[key, String(value)]] : [];
  });
  const page = Number(search.page);
  return {
    ...withoutBlanks(Object.fromEntries(entries)),
    ...(Number.isInteger(page) && page > 1 ? { page } : {}),
  };
}
