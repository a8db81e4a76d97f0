import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { readToasts } from '../../../lib/page/toast.ts';
import { FakeSocket } from '../../../test/fake-socket.ts';
import { json } from '../../../test/fetch-stub.ts';
import { pretendLayout } from '../../../test/layout.ts';
import { sampleList, sampleMessage, sampleSummary, sampleTicketView } from '../../../test/sample-ticket.ts';
import { openServerPage } from '../../../test/server-page.tsx';

pretendLayout();

const view = {
  ...sampleTicketView(3),
  messages: [sampleMessage({ content: 'The oven is cold.' })],
  seq: 1,
};

/** A ticket that has been read, of a server without premium, so that a press reads it again. */
async function openRead({ premium = false, shown = view, listed = [] as number[] } = {}) {
  const answers: Record<string, () => Response | Promise<Response>> = {
    'GET tickets/3': () => json(200, shown),
    'GET tickets/3/opener-tickets': () => json(200, { success: true, total: 7, tickets: openerTickets }),
    'GET tickets/4': () => new Promise(() => undefined),
    'POST tickets/3': () => new Promise(() => undefined),
    'GET tickets': () => json(200, sampleList({ tickets: listed.map((id) => sampleSummary(id)) })),
    'GET premium': () => json(200, { premium, tier: 0 }),
  };
  const page = openServerPage('tickets/view/3', answers);
  await screen.findByText('The oven is cold.');
  const readAgain = async (answer: () => Response) => {
    answers['GET tickets/3'] = answer;
    await page.user.click(await screen.findByRole('button', { name: 'Refresh' }));
  };
  return { ...page, answers, readAgain };
}

const openerTickets = [
  {
    id: 2,
    panel_title: 'Help',
    opened_at: '2026-01-01T12:00:00.000Z',
    is_open: true,
    has_transcript: false,
    imported: false,
  },
  {
    id: 1,
    panel_title: null,
    opened_at: '2025-12-01T12:00:00.000Z',
    is_open: false,
    has_transcript: true,
    imported: true,
  },
];

test('the details name the earlier tickets of the opener, each with its panel, its day and the way to it, and say of one that it was imported', async () => {
  await openRead();
  const open = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Ticket #2' });
  expect(open.getAttribute('href')).toBe('/manage/1/tickets/view/2');
  expect(screen.getByRole('link', { name: 'Ticket #1' }).getAttribute('href')).toBe(
    '/manage/1/transcripts/view/1',
  );
  expect(open.closest('dd')?.textContent).toBe(
    '7, the latest:#2HelpOpenJan 1, 2026#1Unknown PanelImportedDec 1, 2025',
  );
});

test('a ticket whose panel is gone, or that had none, says the same as in the list', async () => {
  await openRead();
  expect(screen.getByText('Unknown Panel').closest('dl')).toBeTruthy();
});

const closeButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Close Ticket' });

const reasonBox = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reason' });

test('the reason that is being written is there for whoever comes back to the ticket, until it is closed', async () => {
  const { user, router, readAgain } = await openRead();
  const goTo = (ticketId: string) =>
    router.navigate({ to: '/manage/$guildId/tickets/view/$ticketId', params: { guildId: '1', ticketId } });
  await user.type(reasonBox(), 'Solved with');
  await goTo('4');
  await screen.findByRole('heading', { name: 'Ticket #4' });
  await goTo('3');
  await waitFor(() => expect(reasonBox().value).toBe('Solved with'));
  await readAgain(() =>
    json(404, { success: false, error: 'Ticket #3 has been closed', code: 'ticket.closed' }),
  );
  await screen.findByRole('link', { name: 'Read the transcript' });
  await waitFor(() => expect(Object.values(sessionStorage).join()).not.toContain('Solved with'));
});

