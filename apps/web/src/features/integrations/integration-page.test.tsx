import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readToasts } from '../../lib/page/toast.ts';
import { json } from '../../test/fetch-stub.ts';
import { openServerPage } from '../../test/server-page.tsx';
import { viewed } from './sample-integration.ts';

const toasts = () => readToasts().map(({ kind, text }) => `${kind}: ${text}`);

function open({
  path = 'integrations/view/3',
  active = false,
  ...more
}: Partial<Parameters<typeof viewed>[0]> & { path?: string; active?: boolean } = {}) {
  return openServerPage(path, {
    'GET /api/integrations/view/3': () => json(200, viewed(more)),
    'GET integrations/3': () => json(200, { active }),
    'DELETE integrations/3': () => new Response(null, { status: 204 }),
    'GET /api/integrations/self': () => json(200, []),
    'GET integrations/available': () => json(200, []),
  });
}

test('shows what an integration is, and its placeholders in percent signs', async () => {
  open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Ranks' })).toBeTruthy();
  expect(await screen.findByText('%rank%')).toBeTruthy();
  expect(screen.getByText('Tells the rank of whoever opens a ticket.')).toBeTruthy();
  expect(screen.getByText(/in welcome messages/)).toBeTruthy();
});

test.each([
  ['https://ranks.test/privacy', true],
  ['http://ranks.test/privacy', true],
  ['javascript:alert(1)', false],
  [null, false],
])('of the privacy policy %s there is a link: %s', async (privacy_policy_url, there) => {
  open({ privacy_policy_url });
  await screen.findByText('%rank%');
  expect(screen.queryByRole('link', { name: 'Privacy policy' }) !== null).toBe(there);
});

test('where it is not active, a button leads to where it is added', async () => {
  open();
  const add = await screen.findByRole('link', { name: 'Add to server' });
  expect(add.getAttribute('href')).toBe('/manage/1/integrations/activate/3');
  expect(screen.queryByRole('button', { name: 'Remove from server' })).toBeNull();
});

test('where it is active it can be removed, and the marketplace says that it was', async () => {
  const { user, router, asked } = open({ active: true });
  await user.click(await screen.findByRole('button', { name: 'Remove from server' }));
  const question = within(await screen.findByRole('dialog', { name: 'Remove Ranks' }));
  expect(question.getByText(/Secrets that were entered for it here are deleted/)).toBeTruthy();
  expect(asked('DELETE', 'integrations/3')).toHaveLength(0);
  await user.click(question.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/manage/1/integrations'));
  expect(asked('DELETE', 'integrations/3')).toHaveLength(1);
  await waitFor(() => expect(toasts()).toEqual(['success: Integration removed from server successfully!']));
});

test('says that it was created, to whoever just did', async () => {
  open({ path: 'integrations/view/3?created=true' });
  await screen.findByText('%rank%');
  expect(toasts()).toEqual(['success: Your integration has been created successfully!']);
});

test('an address without a number of an integration leads nowhere', async () => {
  const { addresses } = open({ path: 'integrations/view/x' });
  expect(await screen.findByText('Page not found')).toBeTruthy();
  expect(addresses().filter((address) => address.includes('integrations'))).toEqual([]);
});

test.each([
  [403, 'You do not have permission to view this integration', false],
  [404, 'Integration not found', false],
  [400, 'Not now', true],
])('a refusal of %i offers to try again only where that can help', async (status, error, helps) => {
  openServerPage('integrations/view/3', {
    'GET /api/integrations/view/3': () => json(status, { success: false, error }),
    'GET integrations/3': () => json(200, { active: false }),
  });
  expect(await screen.findByText(error)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' }) !== null).toBe(helps);
});
