import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readToasts } from '../../../lib/page/toast.ts';
import { json } from '../../../test/fetch-stub.ts';
import { openServerPage } from '../../../test/server-page.tsx';
import { listed, sampleIntegration, viewed } from '../sample-integration.ts';

const cards = () => within(screen.getByRole('list', { name: 'Available Integrations' }));
const ready = () => waitFor(() => expect(cards().getAllByText(/^By /).length).toBeGreaterThan(0));
const next = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Next page' });
const previous = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Previous page' });
const toasts = () => readToasts().map(({ kind, text }) => `${kind}: ${text}`);
const many = (count: number) => Array.from({ length: count }, (_, index) => listed({ id: index + 1 }));

/** The marketplace over a server that forgets what is removed. */
function open({
  path = 'integrations',
  list = [listed({ id: 3, name: 'Ranks' }), listed({ id: 4, name: 'Orders', added: true, guild_count: 12 })],
  own = [] as object[],
} = {}) {
  const state = { list };
  return openServerPage(path, {
    'GET /api/integrations/self': () => json(200, own),
    'GET integrations/available': () => json(200, state.list),
    'DELETE integrations/4': () => {
      state.list = state.list.map((one) => (one.id === 4 ? { ...one, added: false } : one));
      return new Response(null, { status: 204 });
    },
  });
}

test.each([
  [1, 18, false],
  [1, 19, true],
  [2, 19, false],
  [2, 20, true],
])('on page %i with %i integrations, whether there is a next one is %s', async (page, count, there) => {
  open({ path: `integrations?page=${page}`, list: many(count) });
  await ready();
  expect(next().disabled).toBe(!there);
  expect(previous().disabled).toBe(page === 1);
  expect(screen.getByText(`Page ${page}`)).toBeTruthy();
});

test('the built-in integration stands on page 1 alone, and the address has the page', async () => {
  const { user, router, addresses } = open({ list: many(20) });
  await ready();
  const [builtIn] = cards().getAllByRole('listitem');
  expect(builtIn?.textContent).toContain('automatically enabled in all servers');
  expect(builtIn?.textContent).toContain('Built-In');
  const link = within(builtIn as HTMLElement).getByRole('link');
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['https://blox.link/', '_blank']);
  await user.click(next());
  await waitFor(() => expect(screen.queryByText('Built-In')).toBeNull());
  expect(router.state.location.searchStr).toBe('?page=2');
  expect(addresses()).toContain('/api/1/integrations/available?page=2');
});

test('a card shows what it is, whose, how many servers have it, and its picture by token', async () => {
  open({ list: [listed({ id: 3, name: 'Ranks', added: true, guild_count: 12, proxy_token: 'a.b' })] });
  await ready();
  const card = cards().getAllByRole('listitem')[1] as HTMLElement;
  for (const text of ['Ranks', 'Active', '12 servers', 'By Mia']) expect(card.textContent).toContain(text);
  expect(card.querySelector('img')?.getAttribute('src')).toBe('/image-proxy?token=a.b');
  expect(within(card).getByRole('link', { name: 'By Mia' }).getAttribute('href')).toBe(
    'https://discord.com/users/5',
  );
});

test('a card says that its integration needs a new secret', async () => {
  open({ list: [listed({ added: true, needs_secrets: true }), listed({ id: 4, added: true })] });
  await ready();
  expect(cards().getAllByText('Active')).toHaveLength(2);
  expect(cards().getAllByText('Needs a new secret')).toHaveLength(1);
});

test('where the server has as many as it can, it says so and offers none', async () => {
  open({ list: [...many(5).map((one) => ({ ...one, added: true })), listed({ id: 9, name: 'Sixth' })] });
  await ready();
  expect(screen.getByText(/This server has 5 integrations, which is as many as a server can/)).toBeTruthy();
  expect(cards().getByRole<HTMLButtonElement>('button', { name: 'Add to server: Sixth' }).disabled).toBe(
    true,
  );
});

test('a card leads to where its integration is seen, added, configured and managed', async () => {
  open({
    list: [listed({ id: 3, name: 'Ranks', owner_id: '9' }), listed({ id: 4, name: 'Orders', added: true })],
  });
  await ready();
  const to = (name: string) => cards().getByRole('link', { name }).getAttribute('href');
  expect(to('View Ranks')).toBe('/manage/1/integrations/view/3');
  expect(to('Configure Ranks')).toBe('/manage/1/integrations/configure/3');
  expect(to('Add to server: Ranks')).toBe('/manage/1/integrations/activate/3');
  expect(to('Manage Orders')).toBe('/manage/1/integrations/manage/4');
  expect(cards().queryByRole('link', { name: 'Configure Orders' })).toBeNull();
  expect(cards().queryByRole('button', { name: 'Remove Ranks' })).toBeNull();
});