test('a reason that is too long says so at its box and nowhere else, and nothing is sent', async () => {
  const { user, asked } = await openRead();
  await user.click(reasonBox());
  await user.paste('a'.repeat(1025));
  const problem = 'A reason has at most 1,024 characters; this one has 1,025.';
  expect(screen.getByRole('textbox', { name: 'Reason', description: problem })).toBeTruthy();
  await user.click(closeButton());
  expect(asked('DELETE', 'tickets/3')).toEqual([]);
  expect(readToasts()).toEqual([]);
  await user.type(reasonBox(), '{Backspace}');
  expect(closeButton().disabled).toBe(false);
});

test('a reason that the server refuses is told at its box alone', async () => {
  const { user, answers } = await openRead();
  answers['DELETE tickets/3'] = () =>
    json(400, {
      success: false,
      error: 'Some of what was sent is not valid: reason',
      fields: [{ path: 'reason', message: 'Choose other words.' }],
    });
  await user.type(reasonBox(), 'Done');
  await user.click(closeButton());
  expect(await screen.findByText('Choose other words.')).toBeTruthy();
  expect(readToasts()).toEqual([]);
});

test('a ticket that was closed meanwhile keeps what was read, and leads to its transcript', async () => {
  const { readAgain } = await openRead();
  await readAgain(() =>
    json(404, { success: false, error: 'Ticket #3 has been closed', code: 'ticket.closed' }),
  );
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Read the transcript' });
  expect(link.getAttribute('href')).toBe('/manage/1/transcripts/view/3');
  expect(screen.getByText('The oven is cold.')).toBeTruthy();
  expect(closeButton().disabled).toBe(true);
  expect(readToasts()).toEqual([]);
});

test('a message that names somebody shows their name at once, and the ticket is not read again for it', async () => {
  FakeSocket.forget();
  vi.stubGlobal('WebSocket', FakeSocket);
  const { asked } = await openRead({ premium: true });
  await waitFor(() => expect(FakeSocket.opened).toHaveLength(1));
  const message = sampleMessage({
    id: '200',
    seq: 2,
    embeds: [{ description: 'Handled by <@600000000000000077>' }],
  });
  act(() => {
    const mentions = { users: { '600000000000000077': 'Sage' }, roles: {}, channels: {} };
    FakeSocket.opened[0]?.receive({ type: 'authenticated', data: { seq: 1 } });
    FakeSocket.opened[0]?.receive({ type: 'message', data: message, mentions });
  });
  expect(await screen.findByText('@Sage')).toBeTruthy();
  expect(asked('GET', 'tickets/3')).toHaveLength(1);
  act(() => {
    const unnamed = {
      ...message,
      id: '201',
      seq: 3,
      embeds: [{ description: 'Handled by <@600000000000000078>' }],
    };
    const mentions = { users: {}, roles: {}, channels: {} };
    FakeSocket.opened[0]?.receive({ type: 'message', data: unnamed, mentions });
  });
  await waitFor(() => expect(asked('GET', 'tickets/3')).toHaveLength(2), { timeout: 3_000 });
});

test('a ticket that was closed is not called live any more', async () => {
  FakeSocket.forget();
  vi.stubGlobal('WebSocket', FakeSocket);
  await openRead({ premium: true });
  const mark = () => screen.queryByText('Live');
  act(() => {
    for (const socket of FakeSocket.opened) socket.receive({ type: 'authenticated', data: { seq: 1 } });
  });
  await waitFor(() => expect(mark()).not.toBeNull());
  act(() => {
    for (const socket of FakeSocket.opened) socket.receive({ type: 'ticket_closed' });
  });
  await screen.findByText('This ticket has been closed.');
  expect(mark()).toBeNull();
});

test('a ticket that is reopened is open again, and its next end is told', async () => {
  FakeSocket.forget();
  vi.stubGlobal('WebSocket', FakeSocket);
  await openRead({ premium: true });
  await waitFor(() => expect(FakeSocket.opened).not.toEqual([]));
  const receive = (frame: object) =>
    act(() => {
      for (const socket of FakeSocket.opened) socket.receive(frame);
    });
  receive({ type: 'authenticated', data: { seq: 1 } });
  for (let time = 0; time < 2; time += 1) {
    receive({ type: 'ticket_closed' });
    await screen.findByText('This ticket has been closed.');
    receive({ type: 'ticket_reopened' });
    await waitFor(() => expect(screen.queryByText('This ticket has been closed.')).toBeNull(), {
      timeout: 5000,
    });
    expect(closeButton().disabled).toBe(false);
  }
});

