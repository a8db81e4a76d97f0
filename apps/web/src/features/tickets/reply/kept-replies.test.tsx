import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearBrowserStorage } from '../../../lib/session/session.ts';
import { json, type SeenRequest } from '../../../test/fetch-stub.ts';
import { pretendLayout } from '../../../test/layout.ts';
import { sampleMessage, sampleTicketView } from '../../../test/sample-ticket.ts';
import { openServerPage } from '../../../test/server-page.tsx';

pretendLayout();
beforeEach(() => {
  URL.createObjectURL = () => `blob:${location.origin}/1`;
  URL.revokeObjectURL = () => undefined;
  vi.stubGlobal(
    'WebSocket',
    class extends EventTarget {
      close() {}
      send() {}
    },
  );
});

afterEach(() => void vi.useRealTimers());

const me = sampleTicketView(3).self;
const never = () => new Response(new ReadableStream());
const sent = (message_id: string) => json(200, { success: true, message_id });
const refused = () => json(400, { success: false, error: 'Refused' });

/** Opens the ticket; the second time, as after a reload: only what the browser keeps is left. */
async function open(
  reply: (request: SeenRequest) => Response,
  { messages = [] as ReturnType<typeof sampleMessage>[], person = '9' } = {},
) {
  cleanup();
  const page = openServerPage(
    'tickets/view/3',
    {
      'GET tickets/3': () => json(200, { ...sampleTicketView(3), messages }),
      'GET tickets': () =>
        json(200, { success: true, tickets: [], panel_titles: {}, resolved_users: {}, self_id: person }),
      'GET premium': () => json(200, { premium: true, tier: 0 }),
      'POST tickets/3': reply,
    },
    2,
    person,
  );
  await screen.findByPlaceholderText('Reply to mia…');
  await waitFor(() => expect(box().disabled).toBe(false));
  return { ...page, posted: () => page.asked('POST', 'tickets/3').map(({ body }) => body) };
}

const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
const notSent = () => screen.queryAllByText(/^Not sent/);

test('replies that failed or waited are there after a reload, and are sent as the same replies', async () => {
  const before = await open(refused);
  await before.user.type(box(), 'one{Enter}');
  await screen.findByText('Not sent: Refused');
  await before.user.type(box(), 'two{Enter}');
  await screen.findByText('Not sent yet, because the reply above was not sent');

  let id = 90;
  const page = await open(() => {
    id += 1;
    return sent(String(id));
  });
  expect(notSent().map((said) => said.textContent)).toEqual([
    'Not sent',
    'Not sent yet, because the reply above was not sent',
  ]);
  expect(page.posted()).toEqual([]);
  await page.user.click(screen.getByRole('button', { name: 'Send all again' }));
  await waitFor(() => expect(page.posted()).toHaveLength(2));
  expect(page.posted()[0]).toEqual(before.posted()[0]);
  expect(page.posted()[1]).toMatchObject({ message: { content: 'two' } });

  await open(never);
  expect(notSent()).toEqual([]);
});

test('a reply that was on its way and arrived is not shown twice, and does not hold up the next', async () => {
  const before = await open(never);
  await before.user.type(box(), 'one{Enter}two{Enter}');
  await waitFor(() => expect(before.posted()).toHaveLength(1));

  const page = await open(() => sent('201'), {
    messages: [sampleMessage({ id: '200', content: 'one', author: me })],
  });
  await waitFor(() => expect(notSent()).toHaveLength(1));
  expect(screen.getAllByText('one')).toHaveLength(1);
  await page.user.click(screen.getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(page.posted()).toMatchObject([{ message: { content: 'two' } }]));
});

test('the same words of somebody else do not take the place of a reply', async () => {
  const before = await open(never);
  await before.user.type(box(), 'one{Enter}');
  await waitFor(() => expect(before.posted()).toHaveLength(1));
  await open(never, { messages: [sampleMessage({ id: '200', content: 'one' })] });
  expect(notSent()).toHaveLength(1);
});

test('a reply that was refused is not taken for an older one with the same words', async () => {
  const answers = [sent('200'), json(400, { success: false, error: 'Refused' })];
  const before = await open(() => answers.shift() ?? refused());
  await before.user.type(box(), 'one{Enter}one{Enter}');
  await screen.findByText('Not sent: Refused');
  await open(never, { messages: [sampleMessage({ id: '200', content: 'one', author: me })] });
  expect(notSent()).toHaveLength(1);
});

test('files cannot be kept, so the reply says which have to be attached again', async () => {
  const file = (name: string) => new File(['words'], name, { type: 'text/plain' });
  const before = await open(refused);
  await before.user.upload(screen.getByLabelText('Attach files', { selector: 'input' }), [
    file('a.txt'),
    file('b.txt'),
  ]);
  await before.user.type(box(), 'Look{Enter}');
  await screen.findByText('Not sent: Refused');

  const page = await open(() => sent('99'));
  expect(screen.getByText('2 files need to be attached again: a.txt, b.txt')).toBeTruthy();
  const chooser = screen.getByLabelText<HTMLInputElement>('Attach again', { selector: 'input' });
  await page.user.upload(chooser, [file('b.txt')]);
  expect(screen.getByText('1 file needs to be attached again: a.txt')).toBeTruthy();
  await page.user.upload(chooser, [file('a.txt')]);
  expect(screen.queryByText(/attached again:/)).toBeNull();
  await page.user.click(screen.getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(page.posted()).toHaveLength(1));
  const body = page.posted()[0];
  if (!(body instanceof FormData)) throw new Error('no form was sent');
  expect([...body.keys()]).toEqual(['payload_json', 'files[0]', 'files[1]']);
});

test('another person who signs in finds nothing of them', async () => {
  const before = await open(refused);
  await before.user.type(box(), 'one{Enter}');
  await screen.findByText('Not sent: Refused');
  const kept = Object.entries(sessionStorage);
  await open(never, { person: '8' });
  expect(notSent()).toEqual([]);
  // Not even if the browser had kept them.
  for (const [key, value] of kept) sessionStorage.setItem(key, String(value));
  await open(never, { person: '8' });
  expect(notSent()).toEqual([]);
});

test('whoever signs out leaves none behind, and none goes out afterwards', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const tooFast = () =>
    new Response('{}', { status: 429, headers: { 'content-type': 'application/json', 'retry-after': '30' } });
  const page = await open(tooFast);
  await page.user.type(box(), 'one{Enter}');
  await screen.findByText('Sent too fast: it goes out by itself in a moment');
  clearBrowserStorage();
  await vi.advanceTimersByTimeAsync(31_000);
  expect(page.posted()).toHaveLength(1);
  expect(sessionStorage.length).toBe(0);
});

test('when the session has ended, the reply is there after signing in again', async () => {
  const assign = vi.fn();
  vi.stubGlobal('location', { ...window.location, origin: window.location.origin, assign });
  const before = await open(() => json(401, { success: false, error: 'Sign in again' }));
  await before.user.type(box(), 'one{Enter}');
  await waitFor(() => expect(assign).toHaveBeenCalledOnce());
  const page = await open(() => sent('99'));
  await page.user.click(screen.getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(page.posted()).toEqual(before.posted()));
});
