import { screen, waitFor, within } from '@testing-library/react';
import type { TicketSummary } from '@tickets/contract/tickets/tickets';
import { beforeEach, expect, test, vi } from 'vitest';
import { FakeSocket } from '../../../test/fake-socket.ts';
import { json } from '../../../test/fetch-stub.ts';
import { sampleList, sampleSummary } from '../../../test/sample-ticket.ts';
import { openServerPage } from '../../../test/server-page.tsx';

beforeEach(() => {
  FakeSocket.forget();
  vi.stubGlobal('WebSocket', FakeSocket);
});

const ticket = (id: number, values: Partial<TicketSummary> = {}) =>
  sampleSummary(id, {
    panel_id: 4,
    last_response_time: '2026-01-02T00:00:00.000Z',
    last_response_is_staff: false,
    ...values,
  });
const unknown = ticket(3, {
  panel_id: 5,
  user_id: '6',
  claimed_by: '2',
  last_response_time: null,
  last_response_is_staff: null,
});
const mine = ticket(2, { claimed_by: '9', last_response_is_staff: true });

function open(path = 'tickets', tickets: TicketSummary[] = [ticket(1), mine, unknown]) {
  const people = { 7: 'mia', 9: 'nelly' };
  const answer = { tickets };
  const page = openServerPage(path, {
    'GET tickets': () =>
      json(
        200,
        sampleList({
          tickets: answer.tickets,
          panel_titles: { 4: 'Help' },
          resolved_users: Object.fromEntries(
            Object.entries(people).map(([id, username]) => [
              id,
              { id, username, global_name: null, avatar: '', bot: false },
            ]),
          ),
        }),
      ),
  });
  return { ...page, answer };
}

const table = async () => within(await screen.findByRole('table'));
const rowsOf = async () => {
  const rows = (await (await table()).findAllByRole('row')).slice(1);
  return rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  );
};
const ids = async () => (await rowsOf()).map(([id]) => id);
const heads = async () => (await table()).getAllByRole('columnheader').map((head) => head.textContent);
const loaded = () => screen.findByRole('link', { name: 'View ticket 1' });

test('at first all columns but the time of opening are shown, in words for what is not known', async () => {
  open();
  await loaded();
  expect(await heads()).toEqual([
    'ID',
    'Panel',
    'User',
    'Claimed By',
    'Last Message',
    'Awaiting Response',
    'View',
  ]);
  const rows = await rowsOf();
  expect(rows.map((cells) => cells.toSpliced(4, 1))).toEqual([
    ['1', 'Help', 'mia', 'Unclaimed', 'Yes', 'View'],
    ['2', 'Help', 'mia', 'nelly', 'No', 'View'],
    ['3', 'Unknown Panel', 'Unknown', 'Unknown', 'Yes', 'View'],
  ]);
  expect(rows[2]?.[4]).toMatch(/^Neveropened .* ago$/);
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Sort by' }).value).toBe('unclaimed');
});

test('columns, order and toggle change the list at once, and are kept in the browser and in the address', async () => {
  const page = open();
  await loaded();
  const picker = screen.getByRole('combobox', { name: 'Columns' });
  expect(picker.textContent).toBe('6 of 7 shown');
  await page.user.click(picker);
  await page.user.click(await screen.findByRole('option', { name: 'Opened Time' }));
  await page.user.click(await screen.findByRole('option', { name: 'User' }));
  await page.user.keyboard('{Escape}');
  const columns = ['id', 'panel', 'opened_time', 'claimed_by', 'last_message_time', 'awaiting_response'];
  expect((await heads()).slice(0, 4)).toEqual(['ID', 'Panel', 'Opened', 'Claimed By']);

  await page.user.selectOptions(
    screen.getByRole('combobox', { name: 'Sort by' }),
    'Ticket ID descending / newest first',
  );
  expect(await ids()).toEqual(['3', '2', '1']);
  const toggle = screen.getByRole('switch', {
    name: 'Only show unclaimed tickets and tickets claimed by me',
  });
  await page.user.click(toggle);
  expect(await ids()).toEqual(['2', '1']);
  expect(screen.getByText('2 open tickets, 1 more claimed by others')).toBeTruthy();

  expect(JSON.parse(localStorage.getItem('ticket_list:selected_columns') ?? '')).toEqual(columns);
  expect(localStorage.getItem('ticket_list:sort_order')).toBe('id_desc');
  expect(localStorage.getItem('ticket_list:only_my_tickets')).toBe('true');
  await waitFor(() =>
    expect(Object.fromEntries(new URLSearchParams(page.router.state.location.searchStr))).toEqual({
      columns: columns.join(),
      sort: 'id_desc',
      only_mine: 'true',
    }),
  );
});

test('the list opens as it was left', async () => {
  localStorage.setItem('ticket_list:selected_columns', '["user","id","nonsense"]');
  localStorage.setItem('ticket_list:sort_order', 'id_desc');
  localStorage.setItem('ticket_list:only_my_tickets', 'true');
  open();
  await loaded();
  expect(await heads()).toEqual(['ID', 'User', 'View']);
  expect(await ids()).toEqual(['2', '1']);
});

