import type { TranscriptRow } from '@tickets/contract/transcripts/transcripts';
import { describe, expect, test } from 'vitest';
import { changeFilter, filterPayload, hasNextPage } from './filter-payload.ts';
import { emptyFilter, readTranscriptSearch } from './transcript-filter.ts';

describe('filter', () => {
  test.each(['id', 'username', 'user_id'] as const)(
    'typing in %s clears the other two of the three',
    (field) => {
      const full = {
        ...emptyFilter,
        id: '1',
        username: 'ann',
        user_id: '2',
        claimed_by_id: '3',
        rating: '4',
      };
      const next = changeFilter(full, field, '9');
      expect(next).toEqual({ ...full, id: '', username: '', user_id: '', [field]: '9' });
    },
  );

  test('the other fields clear nothing', () => {
    const form = { ...emptyFilter, username: 'ann' };
    expect(changeFilter(form, 'rating', '5')).toEqual({ ...form, rating: '5' });
  });

  test('blank fields have no key in the payload, and typed spaces are not sent', () => {
    expect(filterPayload({ ...emptyFilter, username: ' ann ', user_id: '  ' }, { page: 2 })).toEqual({
      username: 'ann',
      page: 2,
    });
  });
});

test('days are sent as the moments at which they begin and end where the reader is', () => {
  const { closed_from, closed_until } = filterPayload(
    { ...emptyFilter, closed_from: '2026-03-01', closed_until: '2026-03-31' },
    { page: 1 },
  );
  expect([closed_from, closed_until]).toEqual([
    new Date(2026, 2, 1).toISOString(),
    new Date(2026, 3, 1).toISOString(),
  ]);
});

describe('paging', () => {
  const rows = (count: number, last = 100): TranscriptRow[] =>
    Array.from({ length: count }, (_, index) => ({
      ticket_id: last + count - 1 - index,
      username: 'ann',
      user_id: '1',
      opener: { id: '1', username: 'ann', global_name: null, avatar: '', bot: false },
      panel_id: null,
      close_reason: null,
      closed_by: null,
      closer: null,
      close_source: null,
      closed_at: null,
      rating: null,
      has_transcript: true,
      imported: false,
    }));

  test('a full page has a next one', () => expect(hasNextPage(rows(15))).toBe(true));
  test('fewer than 15 rows are the last page', () => expect(hasNextPage(rows(14))).toBe(false));
  test('a full page that ends with ticket 1 is the last', () => expect(hasNextPage(rows(15, 1))).toBe(false));
  test('an empty page is the last', () => expect(hasNextPage([])).toBe(false));
});

test('an address that says what no filter can be asks for nothing', () => {
  const odd = { id: 'abc', panel_id: 'x', rating: '7', closed_from: 'garbage', page: 'abc', from: '-1' };
  expect(readTranscriptSearch(odd)).toEqual({});
  expect(readTranscriptSearch({ id: '#249', rating: 4, page: '2', from: 9 })).toEqual({
    id: '249',
    rating: '4',
    page: 2,
    from: 9,
  });
});
