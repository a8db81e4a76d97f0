import type { TicketList, TicketSummary } from '@tickets/contract/tickets/tickets';
import { expect, test } from 'vitest';
import { sharedList, ticketRows, withChanges, withRead, withWaiting } from './ticket-list.ts';

const hour = (n: number) => new Date(Date.UTC(2026, 0, 1, n)).toISOString();
const ticket = (id: number, values: Partial<TicketSummary> = {}): TicketSummary => ({
  id,
  panel_id: null,
  user_id: '7',
  claimed_by: null,
  opened_at: hour(0),
  last_response_time: hour(id),
  last_response_is_staff: false,
  waiting_since: hour(id),
  last_message: null,
  ...values,
});
const listOf = (...tickets: TicketSummary[]): TicketList => ({
  success: true,
  tickets,
  closed: [],
  panel_titles: { 4: 'Help' },
  resolved_users: { 7: { id: '7', username: 'mia', global_name: 'Mia', avatar: '', bot: false } },
  read: {},
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

const rowsById = (list: TicketList) => new Map(ticketRows(list, all).map((row) => [row.id, row]));
/** As it comes with the next answer. */
const copyOf = (list: TicketList): TicketList => structuredClone(list);

test('of a list that is answered again only the rows of changed tickets are new', () => {
  const before = listOf(ticket(3), ticket(2), ticket(1));
  const rows = rowsById(before);
  const after = rowsById(
    sharedList(before, copyOf(listOf(ticket(4), ticket(3, { claimed_by: '2' }), ticket(1)))),
  );
  expect([...after.keys()]).toEqual([1, 4, 3]);
  expect(after.get(1)).toBe(rows.get(1));
  expect(after.get(3)).toMatchObject({ claimed: true });
});

test('of a list of which one ticket changed the other rows stay', () => {
  const before = listOf(ticket(2), ticket(1));
  const rows = rowsById(before);
  const users = copyOf(before).resolved_users;
  const change = {
    ticket_id: 2,
    ticket: ticket(2, { panel_id: 4 }),
    closed: false,
    panel_title: 'Help',
    users,
  };
  const after = rowsById(withChanges(before, [change]));
  expect(after.get(1)).toBe(rows.get(1));
  expect(after.get(2)).toMatchObject({ panel: 'Help' });
});

test('a row is told anew when a name in it becomes known', () => {
  const before = listOf(ticket(1, { claimed_by: '2', panel_id: 5 }));
  expect(rowsById(before).get(1)).toMatchObject({ panel: null, claimed_by: null });
  const joe = { id: '2', username: 'joe', global_name: null, avatar: '', bot: false };
  const change = {
    ticket_id: 9,
    ticket: ticket(9, { panel_id: 5 }),
    closed: false,
    panel_title: 'Bugs',
    users: { 2: joe },
  };
  expect(rowsById(withChanges(before, [change])).get(1)).toMatchObject({ panel: 'Bugs', claimed_by: 'joe' });
});

test('changes open, close and reorder nothing but what they name', () => {
  const list = listOf(ticket(5), ticket(3), ticket(1));
  const closed = { ticket_id: 3, ticket: null, closed: true, panel_title: null, users: {} };
  const opened = { ticket_id: 6, ticket: ticket(6), closed: false, panel_title: null, users: {} };
  const after = withChanges(list, [closed, opened]);
  expect(after.tickets.map(({ id }) => id)).toEqual([6, 5, 1]);
  expect(after.closed).toEqual([3]);
  const hidden = { ...closed, closed: false };
  expect(withChanges(list, [hidden]).closed).toEqual([]);
  expect(withChanges(after, [{ ...opened, ticket_id: 3, ticket: ticket(3) }]).closed).toEqual([]);
});

test('a row tells the last words and who said them, naming nobody whom it names already', () => {
  const said = (author_id: string, text = 'Is **it** there, <@7>?', files = 0) => ({
    last_message: { id: '900', author_id, text, files },
  });
  const list = {
    ...listOf(ticket(1, said('7')), ticket(2, said('1')), ticket(3, said('8')), ticket(4, said('7', '', 2))),
    read: { 1: '900', 2: '1', 3: '899' },
  };
  const rows = ticketRows(list, { ...all, sort: 'id_asc' });
  expect(rows.map(({ said }) => said)).toEqual([
    { by: { is: 'opener' }, text: 'Is it there, @Mia?', files: 0 },
    { by: { is: 'me' }, text: 'Is it there, @Mia?', files: 0 },
    { by: { is: 'other', name: null }, text: 'Is it there, @Mia?', files: 0 },
    { by: { is: 'opener' }, text: '', files: 2 },
  ]);
});

test('unread is what came after the message that was seen last, from somebody else, and what was never opened', () => {
  const last = (author_id: string) => ({ last_message: { id: '900', author_id, text: 'x', files: 0 } });
  const list = {
    ...listOf(
      ticket(1, last('7')),
      ticket(2, last('7')),
      ticket(3, last('1')),
      ticket(4),
      ticket(5, last('7')),
    ),
    read: { 1: '900', 2: '99', 3: '99' },
  };
  const unread = (of: TicketList) =>
    ticketRows(of, { ...all, sort: 'id_asc' }).flatMap(({ id, unread }) => (unread ? [id] : []));
  expect(unread(list)).toEqual([2, 4, 5]);
  expect(unread(withRead(list, { ticket_id: 2, message_id: '900' }))).toEqual([4, 5]);
  expect(withRead(list, { ticket_id: 1, message_id: '899' })).toBe(list);
});

test('which tickets wait follows the lines that changed', () => {
  const change = (ticket_id: number, waiting_since: string | null | undefined) => ({
    ticket_id,
    ticket: waiting_since === undefined ? null : ticket(ticket_id, { waiting_since }),
    closed: false,
    panel_title: null,
    users: {},
  });
  const waiting = [3, 2, 1];
  expect(withWaiting(waiting, [change(2, undefined), change(1, null), change(4, hour(1))])).toEqual([3, 4]);
  expect(withWaiting(waiting, [change(2, hour(2)), change(9, null)])).toBe(waiting);
});
