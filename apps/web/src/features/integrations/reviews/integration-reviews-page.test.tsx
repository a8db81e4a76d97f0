import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { screen, waitFor, within } from '@testing-library/react';
import type { IntegrationReview } from '@tickets/contract/integrations/integrations';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from '../../../lib/api/query-client.ts';
import { readToasts } from '../../../lib/page/toast.ts';
import { storeSession } from '../../../lib/session/session.ts';
import { createAppRouter } from '../../../router.tsx';
import { answerWith, json } from '../../../test/fetch-stub.ts';
import { renderApp } from '../../../test/render.tsx';
import { detailed } from '../sample-integration.ts';

const toasts = () => readToasts().map(({ kind, text }) => `${kind}: ${text}`);

function open({ admin = true, waiting = [3] } = {}) {
  vi.stubGlobal('scrollTo', () => undefined);
  storeSession({ token: 't', user_data: { id: '9', username: 'nelly', avatar: '', admin }, guilds: [] });
  const { headers: _, ...integration } = detailed({
    review: 'waiting',
    public: true,
    privacy_policy_url: 'https://ranks.test/privacy',
    validation_url: 'https://ranks.test/check',
  });
  let list = waiting.map(
    (id): IntegrationReview => ({
      integration: { ...integration, id, name: `Ranks ${id}` },
      author: { id: '5', username: 'mia' },
      guild_count: 2,
      asked_at: '2026-01-01T00:00:00.000Z',
      updated_at: '2026-01-01T00:00:00.000Z',
    }),
  );
  const seen = answerWith(({ method, url }) => {
    if (method === 'GET') return url.pathname === '/api/admin/integrations' ? json(200, list) : json(200, []);
    const id = Number(url.pathname.split('/').at(-2));
    list = list.filter(({ integration }) => integration.id !== id);
    return new Response(null, { status: 204 });
  });
  const queryClient = createQueryClient();
  const router = createAppRouter(
    queryClient,
    createMemoryHistory({ initialEntries: ['/admin/integrations'] }),
  );
  const rendered = renderApp(<RouterProvider router={router} />, queryClient);
  const changes = () =>
    seen.filter(({ method }) => method !== 'GET').map(({ url, body }) => [url.pathname, body]);
  return { ...rendered, router, seen, changes };
}

test('shows all that is known of what waits', async () => {
  open();
  await screen.findByRole('heading', { level: 2, name: 'Ranks 3' });
  for (const text of [
    'mia',
    'GET https://ranks.test/hook',
    'https://ranks.test/check',
    'https://ranks.test/privacy',
    'api_key',
    '%rank%',
    'user.rank',
  ])
    expect(screen.getByText(text)).toBeTruthy();
});

test('one is approved at once', async () => {
  const { user, changes } = open({ waiting: [3, 4] });
  await user.click(await screen.findByRole('button', { name: 'Approve Ranks 3' }));
  await waitFor(() => expect(screen.queryByText('Ranks 3')).toBeNull());
  expect(changes()).toEqual([
    ['/api/admin/integrations/3/approve', { updated_at: '2026-01-01T00:00:00.000Z' }],
  ]);
  expect(toasts()).toEqual(['success: Ranks 3 is public now']);
  expect(screen.getByRole('button', { name: 'Approve Ranks 4' })).toBeTruthy();
});

test('one is refused with a reason, and not without', async () => {
  const { user, changes } = open();
  await user.click(await screen.findByRole('button', { name: 'Refuse Ranks 3' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Refuse Ranks 3' }));
  const refuse = dialog.getByRole<HTMLButtonElement>('button', { name: 'Refuse' });
  expect(refuse.disabled).toBe(true);
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), ' No policy ');
  await user.click(refuse);
  expect(await screen.findByText('No integration waits for a review')).toBeTruthy();
  expect(changes()).toEqual([['/api/admin/integrations/3/refuse', { reason: 'No policy' }]]);
  expect(toasts()).toEqual(['success: The request to make Ranks 3 public has been refused']);
});

test('it is for administrators of the product alone', async () => {
  const { router, seen } = open({ admin: false });
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  expect(seen.filter(({ url }) => url.pathname.startsWith('/api/admin'))).toEqual([]);
});
