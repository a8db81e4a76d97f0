import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { screen, waitFor, within } from '@testing-library/react';
import type { DataRequest, OwnData } from '@tickets/contract/personal-data/personal-data';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from '../../lib/api/query-client.ts';
import { readSession, storeSession } from '../../lib/session/session.ts';
import { createAppRouter } from '../../router.tsx';
import { answerWith, json } from '../../test/fetch-stub.ts';
import { renderApp } from '../../test/render.tsx';

const request = (about: Partial<DataRequest>): DataRequest => ({
  kind: 'erasure',
  state: 'running',
  asked_at: '2026-01-01T00:00:00.000Z',
  due_at: '2026-01-01T01:00:00.000Z',
  finished_at: null,
  steps: 8,
  steps_done: 2,
  rows_done: 40,
  is_failing: false,
  file: null,
  ...about,
});

async function open(about: Partial<OwnData> = {}) {
  vi.stubGlobal('scrollTo', () => undefined);
  storeSession({
    token: 't',
    user_data: { id: '9', username: 'nelly', avatar: '', admin: false },
    guilds: [],
  });
  const state = {
    own: {
      kept: [
        { kind: 'messages', count: 1234 },
        { kind: 'premium', count: 0 },
      ],
      open_tickets: [],
      export: null,
      erasure: null,
      is_fresh: true,
      ...about,
    } as OwnData,
    is_gone: false,
  };
  const seen = answerWith(({ method, url }) => {
    if (state.is_gone) return json(401, { success: false, error: 'Sign in again.', code: 'session.invalid' });
    if (method === 'GET') return json(200, state.own);
    if (url.pathname === '/user/data/erasure' && method === 'POST') {
      const message = 'Type your username, nelly, to confirm.';
      return json(400, { success: false, error: message, fields: [{ path: 'username', message }] });
    }
    state.own = { ...state.own, export: request({ kind: 'export', state: 'waiting', steps: 1 }) };
    return json(200, state.own.export);
  });
  const queryClient = createQueryClient();
  const history = createMemoryHistory({ initialEntries: ['/account/data'] });
  const router = createAppRouter(queryClient, history);
  const rendered = renderApp(<RouterProvider router={router} />, queryClient);
  await screen.findByText('Messages that you wrote in tickets');
  return { ...rendered, queryClient, state, seen };
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

test('the privacy policy and the terms can be reached from here', async () => {
  await open();
  const leadsTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(leadsTo('privacy policy')).toBe('/legal/privacy');
  expect(leadsTo('terms of service')).toBe('/legal/tos');
});

test('what is kept is counted, and a copy is asked for and watched', async () => {
  const { user, seen } = await open();
  expect(screen.getByText('1,234')).toBeTruthy();
  await user.click(button('Make a Copy'));
  await screen.findByText(/40 entries so far/);
  expect(button('Make a Copy').disabled).toBe(true);
  expect(seen.filter(({ method }) => method === 'POST').map(({ url }) => url.pathname)).toEqual([
    '/user/data/export',
  ]);
});

test('a wrong username is refused at its field, which keeps what was typed', async () => {
  const { user, seen } = await open();
  await user.click(button('Erase My Data'));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox', { name: 'Your username' }), 'nobody{Enter}');
  await dialog.findByText('Type your username, nelly, to confirm.');
  const box = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Your username' });
  expect(box.value).toBe('nobody');
  expect(box.getAttribute('aria-invalid')).toBe('true');
  expect(seen.find(({ url }) => url.pathname === '/user/data/erasure')?.body).toEqual({ username: 'nobody' });
});

test('open tickets are listed and keep the button from being pressed', async () => {
  await open({
    open_tickets: [{ guild_id: '1', guild_name: 'Bakery', ticket_id: 7, channel_id: '5', part: 'claimer' }],
  });
  expect(screen.getByRole('link', { name: '#7 in Bakery: give it back, or close it' })).toBeTruthy();
  expect(button('Erase My Data').disabled).toBe(true);
});

test('an old sign-in sees everything and is asked to sign in again before it does anything', async () => {
  await open({ is_fresh: false });
  expect(button('Sign In Again')).toBeTruthy();
  expect(button('Make a Copy').disabled).toBe(true);
  expect(button('Erase My Data').disabled).toBe(true);
});

test('an erasure shows its steps, and says when it is done, which ends the sign-in', async () => {
  const { user, state, queryClient } = await open({ erasure: request({ is_failing: true }) });
  expect(screen.getByRole('progressbar', { name: 'Your data is being erased' })).toBeTruthy();
  expect(screen.getByText(/Step 3 of 8, 40 entries so far/)).toBeTruthy();
  expect(screen.getByText(/It is tried again every minute/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Erase My Data' })).toBeNull();
  state.is_gone = true;
  await queryClient.refetchQueries();
  await screen.findByText('Your data was erased');
  vi.stubGlobal('location', { ...location, assign: vi.fn() });
  await user.click(button('Leave'));
  await waitFor(() => expect(readSession()).toBeUndefined());
});
