import type { Json } from '@tickets/contract/audit/changes';
import { expect, test } from 'vitest';
import type { FieldKind } from './fields.ts';
import { sampleWords } from './sample-words.ts';
import { plainValue, shownValue } from './values.ts';

const said = (kind: FieldKind, value: Json | undefined) => plainValue(kind, value, sampleWords);

test.each<[FieldKind, Json, string]>([
  ['yes_no', true, 'Yes'],
  ['yes_no', false, 'No'],
  ['number', 12345, '12,345'],
  ['channel', '11', 'help'],
  ['channel', '99', 'deleted channel (99)'],
  ['channel', '0', 'none'],
  ['role', '21', '@Helpers'],
  ['role', '1', '@everyone'],
  ['role', '99', 'deleted role (99)'],
  ['teams', [31, 39], 'Billing, deleted team (39)'],
  ['form', 41, 'Report'],
  ['form', 49, 'deleted form (49)'],
  ['panel', 51, 'Support'],
  [
    'multi_panels',
    [
      { id: 61, place: 1 },
      { id: 69, place: 2 },
    ],
    'Open a ticket!, deleted multi-panel (69)',
  ],
  ['mentions', ['user', 'here', '21'], 'Ticket opener, @here, @Helpers'],
  ['webhook_events', ['ticket.opened', 'ticket.later'], 'Opened, ticket.later'],
  ['colour', 0x2ecc71, '#2ecc71'],
  ['colour', '#2ECC71', '#2ecc71'],
  ['duration', 183_600, '2 days 3 hours'],
  ['duration', 0, 'never'],
  ['days', 30, '30 days'],
  ['language', 'br', 'Português (Brasil)'],
  ['naming', 'username', '#ticket-username'],
  ['level', '2', 'Administrator'],
  ['button_style', 3, 'Green'],
  ['emoji', '🎫', '🎫'],
  ['emoji', { name: 'star', id: '7' }, ':star:'],
  ['time', '2026-03-01T12:00:00.000Z', 'Mar 1, 2026, 12:00 PM'],
  ['unknown', { of: 'a later version' }, '{"of":"a later version"}'],
])('as %s, %j is read as %s', (kind, value, text) => {
  expect(said(kind, value)).toBe(text);
});

test.each<[FieldKind, string]>([
  ['text', 'none'],
  ['language', 'Server Default'],
  ['server_or_own', 'the server’s'],
  ['days', 'for good'],
  ['mentions', 'Nobody'],
])('nothing of the kind %s is read as %s', (kind, text) => {
  expect(said(kind, null)).toBe(text);
});

test('rules of access are read as sentences in their order', () => {
  const rules = [
    { role_id: '21', action: 'allow' },
    { role_id: '1', action: 'deny' },
  ];
  expect(said('access', rules)).toBe('1. Allow @Helpers\n2. Deny @everyone');
  expect(shownValue('access', rules, sampleWords).as).toBe('steps');
});

test('questions are read with their style, length and placeholder', () => {
  const question = {
    label: 'What happened?',
    placeholder: 'Then…',
    style: 2,
    required: true,
    min_length: 4,
    max_length: 900,
  };
  expect(said('questions', [question])).toBe(
    '1. What happened? (Multi-line, Required, 4 to 900 characters, placeholder “Then…”)',
  );
});
