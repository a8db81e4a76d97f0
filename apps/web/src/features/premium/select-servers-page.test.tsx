import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../lib/api/query-client.ts';
import { readToasts } from '../../lib/page/toast.ts';
import { storeSession } from '../../lib/session/session.ts';
import { createAppRouter } from '../../router.tsx';
import { answerWith, json } from '../../test/fetch-stub.ts';
import { renderApp } from '../../test/render.tsx';

const guild = (id: string, name: string, permission_level: 0 | 1 | 2) => ({
  id,
  name,
  icon: '',
  permission_level,
});
const guilds = [
  guild('11', 'Bakery', 2),
  guild('12', 'Library', 2),
  guild('13', 'Garden', 2),
  guild('14', 'Harbour', 1),
];

interface Given {
  path?: string;
  subscriber?: boolean;
  permitted?: number;
  selected?: string[];
  load?: Response;
  refusal?: string;
  /** A save is answered when this has come. */
  held?: Promise<void>;
  stored?: string | null;
}
function open({
  path = '/premium/select-servers',
  subscriber = true,
  permitted = 2,
  refusal,
  ...given
}: Given = {}) {
  vi.stubGlobal('scrollTo', () => undefined);
  storeSession({
    token: 't',
    user_data: {
      id: '9',
      username: 'nelly',
      avatar: '',
      admin: false,
    },
    guilds: guilds as never,
    ...(subscriber && { chooses_servers: true }),
  });
  if (given.stored === null) localStorage.removeItem('guilds');
  else if (given.stored !== undefined) localStorage.setItem('guilds', given.stored);
  let selected = given.selected ?? [];
  const saved: unknown[] = [];
  answerWith(async ({ method, url, body }) => {
    if (url.pathname === '/user/guilds/reload') return json(200, { success: true, guilds });
    if (method === 'GET') {
      if (given.load) return given.load.clone();
      const legacy = {
        user_id: '9',
        tier_id: 0,
        sku_label: 'Two',
        sku_id: 'x',
        is_legacy: false,
        expires_at: null,
      };
      return subscriber
        ? json(200, {
            entitlements: null,
            legacy_entitlement: legacy,
            permitted_server_count: permitted,
            selected_guilds: selected,
          })
        : json(200, { entitlements: null, legacy_entitlement: null });
    }
    await given.held;
    saved.push([method, url.pathname, body]);
    if (refusal) return json(400, { success: false, error: refusal });
    selected = (body as { selected_guilds: string[] }).selected_guilds;
    return new Response(null, { status: 204 });
  });
  const queryClient = createQueryClient();
  const router = createAppRouter(queryClient, createMemoryHistory({ initialEntries: [path] }));
  return { ...renderApp(<RouterProvider router={router} />, queryClient), router, saved };
}
beforeEach(() => localStorage.clear());

const list = () => screen.findByRole('list', { name: 'Servers that you administer' });
const names = async () =>
  within(await list())
    .getAllByRole('switch')
    .map((one) => (one as HTMLInputElement).labels?.[0]?.textContent);
const on = async () =>
  within(await list())
    .getAllByRole<HTMLInputElement>('switch')
    .filter(({ checked }) => checked)
    .map((one) => one.labels?.[0]?.textContent);
const toggle = (name: string) => screen.getByRole('switch', { name });

