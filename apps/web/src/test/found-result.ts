import type { SearchResult } from '@tickets/contract/search/search';

/** A message of a closed ticket in which "parcel" was found. */
export function foundResult(values: Partial<SearchResult> = {}): SearchResult {
  const mia = { id: '5', username: 'mia', global_name: 'Mia', avatar: '', bot: false };
  return {
    ticket_id: 7,
    channel_name: 'ticket-7',
    status: 'closed',
    has_transcript: true,
    imported: false,
    opener: mia,
    panel_id: 1,
    panel_title: 'Parcels',
    rating: 4,
    source: 'message',
    message_id: '70',
    question: null,
    author: mia,
    said_at: '2026-11-01T10:00:00.000Z',
    deleted: false,
    has_file: false,
    snippet: [
      { text: 'my lost ', hit: false },
      { text: 'parcel', hit: true },
    ],
    ...values,
  };
}
