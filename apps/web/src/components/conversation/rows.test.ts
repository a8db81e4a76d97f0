import { describe, expect, test } from 'vitest';
import { formatSize, imagesFirst } from './files.ts';
import { conversationRows } from './rows.ts';
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
  conversationRows(messages, firstNewId).map((row) =>
    row.kind === 'message' ? `${row.message.id}${row.first ? '*' : ''}` : row.kind,
  );

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

describe('files', () => {
  test('pictures come first, the others keep their order', () => {
    const files = [
      { filename: 'notes.txt', content_type: 'text/plain' },
      { filename: 'photo', content_type: 'image/png' },
      { filename: 'old.JPG', content_type: null },
      { filename: 'fake.png', content_type: 'application/octet-stream' },
    ];
    expect(imagesFirst(files).map((file) => file.filename)).toEqual([
      'photo',
      'old.JPG',
      'notes.txt',
      'fake.png',
    ]);
  });

  test.each([
    [0, '0 B'],
    [500, '500 B'],
    [2048, '2 KB'],
    [1536, '1.5 KB'],
    [3 * 1024 ** 2, '3 MB'],
    [5 * 1024 ** 3, '5 GB'],
    [5000 * 1024 ** 3, '5000 GB'],
  ])('%d bytes read %s', (bytes, text) => {
    expect(formatSize(bytes)).toBe(text);
  });
});
