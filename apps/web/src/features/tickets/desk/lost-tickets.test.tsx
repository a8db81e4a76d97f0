import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { readToasts } from '../../../lib/page/toast.ts';
import { FakeSocket } from '../../../test/fake-socket.ts';
import { json } from '../../../test/fetch-stub.ts';
import { foundResult } from '../../../test/found-result.ts';
import { pretendLayout } from '../../../test/layout.ts';
import { sampleList } from '../../../test/sample-ticket.ts';
import { sampleSaid, sampleTranscript } from '../../../test/sample-transcript.ts';
import { openServerPage } from '../../../test/server-page.tsx';

/** Pages of closed tickets and of search, beside which the desk's socket tells that somebody may see others than before. */

pretendLayout();
beforeEach(() => {
  FakeSocket.forget();
  vi.stubGlobal('WebSocket', FakeSocket);
});

type Answers = Parameters<typeof openServerPage>[1];

async function open(path: string, answers: Answers) {
  const all: Answers = {
    'GET panels': () => json(200, []),
    'GET tickets': () => json(200, sampleList()),
    'GET tickets/waiting': () => json(200, { success: true, waiting: [] }),
    'GET transcripts/5/neighbours': () => json(200, { newer: null, older: null }),
    ...answers,
  };
  const page = openServerPage(path, all, 1);
  await waitFor(() => expect(FakeSocket.opened).toHaveLength(1));
  const answerNow = (now: Answers) => void Object.assign(all, now);
  const lose = (now: Answers) => {
    answerNow(now);
    act(() => FakeSocket.opened[0]?.receive({ type: 'list_changed' }));
  };
  return { ...page, answerNow, lose };
}

test('what is found in tickets that their reader may not see any more goes', async () => {
  const { lose } = await open('search?q=parcel', {
    'GET search': () => json(200, { results: [foundResult()], cursor: null }),
  });
  await screen.findByRole('heading', { name: /Ticket #7/ });
  lose({ 'GET search': () => json(200, { results: [], cursor: null }) });
  await waitFor(() => expect(screen.queryByRole('heading', { name: /Ticket #7/ })).toBeNull());
});

test('so does what a reader may not see any more since the connection was lost', async () => {
  const { answerNow } = await open('search?q=parcel', {
    'GET search': () => json(200, { results: [foundResult()], cursor: null }),
  });
  await screen.findByRole('heading', { name: /Ticket #7/ });
  act(() => {
    FakeSocket.opened[0]?.receive({ type: 'authenticated' });
    FakeSocket.opened[0]?.lose();
  });
  await waitFor(() => expect(FakeSocket.opened).toHaveLength(2), { timeout: 4000 });
  answerNow({ 'GET search': () => json(200, { results: [], cursor: null }) });
  act(() => FakeSocket.opened[1]?.receive({ type: 'authenticated' }));
  await waitFor(() => expect(screen.queryByRole('heading', { name: /Ticket #7/ })).toBeNull());
});

test('closed tickets that their reader may not see any more go from their list', async () => {
  const row = {
    ticket_id: 40,
    username: 'ann',
    user_id: '5',
    opener: { id: '5', username: 'ann', global_name: null, avatar: '', bot: false },
    panel_id: null,
    closed_at: '2026-03-01T10:00:00.000Z',
    closer: null,
    close_source: null,
    close_reason: null,
    closed_by: null,
    rating: null,
    has_transcript: true,
  };
  const { lose } = await open('transcripts', { 'POST transcripts': () => json(200, [row]) });
  await screen.findByText('40');
  lose({ 'POST transcripts': () => json(200, []) });
  await waitFor(() => expect(screen.queryByText('40')).toBeNull());
});

test.each([
  ['of some tickets', { type: 'list_changed' }],
  ['of the server', { error: 'You do not have permission to view this server' }],
])(
  'a transcript goes with all that can be done with it when its reader is no longer staff %s, and is read on no other change',
  async (_, frame) => {
    const { answerNow, asked } = await open('transcripts/view/5', {
      'GET transcripts/5/render': () =>
        json(200, sampleTranscript({ ticket_id: 5, messages: [sampleSaid({ content: 'Where is it?' })] })),
    });
    await screen.findByText('Where is it?');
    expect(screen.getByRole('button', { name: 'Download' })).toBeTruthy();
    act(() => {
      FakeSocket.opened[0]?.receive({ type: 'authenticated' });
      FakeSocket.opened[0]?.receive({ type: 'names_learned' });
    });
    expect(asked('GET', 'transcripts/5/render')).toHaveLength(1);
    const error = 'You do not have permission to view this transcript';
    answerNow({
      'GET transcripts/5/render': () => json(403, { success: false, error, code: 'transcript.denied' }),
    });
    act(() => FakeSocket.opened[0]?.receive(frame));
    expect((await screen.findByRole('alert')).textContent).toContain(error);
    expect(screen.queryByText('Where is it?')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Download' })).toBeNull();
    expect(readToasts()).toEqual([]);
  },
);
