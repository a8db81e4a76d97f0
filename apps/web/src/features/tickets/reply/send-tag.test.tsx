import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { readToasts } from '../../../lib/page/toast.ts';
import { json, type SeenRequest } from '../../../test/fetch-stub.ts';
import { sampleTicketView } from '../../../test/sample-ticket.ts';
import { openServerPage } from '../../../test/server-page.tsx';

beforeEach(() => {
  // No live connection: what is sent is read again.
  vi.stubGlobal(
    'WebSocket',
    class extends EventTarget {
      close() {}
      send() {}
    },
  );
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});

const tag = (id: string, content: string) => ({
  id,
  content,
  use_embed: false,
  use_guild_command: false,
  embed: null,
});

function open({
  premium = true,
  send = () => json(200, { success: true, message_id: '99' }),
}: {
  premium?: boolean;
  send?: (request: SeenRequest) => Response;
} = {}) {
  return openServerPage('tickets/view/3', {
    'GET tickets/3': () => json(200, sampleTicketView(3)),
    'GET tickets': () =>
      json(200, { success: true, tickets: [], panel_titles: {}, resolved_users: {}, self_id: '9' }),
    'GET premium': () => json(200, { premium, tier: premium ? 0 : -1 }),
    'GET tags': () =>
      json(200, { rules: tag('rules', 'Be kind'), docs: tag('docs', 'Hi %username%, #%ticket_id%') }),
    'POST tickets/3/tag': send,
  });
}

const dialog = async () => within(await screen.findByRole('dialog', { name: 'Send Tag' }));

test('a tag is chosen, shown filled in, and sent once however often it is tried', async () => {
  let answers = [json(502, { success: false, error: 'Discord does not answer' })];
  const page = open({ send: () => answers.pop() ?? json(200, { success: true, message_id: '99' }) });
  await page.user.click(await screen.findByRole('button', { name: 'Send Tag' }));
  const modal = await dialog();
  const send = modal.getByRole<HTMLButtonElement>('button', { name: 'Send' });
  expect(send.disabled).toBe(true);
  const options = await screen.findAllByRole('option');
  expect(modal.getByRole('combobox', { name: 'Tag' }).textContent).toContain('Select a tag...');
  expect(options.map((option) => option.textContent)).toEqual(['docs', 'rules']);
  await page.user.click(options[0] as HTMLElement);
  expect(await modal.findByText('Hi mia, #3')).toBeTruthy();

  await page.user.click(send);
  await waitFor(() => expect(readToasts().map(({ text }) => text)).toEqual(['Discord does not answer']));
  answers = [];
  await page.user.click(modal.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const sent = page.asked('POST', 'tickets/3/tag').map(({ body }) => body as Record<string, string>);
  expect(sent).toHaveLength(2);
  expect(sent[0]).toEqual({ tag_id: 'docs', idempotency_key: expect.stringMatching(/^[0-9a-f]{32}$/) });
  expect(sent[1]).toEqual(sent[0]);
});

test('Close sends nothing', async () => {
  const page = open();
  await page.user.click(await screen.findByRole('button', { name: 'Send Tag' }));
  const close = (await dialog()).getAllByRole('button', { name: 'Close' });
  await page.user.click(close.at(-1) as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(page.asked('POST', 'tickets/3/tag')).toEqual([]);
});

test('tags that are sent too fast are told so by the general text', async () => {
  const page = open({
    send: () => json(429, { success: false, error: 'Slow down', code: 'request.rate_limited' }),
  });
  await page.user.click(await screen.findByRole('button', { name: 'Send Tag' }));
  const modal = await dialog();
  await page.user.click(await screen.findByRole('option', { name: 'docs' }));
  await page.user.click(modal.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(readToasts()).toHaveLength(1));
  expect(readToasts()[0]?.text).not.toBe('Slow down');
});

test('without premium there are no tags to send', async () => {
  open({ premium: false });
  expect(await screen.findByText(/^Get premium$/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Send Tag' })).toBeNull();
});

test('a tag is sent with the keyboard alone: T, its name, Enter, Enter', async () => {
  const page = open();
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Send Tag' });
  await waitFor(() => expect(button.disabled).toBe(false));
  await page.user.keyboard('t');
  await screen.findAllByRole('option');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Search' })));
  await page.user.keyboard('rul{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Send' })));
  await page.user.keyboard('{Enter}');
  await waitFor(() => expect(page.asked('POST', 'tickets/3/tag')).toHaveLength(1));
  expect(page.asked('POST', 'tickets/3/tag')[0]?.body).toMatchObject({ tag_id: 'rules' });
});
