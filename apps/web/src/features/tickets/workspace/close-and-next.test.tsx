import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { readToasts } from '../../../lib/page/toast.ts';
import { FakeSocket } from '../../../test/fake-socket.ts';
import { json, type SeenRequest } from '../../../test/fetch-stub.ts';
import { pretendLayout } from '../../../test/layout.ts';
import { sampleList, sampleMessage, sampleSummary, sampleTicketView } from '../../../test/sample-ticket.ts';
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

const since = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour)).toISOString();
const waits = (id: number, hour: number | null) =>
  sampleSummary(id, { waiting_since: hour === null ? null : since(hour) });

async function open(
  tickets = [waits(3, 1), waits(4, 3), waits(5, 2), waits(6, null)],
  answers: Record<string, (request: SeenRequest) => Response | Promise<Response>> = {},
) {
  const page = openServerPage('tickets/view/3', {
    ...Object.fromEntries(
      [3, 4, 5, 6].map((id) => [`GET tickets/${id}`, () => json(200, sampleTicketView(id))]),
    ),
    'GET tickets': () => json(200, sampleList({ tickets })),
    'GET tickets/waiting': () => json(200, { success: true, waiting: [3, 4, 5] }),
    'GET tickets/3/close-reasons': () => json(200, { success: true, reasons: [] }),
    'GET premium': () => json(200, { premium: true, tier: 0 }),
    'DELETE tickets/3': () => json(200, { success: true }),
    'POST tickets/3': () => json(200, { success: true, message_id: '99' }),
    ...answers,
  });
  await screen.findByRole('heading', { name: 'Ticket #3' });
  await waitFor(() => expect(page.asked('GET', 'tickets')).not.toHaveLength(0));
  const path = () => page.router.state.location.pathname;
  return { ...page, path };
}

const replyBox = () => screen.findByPlaceholderText<HTMLTextAreaElement>('Reply to mia…');

test('Close and next closes the ticket and opens the one that has waited longest', async () => {
  const { user, asked, path } = await open();
  await user.click(await screen.findByRole('button', { name: 'Close and next' }));
  await waitFor(() => expect(path()).toBe('/manage/1/tickets/view/5'));
  expect(asked('DELETE', 'tickets/3')).toHaveLength(1);
});

test('Close and next leads to the list when no other ticket waits', async () => {
  const { user, path } = await open([waits(3, 1), waits(6, null)]);
  await user.click(await screen.findByRole('button', { name: 'Close and next' }));
  await waitFor(() => expect(path()).toBe('/manage/1/tickets'));
});

test.each(['Close Ticket', 'Close and next'])(
  'somebody who has left the page before the answer to %s comes is told, and stays where they are',
  async (button) => {
    const closed = Promise.withResolvers<Response>();
    const { user, asked, path, router } = await open(undefined, { 'DELETE tickets/3': () => closed.promise });
    await user.click(await screen.findByRole('button', { name: button }));
    await waitFor(() => expect(asked('DELETE', 'tickets/3')).toHaveLength(1));
    await router.navigate({
      to: '/manage/$guildId/tickets/view/$ticketId',
      params: { guildId: '1', ticketId: '6' },
    });
    await screen.findByRole('heading', { name: 'Ticket #6' });
    await act(async () => closed.resolve(json(200, { success: true })));
    await waitFor(() => expect(readToasts().map(({ text }) => text)).toEqual(['Ticket #3 has been closed']));
    await router.load();
    expect(path()).toBe('/manage/1/tickets/view/6');
  },
);

test('Ctrl and Enter in the reply sends it, closes the ticket once it has arrived, and opens the next', async () => {
  const { user, asked, path } = await open();
  const box = await replyBox();
  await waitFor(() => expect(box.disabled).toBe(false));
  await user.click(box);
  await user.keyboard('Solved{Control>}{Enter}{/Control}');
  await waitFor(() => expect(path()).toBe('/manage/1/tickets/view/5'));
  expect(asked('POST', 'tickets/3')).toHaveLength(1);
  expect(asked('DELETE', 'tickets/3')).toHaveLength(1);
});

test('a last reply that is refused leaves the ticket open', async () => {
  const refuse = () => json(400, { success: false, error: 'Not like this' });
  const { user, asked, path } = await open(undefined, { 'POST tickets/3': refuse });
  const box = await replyBox();
  await waitFor(() => expect(box.disabled).toBe(false));
  await user.click(box);
  await user.keyboard('Solved{Control>}{Enter}{/Control}');
  await screen.findByText('Not sent: Not like this');
  expect(asked('DELETE', 'tickets/3')).toEqual([]);
  expect(path()).toBe('/manage/1/tickets/view/3');
});

test.each(['Edit', 'Remove'])(
  'a last reply that is taken back by %s while Discord does not answer leaves the ticket open',
  async (action) => {
    const { user, asked, path } = await open(undefined, {
      'POST tickets/3': () => json(502, { success: false, error: 'Discord does not answer.' }),
    });
    const box = await replyBox();
    await waitFor(() => expect(box.disabled).toBe(false));
    await user.click(box);
    await user.keyboard('Solved{Control>}{Enter}{/Control}');
    await user.click(await screen.findByRole('button', { name: action }));
    await waitFor(() => expect(screen.queryByRole('button', { name: action })).toBeNull());
    expect(asked('DELETE', 'tickets/3')).toEqual([]);
    expect(path()).toBe('/manage/1/tickets/view/3');
  },
);

test('a last reply whose answer was lost closes the ticket once the conversation shows it', async () => {
  FakeSocket.forget();
  vi.stubGlobal('WebSocket', FakeSocket);
  const { user, asked } = await open(undefined, {
    'POST tickets/3': () => json(502, { success: false, error: 'Discord does not answer.' }),
  });
  const box = await replyBox();
  await waitFor(() => expect(box.disabled).toBe(false));
  await user.click(box);
  await user.keyboard('Solved{Control>}{Enter}{/Control}');
  await screen.findByRole('button', { name: 'Edit' });
  const { self } = sampleTicketView(3);
  const data = sampleMessage({ id: '900', seq: 2, author: self, content: 'Solved' });
  act(() => {
    for (const socket of FakeSocket.opened)
      socket.receive({ type: 'message', data, mentions: { users: {}, roles: {}, channels: {} } });
  });
  await waitFor(() => expect(asked('DELETE', 'tickets/3')).toHaveLength(1));
});

test('J and K go through the queue', async () => {
  const { user, path } = await open();
  await user.keyboard('j');
  await waitFor(() => expect(path()).toBe('/manage/1/tickets/view/5'));
  await user.keyboard('k');
  await waitFor(() => expect(path()).toBe('/manage/1/tickets/view/3'));
});
