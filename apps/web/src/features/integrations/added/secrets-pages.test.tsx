import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readToasts } from '../../../lib/page/toast.ts';
import { json } from '../../../test/fetch-stub.ts';
import { openServerPage } from '../../../test/server-page.tsx';
import { listed, viewed } from '../sample-integration.ts';

const secret = (id: number, name: string, description: string | null = null) => ({
  id,
  integration_id: 3,
  name,
  description,
});
const two = [secret(1, 'api_key', 'From your account'), secret(2, 'shop')];
const toasts = () => readToasts().map(({ kind, text }) => `${kind}: ${text}`);
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const box = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name);

function open(
  page: 'activate' | 'manage',
  {
    secrets = two,
    deliveries = [] as object[],
    refusal = undefined as object | undefined,
    active = page === 'manage',
    available = [] as object[],
    missing = undefined as string[] | undefined,
    lost = undefined as string[] | undefined,
  } = {},
) {
  const state = { secrets, active };
  const answer = () => (refusal ? json(400, refusal) : new Response(null, { status: 204 }));
  const opened = openServerPage(`integrations/${page}/3`, {
    'GET /api/integrations/view/3': () =>
      json(200, viewed({ secrets: state.secrets, webhook_url: 'https://ranks.test/hook' })),
    'GET integrations/3': () =>
      json(200, { active: state.active, missing_secrets: missing, lost_secrets: lost }),
    'GET integrations/3/deliveries': () =>
      state.active
        ? json(200, deliveries)
        : json(400, { success: false, error: 'Integration is not active' }),
    'POST integrations/3': answer,
    'PATCH integrations/3': answer,
    'DELETE integrations/3': () => {
      state.active = false;
      return new Response(null, { status: 204 });
    },
    'GET /api/integrations/self': () => json(200, []),
    'GET integrations/available': () => json(200, available),
  });
  return { ...opened, state };
}

test('adding asks for each secret, says where they go, and waits for all of them', async () => {
  const { user, router, asked } = open('activate');
  expect(await screen.findByRole('heading', { level: 1, name: 'Add Ranks To Your Server' })).toBeTruthy();
  expect(screen.getByText('From your account')).toBeTruthy();
  expect(screen.getByText('https://ranks.test/hook')).toBeTruthy();
  expect(screen.getByText(/The creator may change that server at any time/)).toBeTruthy();
  expect(button('Add to server').disabled).toBe(true);
  await user.type(box(/^api_key/), 'k1');
  expect(button('Add to server').disabled).toBe(true);
  await user.type(box(/^shop/), 'mine');
  await user.click(button('Add to server'));
  await waitFor(() => expect(router.state.location.href).toBe('/manage/1/integrations?added=true'));
  expect(asked('POST', 'integrations/3')[0]?.body).toEqual({ secrets: { api_key: 'k1', shop: 'mine' } });
  await waitFor(() => expect(toasts()).toEqual(['success: Integration added to server successfully!']));
});

test('a secret that is declared meanwhile has to be filled in, too', async () => {
  const { user, state, queryClient } = open('activate', { secrets: two.slice(0, 1) });
  await user.type(await screen.findByLabelText(/^api_key/), 'k1');
  expect(button('Add to server').disabled).toBe(false);
  state.secrets = two;
  await queryClient.invalidateQueries();
  await waitFor(() => expect(button('Add to server').disabled).toBe(true));
});

test('one that the creator asks for while it is typed is named at its field, and nothing typed is lost', async () => {
  const { user, state } = open('activate', {
    secrets: two.slice(0, 1),
    refusal: { success: false, error: 'Invalid secret values', code: 'integration.secrets_invalid' },
  });
  await user.type(await screen.findByLabelText(/^api_key/), 'k1');
  state.secrets = two;
  await user.click(button('Add to server'));
  const added = await screen.findByLabelText<HTMLInputElement>(/^shop/);
  expect(screen.getByText(/has asked for this secret since you opened the page/)).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(added));
  expect(box(/^api_key/).value).toBe('k1');
  expect(button('Add to server').disabled).toBe(true);
});

test('blanks alone are no secret: the field says so, and the button waits', async () => {
  const { user } = open('activate', { secrets: two.slice(0, 1) });
  await user.type(await screen.findByLabelText(/^api_key/), '   ');
  expect(screen.getByText('Blanks alone are no secret.')).toBeTruthy();
  expect(button('Add to server').disabled).toBe(true);
  await user.type(box(/^api_key/), 'k');
  expect(button('Add to server').disabled).toBe(false);
});

test('what is typed is hidden until it is asked for', async () => {
  const { user } = open('activate', { secrets: two.slice(0, 1) });
  await user.type(await screen.findByLabelText(/^api_key/), 'k1');
  expect([box(/^api_key/).type, box(/^api_key/).autocomplete]).toEqual(['password', 'off']);
  await user.click(button('Show what is typed'));
  expect([box(/^api_key/).type, box(/^api_key/).value]).toEqual(['text', 'k1']);
  await user.click(button('Hide what is typed'));
  expect(box(/^api_key/).type).toBe('password');
});

test('without secrets it says so, warns of none, and can be added at once', async () => {
  open('activate', { secrets: [] });
  expect(await screen.findByText('This integration does not require any secrets.')).toBeTruthy();
  expect(screen.queryByText(/Secrets are sent/)).toBeNull();
  expect(screen.getByText(/the opener's user ID is sent to the creator's server/)).toBeTruthy();
  expect(button('Add to server').disabled).toBe(false);
});

