import { screen, waitFor, within } from '@testing-library/react';
import type { Trial } from '@tickets/contract/integrations/integrations';
import { expect, test } from 'vitest';
import { json } from '../../../test/fetch-stub.ts';
import { openServerPage } from '../../../test/server-page.tsx';
import { detailed } from '../sample-integration.ts';

const trial: Trial = {
  request: {
    method: 'POST',
    url: 'https://ranks.test/hook?u=9',
    headers: [{ name: 'X-Key', value: 'k1' }],
    body: '{"user_id":"9"}',
  },
  duration_ms: 42,
  problem: null,
  answer: { status: 200, content_type: 'application/json', text: '{"user":{"rank":"Gold"}}' },
  placeholders: [
    { name: 'rank', value: 'Gold', is_missing: false },
    { name: 'level', value: 'N/A', is_missing: true },
  ],
};

const testButton = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Test' });
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Test Ranks' }));

function open(stored = detailed(), answer: () => Response = () => json(200, trial)) {
  const page = openServerPage('integrations/configure/3', {
    'GET /api/integrations/view/3/detail': () => json(200, stored),
    'GET /api/integrations/3/deliveries': () => json(200, []),
    'POST /api/integrations/try': answer,
  });
  const tried = () => page.seen.filter(({ url }) => url.pathname === '/api/integrations/try');
  return { ...page, tried };
}

test('without secrets it is called at once, and shows what was sent, what came, and what is filled in', async () => {
  const { user, tried } = open(detailed({ secrets: [], headers: [] }));
  await user.click(await testButton());
  const shown = await dialog();
  await shown.findByText('Status 200');
  const request = within(shown.getByRole('region', { name: 'Request' }));
  for (const text of ['POST https://ranks.test/hook?u=9', 'X-Key: k1', '{"user_id":"9"}'])
    expect(request.getByText(text)).toBeTruthy();
  const answer = within(shown.getByRole('region', { name: 'Answer' }));
  for (const text of ['42 ms', '{"user":{"rank":"Gold"}}']) expect(answer.getByText(text)).toBeTruthy();
  const filled = shown.getByRole('region', { name: 'Placeholders' });
  expect(filled.textContent).toContain('%rank%Gold');
  expect(filled.textContent).toContain('%level%N/A');
  expect(tried()[0]?.body).toMatchObject({ guild_id: '1', secrets: {}, integration: { name: 'Ranks' } });
});

test('with secrets it asks for their values first', async () => {
  const { user, tried } = open();
  await user.click(await testButton());
  const shown = await dialog();
  const send = shown.getByRole<HTMLButtonElement>('button', { name: 'Send request' });
  expect(send.disabled).toBe(true);
  expect(tried()).toEqual([]);
  await user.type(shown.getByLabelText(/^api_key/), 'k1');
  await user.click(send);
  await shown.findByText('Status 200');
  expect(tried()[0]?.body).toMatchObject({ secrets: { api_key: 'k1' } });
});

test('a call that came to nothing says why in words', async () => {
  const { user } = open(detailed({ secrets: [] }), () =>
    json(200, { ...trial, problem: 'timeout', answer: null }),
  );
  await user.click(await testButton());
  const shown = await dialog();
  expect(await shown.findByText('It did not answer in time.')).toBeTruthy();
  expect(shown.getByText(/There was no answer/)).toBeTruthy();
});

test('what is wrong with the form stands in the form', async () => {
  const { user } = open(detailed({ secrets: [] }), () =>
    json(400, {
      success: false,
      error: 'Not valid',
      fields: [{ path: 'integration.webhook_url', message: 'Not an address' }],
    }),
  );
  await user.click(await testButton());
  expect(await screen.findByText('Not an address')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('it waits for a form that says all that a call needs', async () => {
  const { user } = open();
  expect((await testButton()).disabled).toBe(false);
  await user.clear(screen.getByRole('textbox', { name: 'JSON Path' }));
  expect((await testButton()).disabled).toBe(true);
});
