import type { TicketMessage } from '@tickets/contract/tickets/tickets';
import { describe, expect, test } from 'vitest';
import { sampleMessage } from '../../../test/sample-ticket.ts';
import { type LiveMessages, liveMessages, noMessages } from './live-messages.ts';

const message = (id: number, seq: number, changes: Partial<TicketMessage> = {}) =>
  sampleMessage({ id: String(id), seq, content: `message ${id} at ${seq}`, ...changes });

const load = (messages: TicketMessage[], seq: number, has_more = false) =>
  liveMessages(noMessages, { type: 'loaded', view: { messages, seq, has_more } });

type Change = 'message' | 'message_update' | 'message_delete';
const receive = (state: LiveMessages, type: Change, data: TicketMessage) =>
  liveMessages(state, {
    type: 'frame',
    frame: { type, data, mentions: { users: {}, roles: {}, channels: {} } },
  });
const contents = (state: LiveMessages) => state.messages.map((entry) => entry.content);

const start = load([message(10, 1), message(20, 2)], 2);

describe('messages of an earlier ticket', () => {
  test('do not count in what was seen of this one, so that a reconnect misses nothing', () => {
    const page = { messages: [message(5, 90, { ticket_id: 2 })], has_more: false };
    const joined = liveMessages(start, { type: 'older', view: page });
    expect(joined.seq).toBe(2);
    expect(contents(receive(joined, 'message', message(30, 3)))).toEqual([
      'message 5 at 90',
      'message 10 at 1',
      'message 20 at 2',
      'message 30 at 3',
    ]);
    const again = { messages: [message(5, 90, { ticket_id: 2 }), message(10, 1)], seq: 2, has_more: false };
    expect(liveMessages(noMessages, { type: 'loaded', view: again }).seq).toBe(2);
  });
});

describe('changes that arrive in order', () => {
  test('a new message comes last and moves the seq', () => {
    const state = receive(start, 'message', message(30, 3));
    expect(contents(state)).toEqual(['message 10 at 1', 'message 20 at 2', 'message 30 at 3']);
    expect(state.seq).toBe(3);
  });

  test('an edit replaces the message in its place', () => {
    const state = receive(start, 'message_update', message(10, 3, { content: 'edited' }));
    expect(contents(state)).toEqual(['edited', 'message 20 at 2']);
  });

  test('a deletion keeps the message and marks it', () => {
    const state = receive(
      start,
      'message_delete',
      message(20, 3, { deleted_timestamp: '2026-01-01T00:01:00.000Z' }),
    );
    expect(state.messages[1]?.deleted_timestamp).not.toBeNull();
    expect(state.messages).toHaveLength(2);
  });

  test('a deletion that does not say what was deleted takes the message away, known or not', () => {
    const bare = { content: '', deleted_timestamp: '2026-01-01T00:01:00.000Z' };
    const state = receive(start, 'message_delete', message(20, 3, bare));
    expect(contents(state)).toEqual(['message 10 at 1']);
    const again = receive(state, 'message_delete', message(30, 5, bare));
    expect(contents(again)).toEqual(['message 10 at 1']);
    expect(again.seq).toBe(5);
  });

  test('ids of different lengths are ordered as numbers', () => {
    const state = receive(start, 'message', message(9, 3));
    expect(state.messages.map((entry) => entry.id)).toEqual(['9', '10', '20']);
  });
});

describe('changes that arrive twice or late', () => {
  test('the same frame twice changes nothing', () => {
    const once = receive(start, 'message', message(30, 3));
    expect(receive(once, 'message', message(30, 3))).toEqual(once);
  });

  test('an older state of a message does not undo its edit', () => {
    const edited = receive(start, 'message_update', message(20, 3, { content: 'edited' }));
    expect(contents(receive(edited, 'message', message(20, 2)))).toEqual(['message 10 at 1', 'edited']);
  });

  test('an edit that overtook its message is kept when the message comes', () => {
    const overtaken = receive(start, 'message_update', message(30, 4, { content: 'edited' }));
    const both = receive(overtaken, 'message', message(30, 3));
    expect(contents(both).at(-1)).toBe('edited');
    expect(both.seq).toBe(4);
  });
});

describe('changes that skip a number', () => {
  test('a message that changed twice in a moment comes once, and the reader is up to date', () => {
    const state = receive(start, 'message_update', message(20, 4, { content: 'edited twice' }));
    expect(contents(state)).toEqual(['message 10 at 1', 'edited twice']);
    expect(state.seq).toBe(4);
  });

  test('a deletion of a message that never arrived is shown in its place', () => {
    const state = receive(
      start,
      'message_delete',
      message(15, 5, { deleted_timestamp: '2026-01-01T00:01:00.000Z' }),
    );
    expect(state.messages.map((entry) => entry.id)).toEqual(['10', '15', '20']);
  });

  test('what a reconnect repeats changes nothing', () => {
    const state = receive(start, 'message', message(30, 6));
    const again = [message(20, 2), message(30, 6)].reduce(
      (now, data) => receive(now, 'message', data),
      state,
    );
    expect(again).toEqual(state);
  });
});

describe('pages', () => {
  const newest = load([message(30, 3), message(40, 4)], 4, true);

  test('an older page goes in front and says whether there are more', () => {
    const state = liveMessages(newest, {
      type: 'older',
      view: { messages: [message(10, 1), message(20, 2)], has_more: false },
    });
    expect(state.messages.map((entry) => entry.id)).toEqual(['10', '20', '30', '40']);
    expect(state.has_more).toBe(false);
    expect(state.seq).toBe(4);
  });

  test('a change of a message on a page that was not read does not make a hole in the list', () => {
    const state = receive(newest, 'message_update', message(10, 5));
    expect(state.messages.map((entry) => entry.id)).toEqual(['30', '40']);
    expect(state.seq).toBe(5);
  });

  test('reading the newest page again keeps the older pages and the edits', () => {
    const older = liveMessages(newest, {
      type: 'older',
      view: { messages: [message(20, 2)], has_more: true },
    });
    const again = liveMessages(older, {
      type: 'loaded',
      view: { messages: [message(40, 5, { content: 'edited' }), message(50, 6)], seq: 6, has_more: true },
    });
    expect(again.messages.map((entry) => entry.id)).toEqual(['20', '30', '40', '50']);
    expect(again.messages[2]?.content).toBe('edited');
    expect(again.seq).toBe(6);
  });

  test('reading the newest page again takes away what it does not show any more, and nothing that is newer', () => {
    const state = receive(receive(newest, 'message', message(50, 5)), 'message', message(60, 7));
    const view = { messages: [message(30, 3), message(50, 5)], seq: 6, has_more: true };
    const again = liveMessages(state, { type: 'loaded', view });
    expect(again.messages.map((entry) => entry.id)).toEqual(['30', '50', '60']);
  });

  test('an answer that a first message overtook does not hide it', () => {
    const state = receive(load([], 0), 'message', message(10, 1));
    const late = liveMessages(state, { type: 'loaded', view: { messages: [], seq: 0, has_more: false } });
    expect(late.messages).toHaveLength(1);
  });

  test('a page that is newer than everything known replaces it, because messages between are unknown', () => {
    const state = liveMessages(newest, {
      type: 'loaded',
      view: { messages: [message(90, 40)], seq: 40, has_more: true },
    });
    expect(state.messages.map((entry) => entry.id)).toEqual(['90']);
  });
});
