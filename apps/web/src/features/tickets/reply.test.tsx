import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { readToasts } from '../../lib/toast.ts';
import { FakeSocket } from '../../test/fake-socket.ts';
import { json, type SeenRequest } from '../../test/fetch-stub.ts';
import { pretendLayout } from '../../test/layout.ts';
import { sampleTicketView } from '../../test/sample-ticket.ts';
import { openServerPage } from '../../test/server-page.tsx';

pretendLayout();
beforeEach(() => {
  vi.stubGlobal(
    'WebSocket',
    class extends EventTarget {
      close() {}
      send() {}
    },
  );
});

function open(reply: (request: SeenRequest) => Response) {
  const answers = {
    'GET tickets/3': () => json(200, sampleTicketView(3)),
    'GET tickets/4': () => json(200, sampleTicketView(4)),
    'GET tickets': () =>
      json(200, { success: true, tickets: [], panel_titles: {}, resolved_users: {}, self_id: '9' }),
    'GET premium': () => json(200, { premium: true, tier: 0 }),
    'POST tickets/3': reply,
  };
  const page = openServerPage('tickets/view/3', answers);
  const goTo = (ticketId: string) =>
    page.router.navigate({
      to: '/manage/$guildId/tickets/view/$ticketId',
      params: { guildId: '1', ticketId },
    });
  return { ...page, answers, goTo };
}

const box = async (id: number) => {
  const found = await screen.findByPlaceholderText<HTMLTextAreaElement>(`Reply in #ticket-${id}`);
  await waitFor(() => expect(found.disabled).toBe(false));
  return found;
};

test('replies that come too fast are told so, and can be sent again as the same reply', async () => {
  const page = open(() => json(429, { success: false, error: 'Slow down', code: 'request.rate_limited' }));
  await page.user.type(await box(3), 'Hello{Enter}');
  expect(await screen.findByText(/^Not sent: /)).toBeTruthy();
  expect(readToasts().map(({ text }) => text)).not.toContain('Slow down');
  expect(readToasts()).toHaveLength(1);

  page.answers['POST tickets/3'] = () => json(200, { success: true, message_id: '99' });
  await page.user.click(screen.getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(screen.queryByText(/^Not sent: /)).toBeNull());
  const sent = page.asked('POST', 'tickets/3').map(({ body }) => body);
  expect(sent).toEqual([
    { message: { type: 'message', content: 'Hello' }, idempotency_key: expect.any(String) },
    sent[0],
  ]);
});

test('a reply that is on its way stands under the name under which the others will see it', async () => {
  const page = open(() => new Response(new ReadableStream()));
  await page.user.type(await box(3), 'Hello{Enter}');
  const waiting = await screen.findByRole('article');
  expect(waiting.textContent).toContain('Hello');
  expect(waiting.textContent).toContain('Nelly Oak');
});

test('whoever sends with the button can go on writing', async () => {
  const page = open(() => json(200, { success: true, message_id: '99' }));
  await page.user.type(await box(3), 'Hello');
  await page.user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(page.asked('POST', 'tickets/3')).toHaveLength(1));
  expect(document.activeElement).toBe(await box(3));
});

test('Shift and Enter starts a line, and Escape leaves the box with all that stands in it', async () => {
  const page = open(() => json(200, { success: true, message_id: '99' }));
  const text = await box(3);
  await page.user.type(text, 'Hello{Shift>}{Enter}{/Shift}you{Escape}');
  expect(text.value).toBe('Hello\nyou');
  expect(document.activeElement).toBe(document.body);
  expect(page.asked('POST', 'tickets/3')).toEqual([]);
});

test('who is writing while the ticket is closed is told why nothing can be sent, and keeps the text', async () => {
  FakeSocket.forget();
  vi.stubGlobal('WebSocket', FakeSocket);
  const page = open(() => json(200, { success: true, message_id: '99' }));
  const text = await box(3);
  await page.user.type(text, 'Hello');
  act(() => {
    for (const socket of FakeSocket.opened) socket.receive({ type: 'ticket_closed' });
  });
  await screen.findByRole('textbox', {
    name: 'Message',
    description: 'This ticket has been closed, so nothing can be sent.',
  });
  expect(document.activeElement).toBe(text);
  await page.user.keyboard(' again{Enter}');
  expect(text.value).toBe('Hello');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true);
  expect(page.asked('POST', 'tickets/3')).toEqual([]);
});

test('a reply that failed, and one that is being written, are there for whoever comes back to the ticket', async () => {
  const page = open(() => json(502, { success: false, error: 'Discord does not answer' }));
  await page.user.type(await box(3), 'Hello{Enter}');
  expect(await screen.findByText('Not sent: Discord does not answer')).toBeTruthy();
  await page.user.type(await box(3), 'And then');

  await page.goTo('4');
  expect((await box(4)).value).toBe('');
  expect(screen.queryByText(/^Not sent: /)).toBeNull();

  await page.goTo('3');
  expect((await box(3)).value).toBe('And then');
  expect(screen.getByText('Hello')).toBeTruthy();
  await page.user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(screen.queryByText('Hello')).toBeNull();
});

test('a reply that arrived leaves neither a draft nor itself behind', async () => {
  const page = open(() => json(200, { success: true, message_id: '99' }));
  await page.user.type(await box(3), 'Hello{Enter}');
  await waitFor(() => expect(page.asked('POST', 'tickets/3')).toHaveLength(1));
  await page.goTo('4');
  await box(4);
  await page.goTo('3');
  expect((await box(3)).value).toBe('');
  expect(screen.queryByText('Hello')).toBeNull();
});
