import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { FakeSocket } from '../../../test/fake-socket.ts';
import { json } from '../../../test/fetch-stub.ts';
import { pretendLayout } from '../../../test/layout.ts';
import { sampleTicketView } from '../../../test/sample-ticket.ts';
import { openServerPage } from '../../../test/server-page.tsx';

pretendLayout();

const { ticket, ...sample } = sampleTicketView(3);
const view = (values: object) => ({
  ...sample,
  ticket: {
    ...ticket,
    server: { id: '1', name: 'One', icon: null },
    is_open: true,
    closed_at: null,
    closed_by: null,
    close_reason: null,
    imported: false,
    rating: null,
    may_rate: false,
    survey: null,
    has_transcript: true,
    hindrance: null,
    may_close: false,
    ...values,
  },
});
const closedThread = view({ is_open: false, hindrance: 'closed' });
const closedChannel = view({ is_open: false, hindrance: 'closed', channel_id: null });

async function open(shown: object) {
  FakeSocket.forget();
  vi.stubGlobal('WebSocket', FakeSocket);
  const answers: Record<string, () => Response> = { 'GET tickets/3/self': () => json(200, shown) };
  const page = openServerPage('nowhere', answers);
  await page.router.navigate({
    to: '/tickets/$guildId/$ticketId',
    params: { guildId: '1', ticketId: '3' },
  });
  await screen.findByRole('heading', { name: 'Help' });
  const receive = (frame: object) =>
    act(() => {
      for (const socket of FakeSocket.opened) socket.receive(frame);
    });
  return { ...page, answers, receive };
}

test.each([
  ['was closed while it was looked at', view({})],
  ['was closed before', closedThread],
])('the opener sees that their thread, which %s, is open again', async (_, first) => {
  const { answers, receive } = await open(first);
  await waitFor(() => expect(FakeSocket.opened).toHaveLength(1));
  receive({ type: 'authenticated', data: { seq: 0 } });
  answers['GET tickets/3/self'] = () => json(200, closedThread);
  receive({ type: 'ticket_closed' });
  await screen.findByText('Closed', { selector: 'span' });
  answers['GET tickets/3/self'] = () => json(200, view({}));
  receive({ type: 'ticket_reopened' });
  expect(await screen.findByText('Open', { selector: 'span' }, { timeout: 5000 })).toBeTruthy();
  expect(FakeSocket.opened).toHaveLength(1);
});

test('a closed ticket whose channel is gone is not listened to', async () => {
  await open(closedChannel);
  expect(FakeSocket.opened).toEqual([]);
});
