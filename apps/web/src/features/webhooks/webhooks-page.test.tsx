import { screen, waitFor, within } from '@testing-library/react';
import { webhookEvents, webhookLimits } from '@tickets/contract/outgoing-webhooks/webhook-limits';
import type { Webhook, WebhookDelivery } from '@tickets/contract/outgoing-webhooks/webhooks';
import { expect, test } from 'vitest';
import { readToasts } from '../../lib/page/toast.ts';
import { json } from '../../test/fetch-stub.ts';
import { openServerPage } from '../../test/server-page.tsx';

const id = '3b241101-e2bb-4255-8caf-4136c566a962';
const secret = 'whsec_dGhlIHNlY3JldCBvZiBhIHRlc3Q=';
const secondId = '3b241101-e2bb-4255-8caf-4136c566a965';
const delivery = (values: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id: '3b241101-e2bb-4255-8caf-4136c566a963',
  event: 'ticket.closed',
  ticket_id: 42,
  happened_at: '2026-01-31T12:00:00.000Z',
  state: 'delivered',
  attempts: 1,
  tried_at: '2026-01-31T12:00:00.000Z',
  next_at: null,
  duration_ms: 140,
  status: 200,
  problem: null,
  waits_for: null,
  ...values,
});
const webhook = (values: Partial<Webhook> = {}): Webhook => ({
  id,
  url: 'https://desk.example/tickets',
  events: ['ticket.opened', 'ticket.closed'],
  enabled: true,
  gone_at: null,
  earlier_secret_until: null,
  created_at: '2026-01-31T12:00:00.000Z',
  version: 7,
  failing: null,
  last_delivery: null,
  ...values,
});
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });

function open(list: object[], answers: Parameters<typeof openServerPage>[1] = {}) {
  return openServerPage('webhooks', { 'GET webhooks': () => json(200, list), ...answers });
}

test('a new webhook hears of everything unless something is left out, and its secret is shown once', async () => {
  const { user, asked } = open([], {
    'POST webhooks': () => json(200, { webhook: webhook(), secret }),
  });
  await user.click(await button('Add Webhook'));
  const dialog = await screen.findByRole('dialog', { name: 'Add Webhook' });
  await user.type(within(dialog).getByLabelText(/^Address/), 'https://desk.example/tickets');
  await user.click(within(dialog).getByLabelText('Renamed'));
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  const shown = await screen.findByRole('dialog', { name: 'The secret of this webhook' });
  expect(within(shown).getByLabelText<HTMLInputElement>('Secret').value).toBe(secret);
  expect(asked('POST', 'webhooks')[0]?.body).toEqual({
    url: 'https://desk.example/tickets',
    events: webhookEvents.filter((event) => event !== 'ticket.renamed'),
    enabled: true,
  });
  await user.click(within(shown).getByRole('button', { name: 'I have kept it' }));
  await waitFor(() => expect(screen.queryByDisplayValue(secret)).toBeNull());
});

test.each(['url', 'events'])(
  'a refusal of %s is told at its field, and keeps what was chosen',
  async (path) => {
    const { user } = open([webhook()], {
      [`PATCH webhooks/${id}`]: () =>
        json(400, { success: false, error: 'No', fields: [{ path, message: 'Not this one.' }] }),
    });
    await user.click(await button('Edit'));
    const dialog = await screen.findByRole('dialog', { name: 'Edit Webhook' });
    await user.click(within(dialog).getByLabelText('Rated'));
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await within(dialog).findByText('Not this one.')).toBeTruthy();
    expect(within(dialog).getByLabelText<HTMLInputElement>('Rated').checked).toBe(true);
  },
);

