import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { OwnEntitlements } from '@tickets/contract/premium/premium';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from '../../lib/query-client.ts';
import { storeSession } from '../../lib/session.ts';
import { readToasts } from '../../lib/toast.ts';
import { createAppRouter } from '../../router.tsx';
import { answerWith, json, type SeenRequest } from '../../test/fetch-stub.ts';
import { renderApp } from '../../test/render.tsx';

const own: OwnEntitlements = {
  entitlements: null,
  legacy_entitlement: {
    user_id: '9',
    tier_id: 0,
    sku_label: 'Premium',
    sku_id: 'x',
    is_legacy: false,
    expires_at: null,
  },
  permitted_server_count: 1,
  selected_guilds: [],
};
type Answer = (request: SeenRequest) => Response;

function open(
  { put, ...answers }: { get?: Answer; put?: Answer } = {},
  before: (() => void) | undefined = undefined,
) {
  vi.stubGlobal('scrollTo', () => undefined);
  const guild = (id: string, name: string, permission_level: 0 | 1 | 2) =>
    ({ id, name, icon: '', permission_level }) as const;
  storeSession({
    token: 't',
    user_data: { id: '9', username: 'nelly', avatar: '', admin: false },
    guilds: [guild('1', 'Harbour', 2), guild('2', 'Kitchen', 1), guild('3', 'Pixel', 2)],
  });
  before?.();
  const get = answers.get ?? (() => json(200, own));
  const seen = answerWith((request) =>
    request.method === 'GET' ? get(request) : (put?.(request) ?? new Response(null, { status: 204 })),
  );
  const queryClient = createQueryClient();
  const history = createMemoryHistory({ initialEntries: ['/premium/select-servers'] });
  renderApp(<RouterProvider router={createAppRouter(queryClient, history)} />, queryClient);
  return seen;
}
const list = () => screen.findByRole('list', { name: 'Servers that can have premium' });
const toggle = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name: new RegExp(name) });
const toasts = () => readToasts().map(({ kind, text }) => `${kind}: ${text}`);

test('servers that one administers are turned on up to the number of the subscription, and saved', async () => {
  const seen = open();
  expect(await screen.findByRole('heading', { name: 'Choose Premium Servers' })).toBeTruthy();
  await list();
  expect(screen.queryByText('Kitchen')).toBeNull();
  await userEvent.click(toggle('Harbour'));
  expect(toggle('Harbour').checked).toBe(true);
  await userEvent.click(toggle('Pixel'));
  expect(toggle('Pixel').checked).toBe(false);
  expect(screen.getByText(/as many as your subscription allows/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(toasts()).toContain('success: Your premium servers have been saved.'));
  const [put] = seen.filter(({ method }) => method === 'PUT');
  expect([put?.url.pathname, put?.body]).toEqual([
    '/api/premium/@me/active-guilds',
    { selected_guilds: ['1'] },
  ]);
  await userEvent.click(toggle('Harbour'));
  expect(toggle('Harbour').checked).toBe(false);
});

test('a server that was chosen and is not in the list any more can be turned off', async () => {
  open({ get: () => json(200, { ...own, selected_guilds: ['77'] }) });
  await list();
  expect(screen.getByText('Unknown Server 77')).toBeTruthy();
  expect(toggle('Unknown Server 77').checked).toBe(true);
});

test.each([
  ['nothing', { entitlements: null, legacy_entitlement: null }],
  ['premium for all servers', { ...own, legacy_entitlement: { ...own.legacy_entitlement, is_legacy: true } }],
])('who has %s reads for whom the page is, and sees no list', async (_, answer) => {
  open({ get: () => json(200, answer) });
  const only =
    'This feature is only available to users with a server-specific premium subscription via Patreon.';
  expect(await screen.findByText(only)).toBeTruthy();
  expect(screen.queryByRole('switch')).toBeNull();
});

test('what fails is said: the load, the save, and a list of servers that cannot be read', async () => {
  let fails = true;
  const refusal = () => json(400, { success: false, error: 'Too many guilds selected' });
  open({
    get: () => (fails ? json(400, { success: false, error: 'Not now' }) : json(200, own)),
    put: refusal,
  });
  expect(await screen.findByText('Failed to load entitlements: Not now')).toBeTruthy();
  fails = false;
  await userEvent.click(screen.getByRole('button', { name: /again/i }));
  await list();
  await userEvent.click(toggle('Harbour'));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(toasts()).toContain('error: Failed to save servers: Too many guilds selected'));
  expect(toggle('Harbour').checked).toBe(true);
});

test('a stored list that cannot be read is said, with the way to get another', async () => {
  open({}, () => localStorage.setItem('guilds', 'nonsense'));
  expect(await screen.findByText('Failed to load guilds from local storage.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Sign in again' })).toBeTruthy();
});
