import { expect, it } from 'vitest';
import { findCommands } from './commands.ts';

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
  command('My tickets server'),
];
const labels = (typed: string) => findCommands(commands, typed).map(({ label }) => label);

it('nothing typed lists everything', () => {
  expect(labels(' ')).toHaveLength(3);
});

it('every word must be found, in the label or in what it belongs to', () => {
  expect(labels('aurora panel')).toEqual(['Ticket Panels']);
});

it('what begins as typed comes first', () => {
  expect(labels('tickets')).toEqual(['Tickets', 'My tickets server']);
});
