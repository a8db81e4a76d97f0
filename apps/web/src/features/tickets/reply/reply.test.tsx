import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { readToasts } from '../../../lib/page/toast.ts';
import { FakeSocket } from '../../../test/fake-socket.ts';
import { json, type SeenRequest } from '../../../test/fetch-stub.ts';
import { pretendLayout } from '../../../test/layout.ts';
import { sampleTicketView } from '../../../test/sample-ticket.ts';
import { openServerPage } from '../../../test/server-page.tsx';

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

function open(reply: (request: SeenRequest) => Response | Promise<Response>) {
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
  await screen.findByRole('heading', { name: `Ticket #${id}` });
  const found = await screen.findByPlaceholderText<HTMLTextAreaElement>('Reply to mia…');
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
    headers: { 'content-type': 'application/json', 'retry-after': '2' },
  });

test('where the settings hide who replies, the box says under which name members see it', async () => {
  const page = open(() => sent('97'));
  await box(3);
  expect(screen.queryByText(/^Members see your replies/)).toBeNull();
  page.answers['GET tickets/4'] = () => json(200, { ...sampleTicketView(4), anonymous: true });
  await page.goTo('4');
  expect(await screen.findByText('Members see your replies under the name One.')).toBeTruthy();
});

test('a reply that came too fast goes by itself when it may, as the same reply, and nothing overtakes it', async () => {
  const written = Promise.withResolvers<Response>();
  const answers = [sent('97'), written.promise, sent('98'), sent('99')];
  const page = open(() => answers.shift() ?? json(500, {}));
  const text = await box(3);
  await page.user.type(text, 'one{Enter}two{Enter}three{Enter}');
  written.resolve(tooFast());
  expect(await screen.findByText('Sent too fast: it goes out by itself in a moment')).toBeTruthy();
  expect(await screen.findAllByText('Waiting for the reply above')).toHaveLength(1);
  expect(contents(page)).toEqual(['one', 'two']);
  expect(readToasts().map(({ text }) => text)).toEqual([
    "You're doing that too fast: please wait a few seconds and try again",
  ]);
  await waitFor(() => expect(contents(page)).toEqual(['one', 'two', 'two', 'three']), { timeout: 5000 });
  expect(posted(page)[2]).toEqual(posted(page)[1]);
  await waitFor(() => expect(screen.queryByText('Waiting for the reply above')).toBeNull());
  expect(screen.queryByText(/^Not sent/)).toBeNull();
});

const refused = () => json(400, { success: false, error: 'Refused' });
const unanswered = () => json(502, { success: false, error: 'Discord does not answer.' });
/** Nobody waits so long for the next try in a test, so it was not the time that brought it. */
const pauseForLong = () => vi.spyOn(Math, 'random').mockReturnValue(100);
const counted = (from: number) => {
  let id = from;
  return () => {
    id += 1;
    return sent(String(id));
  };
};

test('what was written behind a refused reply says that it waits for it, and all go when they are sent again', async () => {
  const page = open(refused);
  const text = await box(3);
  await page.user.type(text, 'one{Enter}');
  expect(await screen.findByText('Not sent: Refused')).toBeTruthy();
  await page.user.type(text, 'two{Enter}three{Enter}');
  await waitFor(() =>
    expect(screen.getAllByText('Not sent yet, because the reply above was not sent')).toHaveLength(2),
  );
  expect(screen.getAllByRole('button', { name: 'Remove' })).toHaveLength(3);
  expect(contents(page)).toEqual(['one']);

  page.answers['POST tickets/3'] = counted(90);
  await page.user.click(screen.getByRole('button', { name: 'Send all again' }));
  await waitFor(() => expect(contents(page)).toEqual(['one', 'one', 'two', 'three']));
  expect(posted(page)[1]).toEqual(posted(page)[0]);
});

test('what nobody answered goes again by itself as the same reply, with those behind it, and nobody is alarmed', async () => {
  const written = Promise.withResolvers<Response>();
  const seen = Promise.withResolvers<Response>();
  const answers = [written.promise, seen.promise];
  const later = counted(90);
  const page = open(() => answers.shift() ?? later());
  vi.spyOn(Math, 'random').mockReturnValue(0);
  await page.user.type(await box(3), 'one{Enter}two{Enter}');
  written.resolve(unanswered());
  expect(await screen.findByText('Not sent yet: Discord does not answer. Trying again…')).toBeTruthy();
  expect(await screen.findByText('Waiting for the reply above')).toBeTruthy();
  seen.resolve(new Response(null, { status: 500 }));
  await waitFor(() => expect(contents(page)).toEqual(['one', 'one', 'one', 'two']), { timeout: 5000 });
  expect(posted(page)[2]).toEqual(posted(page)[0]);
  expect(readToasts()).toEqual([]);
});