test('an address says more than what was left, and nothing that cannot be read counts', async () => {
  localStorage.setItem('ticket_list:selected_columns', '{broken');
  localStorage.setItem('ticket_list:sort_order', 'sideways');
  localStorage.setItem('ticket_list:only_my_tickets', 'true');
  const page = open('tickets?columns=panel,id&sort=id_desc&only_mine=false');
  await loaded();
  expect(await heads()).toEqual(['ID', 'Panel', 'View']);
  expect(await ids()).toEqual(['3', '2', '1']);
  page.unmount();
  open('tickets?sort=sideways&only_mine=maybe');
  await loaded();
  expect(await heads()).toHaveLength(7);
  expect(await ids()).toEqual(['1', '2']);
});

test('what cannot be read in an address changes nothing', async () => {
  open('tickets?columns=bogus&sort=sideways&only_mine=maybe');
  await loaded();
  expect(await heads()).toHaveLength(7);
  expect(await ids()).toEqual(['1', '2', '3']);
});

test('a list that was left without any column, in a browser or an address, has the usual ones', async () => {
  localStorage.setItem('ticket_list:selected_columns', '[]');
  open('tickets?columns=');
  await loaded();
  expect(await heads()).toHaveLength(7);
});

test('the last column cannot be taken away', async () => {
  const page = open('tickets?columns=user');
  await loaded();
  await page.user.click(
    screen.getByRole('combobox', { name: 'Columns', description: 'At least one column stays.' }),
  );
  await page.user.click(await screen.findByRole('option', { name: 'User' }));
  expect(await heads()).toEqual(['User', 'View']);
  await page.user.click(await screen.findByRole('option', { name: 'ID' }));
  expect(await heads()).toEqual(['ID', 'User', 'View']);
});

test('J and K walk the rows from anywhere on the page, and Enter opens one', async () => {
  const page = open();
  await loaded();
  const focused = () => document.activeElement?.querySelector('td')?.textContent;
  await page.user.keyboard('j');
  expect(focused()).toBe('1');
  await page.user.keyboard('jj');
  expect(focused()).toBe('3');
  await page.user.keyboard('k{Enter}');
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/manage/1/tickets/view/2'));
});

test('J reaches the rows also from the title, which has the focus after a way through the dashboard, and from a button', async () => {
  const page = open();
  await loaded();
  const focused = () => document.activeElement?.querySelector('td')?.textContent;
  for (const away of [
    screen.getByRole('heading', { level: 1 }),
    screen.getAllByRole('button')[0] as HTMLElement, // The page has buttons.
  ]) {
    away.tabIndex = -1;
    away.focus();
    expect(document.activeElement).toBe(away);
    await page.user.keyboard('j');
    expect(focused()).toBe('1');
  }
});

test('rows come, change and go while one looks on', async () => {
  open();
  await loaded();
  const users = { 9: { id: '9', username: 'nelly', global_name: null, avatar: '', bot: false } };
  const tell = (ticket_id: number, now: object | null) =>
    FakeSocket.opened[0]?.receive({
      type: 'tickets_changed',
      data: { ticket_id, ticket: now, panel_title: 'Billing', users },
    });
  tell(4, ticket(4, { panel_id: 6 }));
  tell(1, null);
  tell(3, { ...unknown, claimed_by: '9' });
  tell(2, null);
  await waitFor(async () => expect(await ids()).toEqual(['4', '3']));
  const rows = await rowsOf();
  expect(rows[0]?.[1]).toBe('Billing');
  expect(rows[1]?.[3]).toBe('nelly');
});

test('what changed before the connection stood is read once it does', async () => {
  const page = open();
  await loaded();
  page.answer.tickets = [mine];
  FakeSocket.opened[0]?.receive({ type: 'authenticated' });
  await waitFor(async () => expect(await ids()).toEqual(['2']));
});

test('a ticket that went to a panel of others leaves the list', async () => {
  const page = open();
  await loaded();
  page.answer.tickets = [mine];
  FakeSocket.opened[0]?.receive({ type: 'list_changed' });
  await waitFor(async () => expect(await ids()).toEqual(['2']));
});

test('somebody without a name gets it once the server has learned it', async () => {
  const page = open();
  await loaded();
  page.answer.tickets = [{ ...unknown, claimed_by: '9' }];
  FakeSocket.opened[0]?.receive({ type: 'names_learned' });
  await waitFor(async () => expect((await rowsOf())[0]?.[3]).toBe('nelly'));
});

test('when others have claimed everything, all tickets are one press away', async () => {
  const page = open('tickets?only_mine=true', [unknown]);
  await page.user.click(await screen.findByRole('button', { name: 'Show all tickets' }));
  expect(await ids()).toEqual(['3']);
});

test('without open tickets it is told where they come from', async () => {
  open('tickets', []);
  expect(await screen.findByText('No open tickets')).toBeTruthy();
});