test('a card says how the last delivery went, and why a webhook is off', async () => {
  open([
    webhook({ last_delivery: delivery({ state: 'waiting', status: 500, problem: 'status' }) }),
    webhook({
      id: '3b241101-e2bb-4255-8caf-4136c566a964',
      enabled: false,
      gone_at: '2026-01-31T12:00:00.000Z',
    }),
  ]);
  expect(await screen.findByText('Failed, will be tried again')).toBeTruthy();
  expect(document.body.textContent).toMatch(/Last: Closed, .* ago/);
  expect(screen.getByText(/it is gone for good \(410\)/)).toBeTruthy();
});

const outdated = (...fields: string[]) =>
  json(409, {
    success: false,
    code: 'save.outdated',
    error: 'Somebody else changed this',
    changed: [
      {
        entry_id: 8,
        user_id: '5',
        username: 'sam',
        source: 'dashboard',
        created_at: '2026-01-31T12:00:00.000Z',
        fields,
      },
    ],
  });

test('of two who change a webhook the second is told who was first, and saves both changes', async () => {
  const answers: Parameters<typeof openServerPage>[1] = {
    'GET webhooks': () => json(200, [webhook()]),
    [`PATCH webhooks/${id}`]: ({ body }) =>
      (body as { based_on: number }).based_on === 7 ? outdated('enabled') : json(200, webhook()),
  };
  const { user, asked } = openServerPage('webhooks', answers);
  await user.click(await button('Edit'));
  const dialog = await screen.findByRole('dialog', { name: 'Edit Webhook' });
  await user.click(within(dialog).getByLabelText('Rated'));
  answers['GET webhooks'] = () => json(200, [webhook({ enabled: false, version: 8 })]);
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  const meeting = await screen.findByRole('dialog', { name: /^Somebody else saved/ });
  expect(within(meeting).getByText(/changed On in the dashboard/)).toBeTruthy();
  await user.click(within(meeting).getByRole('button', { name: 'Save both changes' }));
  await waitFor(() => expect(readToasts().map(({ text }) => text)).toEqual(['Webhook saved']));
  expect(asked('PATCH', `webhooks/${id}`).at(-1)?.body).toEqual({
    url: 'https://desk.example/tickets',
    events: ['ticket.opened', 'ticket.closed', 'ticket.rated'],
    enabled: false,
    based_on: 8,
  });
});

test('a webhook that somebody else deleted keeps what was typed, and is added as new with a secret of its own', async () => {
  const answers: Parameters<typeof openServerPage>[1] = {
    'GET webhooks': () => json(200, [webhook()]),
    [`PATCH webhooks/${id}`]: () => outdated(),
    'POST webhooks': () => json(200, { webhook: webhook(), secret }),
  };
  const { user, asked } = openServerPage('webhooks', answers);
  await user.click(await button('Edit'));
  const dialog = await screen.findByRole('dialog', { name: 'Edit Webhook' });
  await user.click(within(dialog).getByLabelText('Rated'));
  answers['GET webhooks'] = () => json(200, []);
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  const gone = await screen.findByRole('dialog', { name: /^The webhook desk.example was deleted/ });
  expect(gone.textContent).toContain('sam deleted it.');
  await user.click(within(gone).getByRole('button', { name: 'Save as new' }));
  expect(await screen.findByDisplayValue(secret)).toBeTruthy();
  expect(asked('POST', 'webhooks')[0]?.body).toMatchObject({
    events: expect.arrayContaining(['ticket.rated']),
  });
});

test('a webhook at which nothing arrives says so, since when and why', async () => {
  const since = new Date(Date.now() - 3_600_000).toISOString();
  open([webhook({ failing: { since, problem: 'status', status: 503 } })]);
  expect(await screen.findByText('Failing')).toBeTruthy();
  expect(screen.queryByText('On')).toBeNull();
  expect(document.body.textContent).toContain('Nothing has arrived since 1 hour ago: status 503.');
});

