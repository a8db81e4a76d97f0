import { withoutBlanks } from '../../lib/api/blank.ts';

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

/** The number of a ticket, however it is written: #12 as 12. */
export const digitsOf = (typed: string) => typed.replace(/\D/g, '').slice(0, 9);

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