test('the page lists the servers that one administers, and saves those that are on', async () => {
  const { user, saved } = open({ selected: ['12'] });
  expect(await screen.findByRole('heading', { name: 'Choose Premium Servers', level: 1 })).toBeTruthy();
  expect(await names()).toEqual(['BBakery', 'LLibrary', 'GGarden']);
  expect(await on()).toEqual(['LLibrary']);
  await user.click(toggle('Bakery'));
  await user.click(toggle('Library'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(readToasts().map(({ text }) => text)).toEqual(['Your premium servers have been saved']),
  );
  expect(saved).toEqual([['PUT', '/api/premium/@me/active-guilds', { selected_guilds: ['11'] }]]);
  expect(await on()).toEqual(['BBakery']);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
});

test('one more than the subscription covers stays off, and the page says why', async () => {
  const { user } = open({ selected: ['11', '12'] });
  await list();
  await user.click(toggle('Garden'));
  expect(await on()).toEqual(['BBakery', 'LLibrary']);
  expect(screen.getByText(/Turn a server off to choose another/)).toBeTruthy();
  await user.click(toggle('Bakery'));
  await user.click(toggle('Garden'));
  expect(await on()).toEqual(['LLibrary', 'GGarden']);
});

test('a chosen server that the stored list does not have is shown by its id, and can be turned off', async () => {
  const { user, saved } = open({ selected: ['77', '14'] });
  expect((await names()).slice(-2)).toEqual(['USUnknown Server 77', 'HHarbour']);
  await user.click(toggle('Unknown Server 77'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]).toEqual(['PUT', '/api/premium/@me/active-guilds', { selected_guilds: ['14'] }]);
});

test('people without such a subscription are told so, and find no entry in the menu', async () => {
  open({ subscriber: false });
  const words =
    'This feature is only available to users with a server-specific premium subscription via Patreon.';
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.queryByRole('list', { name: 'Servers that you administer' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Premium Servers' })).toBeNull();
});

test('subscribers find the page in the menu beside their servers', async () => {
  const { user, router } = open({ path: '/' });
  await user.click(await screen.findByRole('link', { name: 'Premium Servers' }));
  await list();
  expect(router.state.location.pathname).toBe('/premium/select-servers');
});

test('nobody else has it in their menu', async () => {
  open({ path: '/', subscriber: false });
  await screen.findByRole('link', { name: 'Your Data' });
  expect(screen.queryByRole('link', { name: 'Premium Servers' })).toBeNull();
});

test('a failing load says so and is tried again by a press', async () => {
  open({ load: json(403, { success: false, error: 'No way' }) });
  expect(await screen.findByText('Failed to load entitlements: No way')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});

test('a failing save says so and keeps what was chosen', async () => {
  const { user } = open({ refusal: 'Too many guilds selected' });
  await list();
  await user.click(toggle('Bakery'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(readToasts().map(({ text }) => text)).toEqual([
      'Failed to save servers: Too many guilds selected',
    ]),
  );
  expect(await on()).toEqual(['BBakery']);
});

test.each([
  ['missing', null],
  ['broken', '{'],
  ['something else', '[1]'],
])('a stored list that is %s says so, and is loaded again by a press', async (_, stored) => {
  const { user } = open({ stored });
  expect(await screen.findByText('Failed to load guilds from local storage.')).toBeTruthy();
  // Who is signed in is known all the same.
  expect(screen.getByRole('link', { name: 'Logout' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Premium Servers' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Load the list again' }));
  expect(await names()).toEqual(['BBakery', 'LLibrary', 'GGarden']);
});

test('a choice that is not saved is asked about before one leaves, and no longer when it is as it was', async () => {
  const { user, router } = open({ selected: ['12', '11'] });
  await list();
  await user.click(toggle('Library'));
  await user.click(screen.getByRole('link', { name: 'Servers' }));
  expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Stay here' }));
  expect(router.state.location.pathname).toBe('/premium/select-servers');
  await user.click(toggle('Library'));
  await user.click(screen.getByRole('link', { name: 'Servers' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
});

test('Save leaves the focus in its card', async () => {
  const held = Promise.withResolvers<void>();
  const { user } = open({ held: held.promise });
  await list();
  await user.click(toggle('Bakery'));
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  await user.click(save);
  await waitFor(() => expect(save.disabled).toBe(true));
  // A browser moves the focus off a button that is disabled; the test environment does not.
  save.blur();
  held.resolve();
  await waitFor(() => expect(document.activeElement).not.toBe(document.body));
});