test('a delivery that waits behind another says which, and that the other is tried', async () => {
  const first = delivery({ id: secondId, event: 'ticket.opened', state: 'waiting', problem: 'timeout' });
  const waits = delivery({ state: 'waiting', attempts: 0, waits_for: { id: first.id, event: first.event } });
  const { user, asked } = open([webhook()], {
    [`GET webhooks/${id}/deliveries`]: () => json(200, [waits, first]),
    [`POST webhooks/${id}/deliveries/${waits.id}/resend`]: () => new Response(null, { status: 204 }),
  });
  await user.click(await button('Deliveries'));
  expect(await screen.findByText(/waits for Opened of this ticket/)).toBeTruthy();
  await user.click(await button('Try Opened now, which Closed waits for'));
  await waitFor(() => expect(asked('POST', `webhooks/${id}/deliveries/${waits.id}/resend`)).toHaveLength(1));
});

test('Escape and a second Enter do not take the secret away before it was kept', async () => {
  const { user } = open([webhook({ earlier_secret_until: '2099-01-01T00:00:00.000Z' })], {
    [`POST webhooks/${id}/secret`]: () => json(200, { webhook: webhook(), secret }),
  });
  await user.click(await button('New Secret'));
  expect(await screen.findByText(/The one before it stops at once/)).toBeTruthy();
  await user.click(await button('Make a New Secret'));
  const box = await screen.findByDisplayValue(secret);
  await waitFor(() => expect(document.activeElement).toBe(box));
  await user.keyboard('{Enter}{Escape}');
  const asks = await screen.findByRole('dialog', { name: 'Close without the secret?' });
  await user.click(within(asks).getByRole('button', { name: 'Back to the secret' }));
  expect(screen.getByDisplayValue(secret)).toBeTruthy();
  await user.click(await button('Copy'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByDisplayValue(secret)).toBeNull());
});

test('the log says what came back, and sends a delivery again', async () => {
  const sent = delivery({ status: 404, problem: 'status', state: 'given_up', attempts: 17 });
  const { user, asked } = open([webhook()], {
    [`GET webhooks/${id}/deliveries`]: () => json(200, [sent]),
    [`POST webhooks/${id}/deliveries/${sent.id}/resend`]: () => new Response(null, { status: 204 }),
  });
  await user.click(await button('Deliveries'));
  const log = await screen.findByRole('dialog', { name: 'Deliveries to desk.example' });
  expect(await within(log).findByText('status 404 · 17 tries · 140 ms')).toBeTruthy();
  await user.click(within(log).getByRole('button', { name: 'Resend Closed' }));
  await waitFor(() => expect(asked('POST', `webhooks/${id}/deliveries/${sent.id}/resend`)).toHaveLength(1));
});

test('the log says when a delivery that failed is tried again, and that it is soon once it is due', async () => {
  const failed = { state: 'waiting', attempts: 1, status: null, problem: 'timeout' } as const;
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  const due = delivery({ ...failed, id: secondId, next_at: new Date(Date.now() - 7_000).toISOString() });
  const { user } = open([webhook()], {
    [`GET webhooks/${id}/deliveries`]: () => json(200, [delivery({ ...failed, next_at: inAnHour }), due]),
  });
  await user.click(await button('Deliveries'));
  const log = await screen.findByRole('dialog', { name: 'Deliveries to desk.example' });
  expect(await within(log).findByText(/140 ms · next try soon$/)).toBeTruthy();
  expect(log.textContent).toMatch(/140 ms · next in (1 hour|59 minutes)/);
});

test('a test that cannot be sent is told once', async () => {
  const { user } = open([webhook()], {
    [`POST webhooks/${id}/test`]: () => json(429, { success: false, error: 'Too fast' }),
  });
  await user.click(await button('Send a Test'));
  await waitFor(() => expect(readToasts()).toHaveLength(1));
});

test('no more can be added than a server can have', async () => {
  open(Array.from({ length: webhookLimits.webhooks }, (_, index) => webhook({ id: `${id}${index}` })));
  await waitFor(async () => expect((await button('Add Webhook')).disabled).toBe(true));
  expect(screen.getByText(/A server can have 5 webhooks/)).toBeTruthy();
});