test('a conversation that was read on while its connection began is not taken for another one', async () => {
  FakeSocket.forget();
  vi.stubGlobal('WebSocket', FakeSocket);
  const shown = { ...view, has_more: true, messages: [sampleMessage({ id: '200', content: 'It is cold.' })] };
  const { answers, asked, user, queryClient } = await openRead({
    premium: true,
    shown: { ...shown, messages: [...shown.messages, ...view.messages] },
  });
  await waitFor(() => expect(FakeSocket.opened).not.toEqual([]));
  answers['GET tickets/3'] = () =>
    json(200, { ...view, has_more: false, messages: [sampleMessage({ id: '50', content: 'Far back.' })] });
  await user.click(await screen.findByRole('button', { name: 'Load older messages' }));
  await screen.findByText('Far back.');
  act(() => {
    for (const socket of FakeSocket.opened) socket.open();
  });
  // Meanwhile it is read again, with a message that the server did not count when it was asked.
  const later = sampleMessage({ id: '300', seq: 2, content: 'Still cold.' });
  answers['GET tickets/3'] = () => json(200, { ...shown, seq: 2, messages: [...shown.messages, later] });
  await act(() => queryClient.refetchQueries({ queryKey: ['guild', '1', 'tickets', 'view', 3] }));
  await screen.findByText('Still cold.');
  const reads = asked('GET', 'tickets/3').length;
  act(() => {
    for (const socket of FakeSocket.opened) socket.receive({ type: 'authenticated', data: { seq: 1 } });
  });
  expect(screen.getByText('Far back.')).toBeTruthy();
  expect(asked('GET', 'tickets/3')).toHaveLength(reads);
});

test('an answer that was on its way when a ticket was closed does not open it again', async () => {
  FakeSocket.forget();
  vi.stubGlobal('WebSocket', FakeSocket);
  const { answers, asked } = await openRead({ premium: true });
  await waitFor(() => expect(FakeSocket.opened).not.toEqual([]));
  const late = Promise.withResolvers<Response>();
  answers['GET tickets/3'] = () => late.promise;
  const receive = (frame: object) =>
    act(() => {
      for (const socket of FakeSocket.opened) socket.receive(frame);
    });
  receive({ type: 'authenticated', data: { seq: 1 } });
  // The second time it has been away, so the ticket is read again.
  receive({ type: 'authenticated', data: { seq: 1 } });
  await waitFor(() => expect(asked('GET', 'tickets/3')).toHaveLength(2));
  receive({ type: 'ticket_closed' });
  await act(async () => late.resolve(json(200, view)));
  expect(await screen.findByText('This ticket has been closed.')).toBeTruthy();
  expect(asked('GET', 'tickets/3')).toHaveLength(2);
});

test('a ticket that cannot be read for a moment is not taken for a closed one', async () => {
  const { readAgain } = await openRead();
  await readAgain(() => json(429, { success: false, error: 'Slow down.', code: 'request.rate_limited' }));
  await waitFor(() => expect(readToasts().map(({ text }) => text)).toEqual(['Slow down.']));
  expect(screen.getByText('The oven is cold.')).toBeTruthy();
  expect(closeButton().disabled).toBe(false);
  expect(screen.queryByRole('link', { name: 'Read the transcript' })).toBeNull();
});