test('Remove on a card asks once, removes, says so, and leaves the focus in the list', async () => {
  const { user, asked } = open();
  await ready();
  await user.click(cards().getByRole('button', { name: 'Remove Orders' }));
  const question = within(await screen.findByRole('dialog', { name: 'Remove Orders' }));
  expect(question.getByText(/Secrets that were entered for it here are deleted/)).toBeTruthy();
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked('DELETE', 'integrations/4')).toHaveLength(0);
  await user.click(cards().getByRole('button', { name: 'Remove Orders' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(toasts()).toEqual(['success: Integration removed from server successfully']));
  expect(asked('DELETE', 'integrations/4')).toHaveLength(1);
  await cards().findByRole('link', { name: 'Add to server: Orders' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).not.toBe(document.body));
});

test.each([
  ['added', 'Integration added to server successfully!'],
  ['removed', 'Integration removed from server successfully!'],
])('the flag %s is told once, not again when one comes back', async (flag, text) => {
  const { router } = open({ path: `integrations?${flag}=true` });
  await ready();
  await waitFor(() => expect(toasts()).toEqual([`success: ${text}`]));
  await router.navigate({ to: '/manage/$guildId/tags', params: { guildId: '1' } });
  await screen.findByRole('heading', { level: 1, name: 'Tags' });
  const [told] = readToasts();
  router.history.back();
  await screen.findByRole('heading', { level: 1, name: 'Integrations' });
  expect(readToasts()[0]?.id).toBe(told?.id);
});

test('the address has its flag on arrival, and loses it once it was told', async () => {
  const { router } = open({ path: 'integrations?added=true&page=2' });
  await waitFor(() => expect(toasts()).toEqual(['success: Integration added to server successfully!']));
  expect(router.state.location.searchStr).toBe('?added=true&page=2');
  await waitFor(() => expect(router.state.location.searchStr).toBe('?page=2'), { timeout: 8_000 });
  expect(router.history.length).toBe(1);
  expect(readToasts()).toHaveLength(1);
}, 20_000);

test('About says what is sent where, and whether there is a privacy policy', async () => {
  const { user } = open({
    list: [
      listed({ id: 3, name: 'Ranks', privacy_policy_url: 'https://ranks.test/privacy' }),
      listed({ id: 4, name: 'Orders', added: true, webhook_url: 'https://orders.test/hook' }),
    ],
  });
  await ready();
  await user.click(screen.getByRole('button', { name: 'About Ranks' }));
  const ranks = within(await screen.findByRole('dialog', { name: 'About Ranks' }));
  expect(ranks.getByRole('link', { name: 'https://ranks.test/privacy' })).toBeTruthy();
  expect(ranks.getByText(/request containing the ticket opener's user ID/)).toBeTruthy();
  expect(ranks.getByRole('link', { name: 'Add to server' }).getAttribute('href')).toBe(
    '/manage/1/integrations/activate/3',
  );
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'About Orders' }));
  const orders = within(await screen.findByRole('dialog', { name: 'About Orders' }));
  expect(orders.getByText('https://orders.test/hook')).toBeTruthy();
  expect(orders.getByText('The integration author has not provided a privacy policy.')).toBeTruthy();
  await user.click(orders.getByRole('button', { name: 'Remove from server' }));
  const question = within(await screen.findByRole('dialog', { name: 'Remove Orders' }));
  await waitFor(() => expect(document.activeElement).toBe(question.getByRole('button', { name: 'Cancel' })));
  await user.click(question.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(toasts()).toEqual(['success: Integration removed from server successfully']));
});

test('own integrations say how their review stands, and why one was refused', async () => {
  open({
    own: [
      sampleIntegration({ id: 3, name: 'Ranks', review: 'waiting' }),
      sampleIntegration({ id: 5, name: 'Levels', review: 'refused', refusal: 'No privacy policy' }),
    ],
  });
  const own = within(await screen.findByRole('list', { name: 'My Integrations' }));
  await own.findByText('Waiting for review');
  expect(own.getByText('Refused: No privacy policy')).toBeTruthy();
  expect(own.getByRole('link', { name: 'Configure Levels' }).getAttribute('href')).toBe(
    '/manage/1/integrations/configure/5',
  );
});

test('without own integrations it says what they are for, and where one is made', async () => {
  open();
  expect(await screen.findByText('You have made no integration yet')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Create Integration' }).getAttribute('href')).toBe(
    '/manage/1/integrations/create',
  );
});

test('a list that did not come can be asked for again', async () => {
  let answer = () => json(403, { success: false, error: 'Not now' });
  const { user } = openServerPage('integrations', {
    'GET /api/integrations/self': () => json(200, []),
    'GET integrations/available': () => answer(),
  });
  expect(await screen.findByText('Not now')).toBeTruthy();
  answer = () => json(200, [listed()]);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await ready();
});

test('what was added shows so, before the list is read again', async () => {
  const list = [listed({ id: 4, name: 'Orders' })];
  let asked = 0;
  const { user } = openServerPage('integrations', {
    'GET /api/integrations/self': () => json(200, []),
    'GET integrations/available': () => (asked++ ? new Promise<Response>(() => undefined) : json(200, list)),
    'GET /api/integrations/view/4': () => json(200, viewed({ id: 4, name: 'Orders' })),
    'GET integrations/4': () => json(200, { active: false }),
    'POST integrations/4': () => new Response(null, { status: 204 }),
  });
  await user.click(await screen.findByRole('link', { name: 'Add to server: Orders' }));
  await user.click(await screen.findByRole('button', { name: 'Add to server' }));
  expect(await screen.findByText('Active')).toBeTruthy();
});
