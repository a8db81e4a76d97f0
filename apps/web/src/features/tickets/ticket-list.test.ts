import type { TicketList, TicketSummary } from '@tickets/contract/tickets';
import { expect, test } from 'vitest';
import { ticketRows } from './ticket-list.ts';

const hour = (n: number) => new Date(Date.UTC(2026, 0, 1, n)).toISOString();
const ticket = (id: number, values: Partial<TicketSummary> = {}): TicketSummary => ({
  id,
  panel_id: null,
  user_id: '7',
  claimed_by: null,
  opened_at: hour(0),
  last_response_time: hour(id),
  last_response_is_staff: false,
  ...values,
});
const listOf = (...tickets: TicketSummary[]): TicketList => ({
  success: true,
  tickets,
  panel_titles: { 4: 'Help' },
  resolved_users: { 7: { id: '7', username: 'mia', global_name: 'Mia', avatar: '', bot: false } },
  self_id: '1',
});
const all = { sort: 'unclaimed', only_mine: false } as const;
const idsOf = (...args: Parameters<typeof ticketRows>) => ticketRows(...args).map(({ id }) => id);

test('what needs somebody comes first: unclaimed, mine, not answered by staff, silent for longest', () => {
  const list = listOf(
    ticket(1, { claimed_by: '2' }),
    ticket(2, { claimed_by: '1', last_response_is_staff: true }),
    ticket(3, { claimed_by: '1' }),
    ticket(4, { last_response_is_staff: true }),
    ticket(6),
    ticket(5),
    ticket(7, { claimed_by: 'null', last_response_time: null, last_response_is_staff: null }),
  );
  expect(idsOf(list, all)).toEqual([7, 5, 6, 4, 3, 2, 1]);
});

test('ids rise or fall as numbers do', () => {
  const list = listOf(ticket(9), ticket(10), ticket(2));
  expect(idsOf(list, { ...all, sort: 'id_asc' })).toEqual([2, 9, 10]);
  expect(idsOf(list, { ...all, sort: 'id_desc' })).toEqual([10, 9, 2]);
});

test('only mine leaves out what others claimed, and nothing else', () => {
  const list = listOf(
    ticket(1, { claimed_by: '2' }),
    ticket(2, { claimed_by: '1' }),
    ticket(3),
    ticket(4, { claimed_by: 'null' }),
  );
  expect(idsOf(list, { sort: 'id_asc', only_mine: true })).toEqual([2, 3, 4]);
});

test('what is not known has no name, and the text "null" is nobody', () => {
  const rows = ticketRows(
    listOf(
      ticket(1, { panel_id: 4, claimed_by: 'null' }),
      ticket(2, { panel_id: 5, user_id: '8', claimed_by: '8' }),
    ),
    { sort: 'id_asc', only_mine: false },
  );
  expect(rows).toMatchObject([
    { panel: 'Help', user: 'Mia', claimed: false, claimed_by: null },
    { panel: null, user: null, claimed: true, claimed_by: null },
  ]);
});
