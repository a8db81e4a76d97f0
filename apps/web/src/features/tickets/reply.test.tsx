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

/** What was asked to be posted, in the order of asking. */
const posted = (page: ReturnType<typeof open>) =>
  page.asked('POST', 'tickets/3').map(({ body }) => body as { message: { content: string } });
const contents = (page: ReturnType<typeof open>) => posted(page).map(({ message }) => message.content);
const sent = (message_id: string) => json(200, { success: true, message_id });
const tooFast = () =>
  new Response(JSON.stringify({ success: false, error: 'Slow down', code: 'request.rate_limited' }), {
    status: 429,
    headers: { 'content-type': 'application/json', 'retry-after': '1' },
  });

test('a reply that came too fast goes by itself when it may, as the same reply, and nothing overtakes it', async () => {
  const answers = [sent('97'), tooFast(), sent('98'), sent('99')];
  const page = open(() => answers.shift() ?? json(500, {}));
  const text = await box(3);
  await page.user.type(text, 'one{Enter}two{Enter}three{Enter}');
  await waitFor(() => expect(screen.getAllByText('Waiting…')).toHaveLength(2));
  expect(contents(page)).toEqual(['one', 'two']);
  expect(readToasts().map(({ text }) => text)).toEqual([
    "You're doing that too fast: please wait a few seconds and try again",
  ]);
  await waitFor(() => expect(contents(page)).toEqual(['one', 'two', 'two', 'three']));
  expect(posted(page)[2]).toEqual(posted(page)[1]);
  await waitFor(() => expect(screen.queryByText('Waiting…')).toBeNull());
  expect(screen.queryByText(/^Not sent/)).toBeNull();
});

test('what was written behind a reply that failed waits until that one is sent again', async () => {
  const page = open(() => json(502, { success: false, error: 'Discord does not answer' }));
  const text = await box(3);
  await page.user.type(text, 'one{Enter}');
  expect(await screen.findByText('Not sent: Discord does not answer')).toBeTruthy();
  await page.user.type(text, 'two{Enter}three{Enter}');
  expect(await screen.findAllByText('Waiting…')).toHaveLength(2);
  expect(contents(page)).toEqual(['one']);

  let id = 90;
  page.answers['POST tickets/3'] = () => {
    id += 1;
    return sent(String(id));
  };
  await page.user.click(screen.getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(contents(page)).toEqual(['one', 'one', 'two', 'three']));
  expect(posted(page)[1]).toEqual(posted(page)[0]);
});

test('when a reply that failed is removed, those behind it go on', async () => {
  const page = open(({ body }) =>
    (body as { message: { content: string } }).message.content === 'one'
      ? json(400, { success: false, error: 'Refused' })
      : sent('99'),
  );
  await page.user.type(await box(3), 'one{Enter}two{Enter}');
  expect(await screen.findByText('Not sent: Refused')).toBeTruthy();
  await page.user.click(screen.getByRole('button', { name: 'Remove' }));
  expect(screen.queryByText('one')).toBeNull();
  await waitFor(() => expect(contents(page)).toEqual(['one', 'two']));
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
  await page.user.click(screen.getByRole('button', { name: 'Remove' }));
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
