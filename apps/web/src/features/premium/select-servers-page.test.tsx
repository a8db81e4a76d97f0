import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { OwnEntitlements } from '@tickets/contract/premium/selection';
import type { GuildEntry } from '@tickets/contract/sessions/session';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from '../../lib/query-client.ts';
import { storeSession } from '../../lib/session.ts';
import { createAppRouter } from '../../router.tsx';
import { answerWith, json } from '../../test/fetch-stub.ts';
import { renderApp } from '../../test/render.tsx';

const guild = (id: string, name: string, permission_level: 0 | 1 | 2): GuildEntry => ({
  id,
  name,
  icon: '',
  permission_level,
});
const guilds = [guild('1', 'Harbour', 2), guild('2', 'Pixel', 2), guild('3', 'Kitchen', 1)];

const subscription = (selected_guilds: string[], permitted_server_count = 1): OwnEntitlements => ({
  entitlements: null,
  legacy_entitlement: {
    user_id: '9',
    tier_id: 0,
    sku_label: 'Premium',
    sku_id: '7a5b6a0e-6d0c-4d53-9a0c-6f8f2b1c7e01',
    is_legacy: false,
    expires_at: null,
  },
  permitted_server_count,
  selected_guilds,
});

/** Opens the page; `stored` is what the browser keeps as its list of servers. */
function open({
  own = subscription([]),
  stored = JSON.stringify(guilds),
}: {
  own?: OwnEntitlements;
  stored?: string | null;
} = {}) {
  vi.stubGlobal('scrollTo', () => undefined);
  storeSession({ token: 't', user_data: { id: '9', username: 'nelly', avatar: '', admin: false }, guilds });
  if (stored === null) localStorage.removeItem('guilds');
  else localStorage.setItem('guilds', stored);
  const state = { own, fails: undefined as number | undefined };
  const seen = answerWith(({ method, url, body }) => {
    if (url.pathname === '/user/guilds/reload') return json(200, { success: true, guilds });
    if (state.fails) return json(state.fails, { success: false, error: 'It broke.' });
    if (method === 'GET') return json(200, state.own);
    state.own = { ...state.own, selected_guilds: (body as { selected_guilds: string[] }).selected_guilds };
    return new Response(null, { status: 204 });
  });
  const queryClient = createQueryClient();
  const history = createMemoryHistory({ initialEntries: ['/premium/select-servers'] });
  const router = createAppRouter(queryClient, history);
  renderApp(<RouterProvider router={router} />, queryClient);
  return { seen, state, router };
}

const switchOf = (name: string) => screen.findByRole<HTMLInputElement>('switch', { name });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Submit' }));

test('lists the servers that one administers, and saves which have premium', async () => {
  const { seen } = open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Choose Premium Servers' })).toBeTruthy();
  await switchOf('Harbour');
  expect(screen.getAllByRole('switch')).toHaveLength(2);
  expect(screen.getByText(/0 of 1 server chosen/)).toBeTruthy();
  fireEvent.click(await switchOf('Pixel'));
  save();
  await screen.findByText('Your servers have been saved');
  expect(seen.find(({ method }) => method === 'PUT')).toMatchObject({
    url: expect.objectContaining({ pathname: '/api/premium/@me/active-guilds' }),
    body: { selected_guilds: ['2'] },
  });
});

test('what is more than permitted is ignored, until another is turned off', async () => {
  open({ own: subscription(['1']) });
  const [harbour, pixel] = [await switchOf('Harbour'), await switchOf('Pixel')];
  expect([harbour.checked, pixel.checked]).toEqual([true, false]);
  fireEvent.click(pixel);
  expect([harbour.checked, pixel.checked]).toEqual([true, false]);
  expect(screen.getByText(/turn off one that is chosen/)).toBeTruthy();
  fireEvent.click(harbour);
  fireEvent.click(pixel);
  expect([harbour.checked, pixel.checked]).toEqual([false, true]);
});

test('a chosen server that the browser does not know, or that one administers no more, can be turned off', async () => {
  open({ own: subscription(['77', '3'], 2) });
  const unknown = await switchOf('Unknown Server 77');
  expect(unknown.checked).toBe(true);
  fireEvent.click(unknown);
  expect(unknown.checked).toBe(false);
  expect((await switchOf('Kitchen')).checked).toBe(true);
});

test.each([
  ['has no subscription', null],
  ['has one without a choice of servers', { ...subscription([]).legacy_entitlement, is_legacy: true }],
])('who %s is told why there is nothing here, and led to their servers', async (_, legacy_entitlement) => {
  const { router } = open({ own: { entitlements: null, legacy_entitlement } as OwnEntitlements });
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  await screen.findByText(
    'This feature is only available to users with a server-specific premium subscription via Patreon.',
  );
});

test('what cannot be loaded is said, and loaded when asked again', async () => {
  const { state } = open();
  state.fails = 400;
  await screen.findByText('Failed to load entitlements: It broke.');
  state.fails = undefined;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await switchOf('Harbour');
});

test.each([
  ['missing', null],
  ['broken', '{"id'],
  ['no list of servers', '[1]'],
])('a stored list that is %s is said, and can be loaded again', async (_, stored) => {
  open({ stored });
  await screen.findByText('Failed to load guilds from local storage.');
  fireEvent.click(screen.getByRole('button', { name: 'Load My Servers' }));
  await switchOf('Harbour');
});

test('a choice that is refused is said, and stays to be sent again', async () => {
  const { state } = open();
  fireEvent.click(await switchOf('Pixel'));
  state.fails = 403;
  save();
  await screen.findByText('Failed to save servers: It broke.');
  expect((await switchOf('Pixel')).checked).toBe(true);
});
