import type { EarlierTicket } from '@tickets/contract/tickets/tickets';
import { describe, expect, test } from 'vitest';
import { conversationRows, endsWithin } from './rows.ts';
import type { ConversationMessage } from './types.ts';

const noon = new Date(2026, 0, 5, 12).getTime();
const minute = 60_000;

function message(id: string, author: string, time: number, content = id): ConversationMessage {
  return {
    id,
    author: { key: author, name: author, avatarUrl: '', bot: false },
    time,
    content,
    edited: false,
    deleted: false,
    embeds: [],
    components: [],
    attachments: [],
  };
}

/** "day", "new", and messages by id, with a star where the author is named. */
const drawn = (messages: ConversationMessage[], firstNewId?: string) =>
  conversationRows(messages, { firstNewId }).map(sign);
const sign = (row: ReturnType<typeof conversationRows>[number]) =>
  row.kind === 'message'
    ? `${row.message.id}${row.first ? '*' : ''}`
    : row.kind === 'earlier'
      ? `#${row.earlier.id}`
      : row.kind;

describe('rows of a conversation', () => {
  test('messages of one author within seven minutes name the author once', () => {
    expect(
      drawn([
        message('a', 'ann', noon),
        message('b', 'ann', noon + 6 * minute),
        message('c', 'ben', noon + 7 * minute),
      ]),
    ).toEqual(['day', 'a*', 'b', 'c*']);
  });

  test('an author who becomes staff between two messages is named again', () => {
    const asked = { ...message('a', 'ann', noon), staff: false };
    const helped = { ...message('b', 'ann', noon + minute), staff: true };
    expect(drawn([asked, helped])).toEqual(['day', 'a*', 'b*']);
  });

  test('a member whose next message is on its way is not named again', () => {
    const asked = { ...message('a', 'ann', noon), staff: false };
    expect(drawn([asked, message('b', 'ann', noon + minute)])).toEqual(['day', 'a*', 'b']);
  });

  test('after a pause the author is named again', () => {
    expect(drawn([message('a', 'ann', noon), message('b', 'ann', noon + 8 * minute)])).toEqual([
      'day',
      'a*',
      'b*',
    ]);
  });

  test('every day begins with its date', () => {
    const tomorrow = noon + 24 * 60 * minute;
    expect(drawn([message('a', 'ann', noon), message('b', 'ann', tomorrow)])).toEqual([
      'day',
      'a*',
      'day',
      'b*',
    ]);
  });

  test('the mark of new messages stands before the first of them', () => {
    expect(drawn([message('a', 'ann', noon), message('b', 'ann', noon + minute)], 'b')).toEqual([
      'day',
      'a*',
      'new',
      'b*',
    ]);
  });

  test('notices without anything to read are left out', () => {
    expect(drawn([message('a', 'ann', noon), message('b', 'ann', noon, '')])).toEqual(['day', 'a*']);
  });
});

describe('earlier tickets that are joined', () => {
  const ticket = (id: number): EarlierTicket => ({
    id,
    history: 'joined',
    closed_at: null,
    closed_by: null,
    close_reason: null,
    imported: false,
  });
  const of = (number: number, id: string) => ({ ...message(id, 'ann', noon), ticket: number });
  const earlier = [ticket(5), ticket(2)];
  const joined = (messages: ConversationMessage[], hasOlder = false) =>
    conversationRows(messages, { earlier: endsWithin(earlier, messages, hasOlder) }).map(sign);

  test('end where the next one begins, and there the author is named again', () => {
    expect(joined([of(2, 'a'), of(5, 'b'), of(5, 'c'), of(9, 'd')])).toEqual([
      'day',
      'a*',
      '#2',
      'b*',
      'c',
      '#5',
      'd*',
    ]);
  });

  test('are named also where none of their messages can be read, and before anything is written', () => {
    expect(joined([of(9, 'a')])).toEqual(['#2', '#5', 'day', 'a*']);
    expect(joined([])).toEqual(['#2', '#5']);
    expect(joined([of(2, 'a'), message('reply', 'ann', noon)])).toEqual(['day', 'a*', '#2', '#5', 'reply*']);
  });

  test('are not named before they were read', () => {
    expect(joined([of(9, 'a')], true)).toEqual(['day', 'a*']);
    expect(joined([of(5, 'a'), of(9, 'b')], true)).toEqual(['day', 'a*', '#5', 'b*']);
  });
});
