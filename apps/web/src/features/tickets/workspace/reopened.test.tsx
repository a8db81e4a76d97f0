import { screen, waitFor } from '@testing-library/react';
import type { EarlierTicket, TicketMessage } from '@tickets/contract/tickets/tickets';
import { beforeEach, expect, test, vi } from 'vitest';
import { json } from '../../../test/fetch-stub.ts';
import { pretendLayout } from '../../../test/layout.ts';
import { sampleMessage, sampleTicketView } from '../../../test/sample-ticket.ts';
import { sampleSaid, sampleTranscript } from '../../../test/sample-transcript.ts';
import { openServerPage } from '../../../test/server-page.tsx';

pretendLayout();
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(300);
});

const person = (id: string, username: string) => ({
  id,
  username,
  global_name: null,
  avatar: '',
  bot: false,
});

const message = (ticket_id: number, id: string, content: string) =>
  sampleMessage({ id, ticket_id, content, timestamp: '2026-01-01T12:00:00.000Z' });

const earlier = (id: number, values: Partial<EarlierTicket> = {}): EarlierTicket => ({
  id,
  history: 'joined',
  closed_at: '2026-01-02T12:00:00.000Z',
  closed_by: person('8', 'sam'),
  close_reason: 'Solved',
  imported: false,
  ...values,
});

const view = sampleTicketView(5);

const page = (messages: TicketMessage[], has_more: boolean, before: EarlierTicket[]) =>
  json(200, {
    ...view,
    ticket: { ...view.ticket, continues: 4 },
    messages,
    earlier: before,
    seq: 1,
    has_more,
  });

const conversation = async () => (await screen.findByRole('region', { name: 'Conversation' })).textContent;

test('reading upward in a reopened ticket goes on into the earlier one, and says where that ended', async () => {
  const before = [earlier(4)];
  const { user } = openServerPage('tickets/view/5', {
    'GET tickets/5': ({ url }) =>
      url.searchParams.has('before')
        ? page([message(4, '10', 'My bread is cold')], false, before)
        : page([message(5, '20', 'It is cold again')], true, before),
    'GET premium': () => json(200, { premium: false }),
  });
  await screen.findByText('It is cold again');
  expect(await conversation()).not.toContain('Ticket #4');
  await user.click(screen.getByRole('button', { name: 'Load older messages' }));
  await screen.findByText('My bread is cold');
  expect(await conversation()).toMatch(
    /My bread is cold.*Ticket #4, closed on January 2, 2026.* by sam: Solved.*It is cold again/,
  );
});

test.each([
  ['is loaded and stands out', '10', 1],
  ['is said to be missing', '11', 1],
  ['is not looked for in older messages where it would be newer', '19', 0],
])('a message further up that an address names %s', async (outcome, id, reads) => {
  const { asked } = openServerPage(`tickets/view/5#m-${id}`, {
    'GET tickets/5': ({ url }) =>
      url.searchParams.has('before')
        ? page([message(4, '10', 'My bread is cold')], false, [earlier(4)])
        : page([message(5, id === '19' ? '18' : '20', 'It is cold again')], true, [earlier(4)]),
    'GET premium': () => json(200, { premium: false }),
  });
  if (outcome.includes('stands out')) {
    await waitFor(() => expect(document.querySelector('[data-place]')?.textContent).toContain('My bread'));
    expect(screen.queryByText(/The message of this link/)).toBeNull();
  } else expect((await screen.findByText(/The message of this link/)).role).toBe('status');
  const older = asked('GET', 'tickets/5').filter(({ url }) => url.searchParams.has('before'));
  expect(older).toHaveLength(reads);
});

test('parts that cannot be read are named, and only what can be read is linked', async () => {
  openServerPage('tickets/view/5', {
    'GET tickets/5': () =>
      page([message(5, '20', 'It is cold again')], false, [
        earlier(4, { history: 'denied', closed_at: null, closed_by: null, close_reason: null }),
        earlier(3, { history: 'not_kept', closed_by: null, close_reason: null }),
        earlier(2),
      ]),
    'GET premium': () => json(200, { premium: false }),
  });
  await screen.findByText('It is cold again');
  const text = await conversation();
  expect(text).toContain(
    'Ticket #4 is an earlier part of this conversation, which you are not allowed to read.',
  );
  expect(text).toMatch(
    /Ticket #3, closed on January 2, 2026.*: no reason specified \(its messages were not kept\)/,
  );
  const links = screen.getAllByRole('link', { name: /^Ticket #\d$/ });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/manage/1/transcripts/view/2']);
});

test('a transcript begins with the earlier ticket, and links one that is too long for it', async () => {
  const said = (ticket_id: number, id: string, content: string) =>
    sampleSaid({
      id,
      ticket_id,
      author: '7',
      time: Date.parse('2026-01-01T12:00:00.000Z'),
      content,
    });
  openServerPage('transcripts/view/5', {
    'GET transcripts/5/render': () =>
      json(
        200,
        sampleTranscript({
          entities: { users: { 7: { username: 'mia', avatar: '' } }, channels: {}, roles: {} },
          messages: [said(4, '10', 'My bread is cold'), said(5, '20', 'It is cold again')],
          earlier: [earlier(4), earlier(1, { history: 'linked' })],
        }),
      ),
  });
  await screen.findByText('It is cold again');
  expect(await conversation()).toMatch(/Ticket #1, .*My bread is cold.*Ticket #4, .*It is cold again/);
  expect(screen.getByRole('link', { name: 'Read ticket #1' }).getAttribute('href')).toBe(
    '/manage/1/transcripts/view/1',
  );
});
