// @vitest-environment node
import { expect, test } from 'vitest';
import type { Message } from '../simulator/types.ts';
import { messageOf } from '../test/samples.ts';
import { logRows } from './log-rows.ts';

const at = (time: string, values: Partial<Message> = {}) =>
  messageOf({ id: time, time: `2026-03-01T${time}:00`, ...values });

/** Days, then messages that name their author (`*`) and those that do not. */
const drawn = (messages: Message[]) =>
  logRows(messages).map((row) =>
    row.kind === 'day' ? 'day' : `${row.message.id}${row.isGrouped ? '' : '*'}`,
  );

test('messages of one author stand together until seven minutes have passed', () => {
  expect(drawn([at('12:00'), at('12:06'), at('12:14')])).toEqual(['day', '12:00*', '12:06', '12:14*']);
});

test('another author, an answer, a command and a line that only one sees begin anew', () => {
  const other = { author: { id: '30', name: 'Rowan', avatar_url: '', bot: false, colour: null } };
  expect(
    drawn([
      at('12:00'),
      at('12:01', other),
      at('12:02', { reply: { id: '1', author: null, content: '', has_attachments: false } }),
      at('12:03', { command: { name: 'tag', by: 'Olive', avatar_url: '', slash: true } }),
      at('12:04', { ephemeral: true }),
    ]),
  ).toEqual(['day', '12:00*', '12:01*', '12:02*', '12:03*', '12:04*']);
});

test('a new day has its name, and what Discord tells itself is nobody’s message to go on from', () => {
  const tomorrow = messageOf({ id: 'next', time: '2026-03-02T00:01:00' });
  expect(drawn([at('23:59'), tomorrow])).toEqual(['day', '23:59*', 'day', 'next*']);
  expect(drawn([at('12:00', { type: 6 }), at('12:01')])).toEqual(['day', '12:00*', '12:01*']);
});