test('whoever may not see the ticket any more sees nothing of it', async () => {
  const { readAgain } = await openRead();
  await readAgain(() =>
    json(403, { success: false, error: 'No permission here.', code: 'permission.denied' }),
  );
  await waitFor(() => expect(screen.queryByText('The oven is cold.')).toBeNull());
  expect(await screen.findByText(/^You can no longer see this ticket\./)).toBeTruthy();
  expect(readToasts()).toEqual([]);
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('whoever is writing when a claim hides the ticket is told whose it is, and keeps what they wrote', async () => {
  const { user, readAgain } = await openRead();
  await readAgain(() => json(200, view));
  sessionStorage.setItem('reply_draft:1/3', 'Let me look at');
  const text = 'Only sage, who claimed this ticket, and administrators can see it.';
  await readAgain(() => json(403, { success: false, error: text, code: 'ticket.claimed_to_see' }));
  const told = await screen.findByRole('alert');
  expect(told.textContent).toContain('Someone else has claimed this ticket');
  expect(told.textContent).toContain(text);
  expect(within(told).getByRole('link', { name: '← Back to tickets' })).toBeTruthy();
  expect(screen.queryByText('The oven is cold.')).toBeNull();
  const kept = await screen.findByRole('list', { name: 'What you wrote but did not send' });
  expect(kept.textContent).toContain('Let me look at');
  await user.click(within(kept).getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe('Let me look at');
  expect(readToasts()).toEqual([]);
});

test('whoever loses their role while they look is not left with names on the screen', async () => {
  const { answers, router, user } = await openRead();
  const denied = () => json(403, { success: false, error: 'No permission here.', code: 'permission.denied' });
  for (const route of ['GET tickets/3', 'GET tickets', 'GET premium']) answers[route] = denied;
  const asked = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
    String(url).includes('/user/permissionlevel')
      ? Promise.resolve(json(200, { success: true, permission_level: 0 }))
      : asked(url, init),
  );
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  expect(readToasts().map(({ text }) => text)).toEqual([expect.stringContaining('server')]);
});

describe('where there is room for the list beside a ticket', () => {
  beforeEach(() => {
    FakeSocket.forget();
    vi.stubGlobal('WebSocket', FakeSocket);
    vi.stubGlobal('matchMedia', () => ({
      matches: true,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
  });
  const sockets = () => FakeSocket.opened.map(({ url }) => new URL(url).pathname);
  const sideList = () => screen.getByRole('navigation', { name: 'Open tickets' });

  test('the list beside a ticket stays where it is while another ticket is being read', async () => {
    const { router } = await openRead();
    const list = sideList();
    const params = { guildId: '1', ticketId: '4' };
    void router.navigate({ to: '/manage/$guildId/tickets/view/$ticketId', params });
    expect(await screen.findByRole('heading', { name: 'Ticket #4' })).toBeTruthy();
    expect(screen.queryByText('The oven is cold.')).toBeNull();
    expect(sideList()).toBe(list);
  });

  test('J and K go to the next and the previous ticket of the list, but not while one is writing', async () => {
    const { user, router } = await openRead({ listed: [5, 4, 3] });
    const at = () => router.state.location.pathname.split('/').at(-1);
    await within(sideList()).findAllByRole('link');
    await user.keyboard('j');
    await waitFor(() => expect(at()).toBe('4'));
    await user.keyboard('k');
    await waitFor(() => expect(at()).toBe('3'));
    // Faster than the page.
    act(() => {
      for (let n = 0; n < 2; n += 1) document.dispatchEvent(new KeyboardEvent('keydown', { key: 'j' }));
    });
    await waitFor(() => expect(at()).toBe('5'));
    await user.keyboard('kk');
    await waitFor(() => expect(at()).toBe('3'));
    await user.click(screen.getByRole('textbox', { name: 'Reason' }));
    await user.keyboard('kk');
    expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveProperty('value', 'kk');
    expect(at()).toBe('3');
  });

  test('the list is one stop for Tab; arrows, Home and End go on from there, and Enter opens', async () => {
    const { user, router } = await openRead({ listed: [6, 5, 4, 3] });
    await within(sideList()).findAllByRole('link');
    const stops = () =>
      within(sideList())
        .getAllByRole<HTMLAnchorElement>('link')
        .filter(({ tabIndex }) => tabIndex === 0);
    const focused = () => /#\d+/.exec(document.activeElement?.textContent ?? '')?.[0];
    expect(stops().map(({ textContent }) => /#\d+/.exec(textContent ?? '')?.[0])).toEqual(['#3']);
    act(() => stops()[0]?.focus());
    for (const [key, there] of [
      ['{ArrowDown}', '#4'],
      ['{End}', '#6'],
      ['{ArrowDown}', '#6'],
      ['{ArrowUp}', '#5'],
      ['{Home}', '#3'],
      ['{ArrowDown}', '#4'],
    ] as const) {
      await user.keyboard(key);
      await waitFor(() => expect(focused()).toBe(there));
      expect(stops()).toEqual([document.activeElement]);
    }
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toMatch(/\/4$/));
  });

  test('a server without premium opens no socket', async () => {
    await openRead();
    await screen.findByRole('button', { name: 'Refresh' });
    expect(sideList()).toBeTruthy();
    expect(sockets()).toEqual([]);
  });

  describe('of a premium server', () => {
    async function openLive() {
      const page = await openRead({ premium: true, listed: [5, 4, 3] });
      await waitFor(() => expect(sockets()).toEqual(['/api/1/tickets/3/live-chat']));
      const socket = FakeSocket.opened[0];
      if (!socket) throw new Error('no socket was opened');
      const receive = (...frames: object[]) =>
        act(() => {
          for (const frame of frames) socket.receive(frame);
        });
      return { ...page, socket, receive };
    }
    const numbers = () =>
      within(sideList())
        .queryAllByRole('link')
        .map(({ textContent }) => /#\d+/.exec(textContent)?.[0]);

    test('the one socket, that of the ticket, keeps the list up to date', async () => {
      const { asked, socket, receive } = await openLive();
      act(() => socket.open());
      expect(socket.sent[0]).toMatchObject({ type: 'auth', data: { list: true } });
      await waitFor(() => expect(numbers()).toEqual(['#3', '#4', '#5']));
      const before = asked('GET', 'tickets').length;
      const line = { ticket: null, closed: false, panel_title: null, users: {} };
      receive(
        { type: 'tickets_changed', data: { ...line, ticket_id: 4, closed: true } },
        { type: 'tickets_changed', data: { ...line, ticket_id: 6, ticket: sampleSummary(6) } },
      );
      await waitFor(() => expect(numbers()).toEqual(['#3', '#5', '#6']));
      expect(within(sideList()).getByText('Closed').closest('li')?.textContent).toContain('#4');
      receive({ type: 'tickets_changed', data: { ...line, ticket_id: 5 } });
      await waitFor(() => expect(numbers()).toEqual(['#3', '#6']));
      expect(sideList().textContent).not.toContain('#5');
      expect(asked('GET', 'tickets')).toHaveLength(before);
      receive({ type: 'list_changed' });
      await waitFor(() => expect(asked('GET', 'tickets')).toHaveLength(before + 1));
      expect(sockets()).toHaveLength(1);
    });

    test('the list is read again when the connection is there, and every 15 seconds only while it is not', async () => {
      vi.useFakeTimers({ shouldAdvanceTime: true });
      try {
        const { asked, socket, receive } = await openLive();
        const reads = () => asked('GET', 'tickets').length;
        await act(() => vi.advanceTimersByTimeAsync(16_000));
        const unconnected = reads();
        expect(unconnected).toBeGreaterThan(1);
        act(() => socket.open());
        receive({ type: 'authenticated', data: { seq: 1 } });
        for (let seconds = 0; seconds < 60; seconds += 10) {
          await act(() => vi.advanceTimersByTimeAsync(10_000));
          receive({ type: 'pong' });
        }
        expect(reads()).toBe(unconnected + 1);
        act(() => socket.lose());
        await act(() => vi.advanceTimersByTimeAsync(16_000));
        expect(reads()).toBeGreaterThan(unconnected + 1);
      } finally {
        vi.useRealTimers();
      }
    });
  });
});
