import { expect, it } from 'vitest';
import { findCommands, ticketNumber } from './commands.ts';

const command = (label: string, detail?: string) => ({
  id: label,
  kind: 'page' as const,
  label,
  ...(detail ? { detail } : {}),
  run: () => undefined,
});
const commands = [
  command('Ticket Panels', 'Aurora'),
  command('Tickets', 'Aurora'),
  command('My Tickets server'),
];
const labels = (typed: string) => findCommands(commands, typed).map(({ label }) => label);

it('nothing typed lists everything', () => {
  expect(labels(' ')).toHaveLength(3);
});

it('every word must be found, in the label or in what it belongs to', () => {
  expect(labels('aurora panel')).toEqual(['Ticket Panels']);
});

it('what begins as typed comes first', () => {
  expect(labels('tickets')).toEqual(['Tickets', 'My Tickets server']);
});

it('tags are found by their id, and not listed before', () => {
  const tags = ['docs', 'rules'].map((id) => ({ ...command(id, 'Tag'), kind: 'tag' as const }));
  const found = (typed: string) => findCommands([...commands, ...tags], typed).map(({ label }) => label);
  expect(found('')).toHaveLength(3);
  expect(found('doc')).toEqual(['docs']);
  expect(found('tag rules')).toEqual(['rules']);
});

it('a number, with or without #, is that of a ticket', () => {
  expect([' 12', '#12', '12a', '', '#'].map(ticketNumber)).toEqual([12, 12, undefined, undefined, undefined]);
});