test('the settings name a secret that the creator has asked for since', async () => {
  open('manage', { missing: ['shop'] });
  expect(await screen.findByText(/that this server has not entered: shop/)).toBeTruthy();
});

test('the settings name the secrets whose key is lost, and say that the integration is not called', async () => {
  open('manage', { lost: ['api_key', 'shop'] });
  expect(
    await screen.findByText(
      'The key that sealed these secrets is lost: api_key, shop. Until you enter them again, the integration is not called.',
    ),
  ).toBeTruthy();
});

test('where it is active already, adding leads to its settings', async () => {
  open('activate', { active: true });
  expect(await screen.findByText('This server already has Ranks')).toBeTruthy();
  const links = screen.getAllByRole('link', { name: 'Settings' }).map((link) => link.getAttribute('href'));
  expect(links).toContain('/manage/1/integrations/manage/3');
  expect(screen.queryByRole('button', { name: 'Add to server' })).toBeNull();
});

test('where the server can add no other, it is told before secrets are typed', async () => {
  open('activate', { available: [1, 2, 4, 5, 6].map((id) => listed({ id, added: true })) });
  expect(await screen.findByText(/Remove one before you add another/)).toBeTruthy();
});

test('without secrets the settings have nothing to save', async () => {
  open('manage', { secrets: [] });
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Save Integration' })).disabled).toBe(
    true,
  );
});

test('a refusal has what the server of the integration said, and keeps what was typed', async () => {
  const { user } = open('activate', {
    secrets: two.slice(0, 1),
    refusal: { success: false, error: 'The secrets were rejected', client_error: 'No such key' },
  });
  await user.type(await screen.findByLabelText(/^api_key/), 'k1');
  await user.click(button('Add to server'));
  await waitFor(() => expect(toasts()).toEqual(['error: The secrets were rejected: No such key']));
  expect(box(/^api_key/).value).toBe('k1');
});

test('the settings show no earlier value, and save all secrets anew', async () => {
  const { user, asked } = open('manage');
  expect(await screen.findByRole('heading', { level: 1, name: 'Edit Ranks Settings' })).toBeTruthy();
  expect([box(/^api_key/).value, box(/^shop/).value]).toEqual(['', '']);
  expect(screen.getByText(/cannot be viewed/)).toBeTruthy();
  await user.type(box(/^api_key/), 'k1');
  expect(button('Save Integration').disabled).toBe(true);
  await user.type(box(/^shop/), 'mine');
  await user.click(button('Save Integration'));
  await waitFor(() => expect(toasts()).toEqual(['success: Integration settings saved successfully']));
  expect(asked('PATCH', 'integrations/3')[0]?.body).toEqual({ secrets: { api_key: 'k1', shop: 'mine' } });
  await waitFor(() => expect(box(/^api_key/).value).toBe(''));
});

test('an integration is removed from its settings', async () => {
  const { user, router } = open('manage');
  await user.click(await screen.findByRole('button', { name: 'Remove from server' }));
  const question = within(await screen.findByRole('dialog', { name: 'Remove Ranks' }));
  await user.click(question.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(router.state.location.href).toBe('/manage/1/integrations?removed=true'));
});

test('back at the settings of one that was removed it says so, and asks for no calls', async () => {
  const { user, router, asked } = open('manage');
  await user.click(await screen.findByRole('button', { name: 'Remove from server' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/manage/1/integrations'));
  const before = asked('GET', 'integrations/3/deliveries').length;
  router.history.back();
  expect(await screen.findByText('This server does not have Ranks')).toBeTruthy();
  expect(asked('GET', 'integrations/3/deliveries')).toHaveLength(before);
  expect(toasts().filter((text) => text.startsWith('error'))).toEqual([]);
});

test('the settings of one that the server does not have say so, without a call that fails', async () => {
  const { asked } = open('manage', { active: false });
  expect(await screen.findByText('This server does not have Ranks')).toBeTruthy();
  expect(asked('GET', 'integrations/3/deliveries')).toEqual([]);
});

test('the settings list the last calls, and say in words what went wrong', async () => {
  open('manage', {
    deliveries: [
      {
        id: 1,
        guild: { id: '1', name: 'One' },
        ticket_id: 12,
        called_at: '2026-01-01T00:00:00.000Z',
        duration_ms: 3000,
        status: null,
        problem: 'timeout',
      },
      {
        id: 2,
        guild: { id: '1', name: 'One' },
        ticket_id: 11,
        called_at: '2026-01-01T00:00:00.000Z',
        duration_ms: 40,
        status: 200,
        problem: null,
      },
    ],
  });
  const calls = within(await screen.findByRole('region', { name: 'Recent calls' }));
  await calls.findByText('It did not answer in time.');
  const cells = calls
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(1)
        .map(({ textContent }) => textContent),
    );
  expect(cells).toEqual([
    ['#12', '—', '3,000 ms', 'It did not answer in time.'],
    ['#11', '200', '40 ms', 'Answered'],
  ]);
});

test('without calls it says when there will be some', async () => {
  open('manage');
  expect(await screen.findByText('There were no calls yet')).toBeTruthy();
});
