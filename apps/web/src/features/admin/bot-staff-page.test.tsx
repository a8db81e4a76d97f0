import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from '../../lib/api/query-client.ts';
import { readToasts } from '../../lib/page/toast.ts';
import { storeSession } from '../../lib/session/session.ts';
import { createAppRouter } from '../../router.tsx';
import { answerWith, json } from '../../test/fetch-stub.ts';
import { renderApp } from '../../test/render.tsx';

function open(path: string, { admin = true, refusal = '' } = {}) {
  vi.stubGlobal('scrollTo', () => undefined);
  storeSession({ token: 't', user_data: { id: '9', username: 'nelly', avatar: '', admin }, guilds: [] });
  const state = {
    list: [
      { id: '5', username: 'mia' },
      { id: '6', username: 'Unknown User' },
    ],
  };
  const seen = answerWith(({ method, url }) => {
    const id = url.pathname.split('/').at(-1) ?? '';
    if (url.pathname === '/api/admin/bot-staff') return json(200, state.list);
    if (refusal)
      return json(400, { success: false, error: refusal, fields: [{ path: 'user_id', message: refusal }] });
    state.list = state.list.filter((member) => member.id !== id);
    if (method === 'POST') state.list.push({ id, username: id === '7' ? 'ann' : 'Unknown User' });
    return new Response(null, { status: 204 });
  });
  const queryClient = createQueryClient();
  const router = createAppRouter(queryClient, createMemoryHistory({ initialEntries: [path] }));
  const rendered = renderApp(<RouterProvider router={router} />, queryClient);
  const changes = () =>
    seen.filter(({ method }) => method !== 'GET').map(({ method, url }) => `${method} ${url.pathname}`);
  return { ...rendered, router, changes, seen };
}

const table = () => within(screen.getByRole('region', { name: 'Bot staff' }));
const rows = () =>
  table()
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent);
const box = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'User ID' });
const add = () => screen.getByRole('button', { name: 'Add' });
const toasts = () => readToasts().map(({ kind, text }) => `${kind}: ${text}`);

async function openPage(options?: Parameters<typeof open>[1]) {
  const page = open('/admin/bot-staff', options);
  await screen.findByText('mia', { exact: false });
  return page;
}

test('administrators of the product find everybody by name and id, in a frame with the way home', async () => {
  const { user, router } = await openPage();
  expect(screen.getByRole('heading', { name: 'Bot Staff', level: 1 })).toBeTruthy();
  expect(rows()).toEqual(['mia (5)', 'Unknown User (6)Nobody found with this ID']);
  const menu = within(screen.getByRole('navigation', { name: 'Main' }));
  expect(menu.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Bot Staff', '/admin/bot-staff'],
    ['Integrations', '/admin/integrations'],
    ['Home', '/'],
  ]);
  await user.click(menu.getByRole('link', { name: 'Home' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  const entry = await screen.findByRole('link', { name: 'Admin' });
  expect(entry.getAttribute('href')).toBe('/admin/bot-staff');
});

test.each(['/admin/bot-staff', '/admin'])(
  'everybody else is taken from %s to the servers, which have no entry for it',
  async (path) => {
    const { router, seen } = open(path, { admin: false });
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    await screen.findByRole('link', { name: 'Servers' });
    expect(screen.queryByRole('link', { name: 'Admin' })).toBeNull();
    expect(seen.filter(({ url }) => url.pathname.startsWith('/api/admin'))).toEqual([]);
  },
);

test('somebody is added by id, and named; of an id that nobody has it says so', async () => {
  const { user, changes } = await openPage();
  await user.type(box(), ' 7 ');
  await user.click(add());
  await waitFor(() => expect(rows()).toContain('ann (7)'));
  expect(toasts()).toEqual(['success: ann has been added to the bot staff']);
  expect(box().value).toBe('');
  await user.type(box(), '8{Enter}');
  await waitFor(() => expect(rows()).toContain('Unknown User (8)Nobody found with this ID'));
  expect(toasts()).toContain(
    'warning: Discord knows nobody with the ID 8. It has been added all the same: check that it is right.',
  );
  expect(changes()).toEqual(['POST /api/admin/bot-staff/7', 'POST /api/admin/bot-staff/8']);
});

test('nothing is sent without an id, nor with what is none, which the field says', async () => {
  const { user, changes } = await openPage();
  await user.click(add());
  await user.type(box(), '   {Enter}');
  expect(box().getAttribute('aria-invalid')).toBeNull();
  await user.type(box(), 'mia{Enter}');
  expect(await screen.findByText('Enter the ID of a person: digits only.')).toBeTruthy();
  expect(box().getAttribute('aria-invalid')).toBe('true');
  expect(changes()).toEqual([]);
});

test('a refusal stands at the field, which keeps what was typed', async () => {
  const { user } = await openPage({ refusal: 'This is not the id of a user.' });
  await user.type(box(), '9999999999999999999{Enter}');
  expect((await screen.findAllByText('This is not the id of a user.')).length).toBeGreaterThan(0);
  await waitFor(() => expect(box().getAttribute('aria-invalid')).toBe('true'));
  expect(box().value).toBe('9999999999999999999');
});

test('somebody is deleted after a question that names them', async () => {
  const { user, changes } = await openPage();
  await user.click(screen.getByRole('button', { name: 'Delete mia' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/mia loses access/)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(rows()).toEqual(['Unknown User (6)Nobody found with this ID']));
  expect(changes()).toEqual(['DELETE /api/admin/bot-staff/5']);
  expect(toasts()).toEqual(['success: mia has been deleted from the bot staff']);
});
