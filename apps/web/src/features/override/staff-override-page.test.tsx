import { screen, waitFor, within } from '@testing-library/react';
import type { AuditEntry } from '@tickets/contract/audit/audit';
import { afterEach, expect, test } from 'vitest';
import { readToasts } from '../../lib/page/toast.ts';
import { json } from '../../test/fetch-stub.ts';
import { openServerPage } from '../../test/server-page.tsx';
import { sampleEntry } from '../audit/sample-entry.ts';

const HOUR_MS = 3_600_000;

const noEntries = { total_pages: 1, current_page: 1, has_newer: false, has_older: false };
let entries: AuditEntry[] = [];
afterEach(() => {
  entries = [];
});

async function open(hours?: number, granting = () => new Response(null, { status: 204 }), may_grant = true) {
  const until = (count: number | undefined) =>
    count === undefined ? null : new Date(Date.now() + count * HOUR_MS + 30_000).toISOString();
  const state = { expires_at: until(hours) };
  const page = openServerPage('staffoverride', {
    'GET staff-override': () => json(200, { has_override: state.expires_at !== null, ...state, may_grant }),
    'POST staff-override': ({ body }) => {
      const answer = granting();
      if (answer.ok) state.expires_at = until((body as { time_period: number }).time_period); // as the page sends it
      return answer;
    },
    'POST audit-logs': () => json(200, { ...noEntries, entries, total_count: entries.length }),
    'GET channels': () => json(200, []),
    'GET roles': () => json(200, { success: true, roles: [] }),
    'GET panels': () => json(200, []),
    'GET multipanels': () => json(200, { success: true, data: [] }),
    'GET forms': () => json(200, []),
    'GET team': () => json(200, []),
    'DELETE staff-override': () => {
      state.expires_at = null;
      return new Response(null, { status: 204 });
    },
  });
  await screen.findByText(/The Tickets team has access|Nobody of the Tickets team has access now/);
  return page;
}

const button = (name: string) => screen.getByRole('button', { name });
const revoke = () => screen.queryByRole('button', { name: 'Revoke Access' });
const modal = async () =>
  within(await screen.findByRole('dialog', { name: 'Grant Permissions To Tickets Team' }));
const toasts = () => readToasts().map(({ kind, text }) => `${kind}: ${text}`);

test('the page says what is granted, and offers to revoke it only while there is something to revoke', async () => {
  const { user, asked } = await open();
  expect(screen.getByRole('heading', { name: 'Staff Override', level: 2 })).toBeTruthy();
  expect(screen.getByText(/support team can be granted temporary access to the dashboard/)).toBeTruthy();
  expect(screen.getByText(/can be revoked at any time/)).toBeTruthy();
  expect(revoke()).toBeNull();

  await user.click(button('Grant Access'));
  await user.click((await modal()).getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(toasts()).toEqual(['success: Staff access override has been granted']));
  expect(asked('POST', 'staff-override').map(({ body }) => body)).toEqual([{ time_period: 1 }]);
  const { format } = new Intl.DateTimeFormat('en', {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  const end = format(new Date(Date.now() + HOUR_MS + 30_000));
  expect(await screen.findByText(`Until ${end}, your time.`)).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await user.click(button('Revoke Access'));
  await waitFor(() => expect(toasts()).toContain('success: Staff access override has been revoked'));
  expect(asked('DELETE', 'staff-override')).toHaveLength(1);
  await waitFor(() => expect(revoke()).toBeNull());
  // The button that was pressed is gone; the focus is not.
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Staff Override'));
});

test.each([
  ['1 hour', 1],
  ['6 hours', 6],
  ['1 day', 24],
  ['3 days', 72],
])('%s is granted as %i hours', async (label, time_period) => {
  const { user, asked } = await open();
  await user.click(button('Grant Access'));
  const form = await modal();
  const duration = form.getByRole<HTMLSelectElement>('combobox', { name: 'Duration' });
  expect([...duration.options].map(({ text }) => text)).toEqual(['1 hour', '6 hours', '1 day', '3 days']);
  expect(duration.value).toBe('1');
  await user.selectOptions(duration, label);
  await user.click(form.getByRole('button', { name: 'Confirm' }));
  await waitFor(() =>
    expect(asked('POST', 'staff-override').map(({ body }) => body)).toEqual([{ time_period }]),
  );
});

test.each([
  ['Cancel', (page: Awaited<ReturnType<typeof open>>) => page.user.click(button('Cancel'))],
  ['Escape', (page: Awaited<ReturnType<typeof open>>) => page.user.keyboard('{Escape}')],
])('%s closes the modal, grants nothing, and the next time it begins at 1 hour', async (_, leave) => {
  const page = await open();
  await page.user.click(button('Grant Access'));
  await page.user.selectOptions((await modal()).getByRole('combobox', { name: 'Duration' }), '3 days');
  await leave(page);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(page.asked('POST', 'staff-override')).toEqual([]);
  await page.user.click(button('Grant Access'));
  expect((await modal()).getByRole<HTMLSelectElement>('combobox', { name: 'Duration' }).value).toBe('1');
});

test('a refusal is said, and the modal stays', async () => {
  const { user } = await open(6, () => json(403, { success: false, error: 'Not by you' }));
  await user.click(button('Grant Access'));
  await user.click((await modal()).getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(toasts()).toEqual(['error: Not by you']));
  expect(screen.getByRole('dialog')).toBeTruthy();
});

test('whoever was let in is not offered to prolong it, reads who can, and may end it', async () => {
  await open(6, undefined, false);
  expect(await screen.findByText(/Only an administrator of the server can grant or prolong/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Grant Access' })).toBeNull();
  expect(revoke()).toBeTruthy();
});

test('the page lists what the team changed, with the way to all of it', async () => {
  entries = Array.from({ length: 12 }, (_, index) =>
    sampleEntry({ id: 20 - index, old_data: '{"title":"Help"}', new_data: '{"title":"Support"}' }),
  );
  const { asked } = await open();
  const list = await screen.findByRole('list', { name: 'Changes, the newest first' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(10);
  expect(asked('POST', 'audit-logs').map(({ body }) => body)).toEqual([{ by_override: true }]);
  const all = screen.getByRole('link', { name: 'All 12 in the audit log' });
  expect(all.getAttribute('href')).toBe('/manage/1/audit-log?source=override');
});

test('the page says where the team has changed nothing', async () => {
  await open();
  expect(await screen.findByText('They have changed nothing yet.')).toBeTruthy();
});