test('replies of a network cut go when the network is back, in their order, also from another ticket', async () => {
  const page = open(counted(90));
  const answered = page.answers['POST tickets/3'];
  page.answers['POST tickets/3'] = () => {
    throw new TypeError('Failed to fetch');
  };
  pauseForLong();
  await page.user.type(await box(3), 'one{Enter}two{Enter}');
  expect(await screen.findByText(/^Not sent yet: The server cannot be reached/)).toBeTruthy();
  await page.goTo('4');
  await box(4);
  page.answers['POST tickets/3'] = answered;
  const before = contents(page).length;
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(contents(page).slice(before)).toEqual(['one', 'two']));
});

test('replies of a network cut go when the ticket is live again', async () => {
  FakeSocket.forget();
  vi.stubGlobal('WebSocket', FakeSocket);
  const page = open(() => {
    throw new TypeError('Failed to fetch');
  });
  pauseForLong();
  await page.user.type(await box(3), 'one{Enter}two{Enter}');
  expect(await screen.findByText(/^Not sent yet: The server cannot be reached/)).toBeTruthy();
  page.answers['POST tickets/3'] = counted(90);
  const before = contents(page).length;
  act(() => FakeSocket.opened.at(-1)?.receive({ type: 'authenticated', data: { seq: 1 } }));
  await waitFor(() => expect(contents(page).slice(before)).toEqual(['one', 'two']));
});

test('a request whose answer the network swallowed is given up with the network', async () => {
  pauseForLong();
  const page = open(counted(90));
  const fetched = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (init.method !== 'POST') return fetched(url, init);
    return new Promise((_, reject) =>
      init.signal?.addEventListener('abort', () => reject(new DOMException('gone', 'AbortError'))),
    );
  });
  await page.user.type(await box(3), 'one{Enter}');
  expect(await screen.findByText('Sending…')).toBeTruthy();
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(await screen.findByText(/^Not sent yet: The server cannot be reached/)).toBeTruthy();
  vi.stubGlobal('fetch', fetched);
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(contents(page)).toEqual(['one']));
});

test('a reply that was not sent can be put back into the box, below what stands there', async () => {
  const page = open(refused);
  await page.user.type(await box(3), 'one{Enter}');
  await screen.findByText('Not sent: Refused');
  await page.user.type(await box(3), 'Dear all');
  await page.user.click(screen.getByRole('button', { name: 'Edit' }));
  const text = await box(3);
  expect(text.value).toBe('Dear all\none');
  expect(document.activeElement).toBe(text);
  expect(screen.queryByText('Not sent: Refused')).toBeNull();
});

test('replies to a ticket that was closed meanwhile are there to be copied, also after a reload', async () => {
  const closed = () =>
    json(404, { success: false, error: 'Ticket #3 has been closed', code: 'ticket.closed' });
  const page = open(closed);
  await page.user.type(await box(3), 'one{Enter}');
  await screen.findByText('Not sent: Ticket #3 has been closed');
  await page.user.type(await box(3), 'two{Enter}');
  await page.user.type(await box(3), 'three');
  cleanup();

  const again = open(closed);
  again.answers['GET tickets/3'] = closed;
  expect(await screen.findByText('Ticket #3 has been closed')).toBeTruthy();
  const kept = await screen.findByRole('list', { name: 'What you wrote but did not send' });
  expect([...kept.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual([
    'one',
    'two',
    'three',
  ]);
  const copied = vi.spyOn(navigator.clipboard, 'writeText');
  const [first] = screen.getAllByRole('button', { name: 'Copy' });
  if (first) await again.user.click(first);
  expect(copied).toHaveBeenCalledWith('one');
});

test('when a reply that failed is removed, those behind it go on', async () => {
  const page = open(({ body }) =>
    (body as { message: { content: string } }).message.content === 'one' ? refused() : sent('99'),
  );
  await page.user.type(await box(3), 'one{Enter}two{Enter}');
  expect(await screen.findByText('Not sent: Refused')).toBeTruthy();
  const [first] = screen.getAllByRole('button', { name: 'Remove' });
  if (first) await page.user.click(first);
  await waitFor(() => expect(screen.queryByText('one')).toBeNull());
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

test('on a phone Enter starts a line, and the button sends', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === '(pointer: coarse)',
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  const page = open(() => sent('99'));
  const text = await box(3);
  await page.user.type(text, 'Hello{Enter}you');
  expect(text.value).toBe('Hello\nyou');
  await page.user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(contents(page)).toEqual(['Hello\nyou']));
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
  const page = open(() => refused());
  await page.user.type(await box(3), 'Hello{Enter}');
  expect(await screen.findByText('Not sent: Refused')).toBeTruthy();
  await page.user.type(await box(3), 'And then');

  await page.goTo('4');
  expect((await box(4)).value).toBe('');
  expect(screen.queryByText(/^Not sent: /)).toBeNull();

  await page.goTo('3');
  expect((await box(3)).value).toBe('And then');
  expect(screen.getByText('Hello')).toBeTruthy();
  await page.user.click(screen.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByText('Hello')).toBeNull());
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
