import { screen, waitFor, within } from '@testing-library/react';
import type { Transcript, TranscriptPiece } from '@tickets/contract/transcripts/transcripts';
import { describe, expect, test } from 'vitest';
import { json, type SeenRequest } from '../../test/fetch-stub.ts';
import { pretendLayout } from '../../test/layout.ts';
import { sampleSaid, sampleTranscript, sampleTranscriptTicket } from '../../test/sample-transcript.ts';
import { openServerPage } from '../../test/server-page.tsx';

pretendLayout();

const sage = { id: '7', username: 'sage', global_name: 'Sage', avatar: '', bot: false };

type Answers = Parameters<typeof openServerPage>[1];

function open(address: string, values: Partial<Transcript> = {}, answers: Answers = {}) {
  const render = (ticket_id: number) => () => json(200, sampleTranscript({ ...values, ticket_id }));
  return openServerPage(address, {
    'GET transcripts/5/render': render(5),
    'GET transcripts/3/render': render(3),
    'GET transcripts/5/neighbours': () => json(200, { newer: null, older: 3 }),
    'GET transcripts/3/neighbours': () => json(200, { newer: 5, older: null }),
    'POST transcripts': (_: SeenRequest) => json(200, []),
    'GET panels': () => json(200, []),
    ...answers,
  });
}

const conversation = async () => (await screen.findByRole('region', { name: 'Conversation' })).textContent;

describe('the conversation of a closed ticket', () => {
  test('says where it was opened, claimed and closed, by whom and why', async () => {
    open('transcripts/view/5', {
      messages: [
        sampleSaid({ id: '100', content: 'Where is it?' }),
        sampleSaid({ id: '101', content: 'Thank you', time: Date.parse('2026-03-01T11:00:00Z') }),
      ],
      ticket: sampleTranscriptTicket({
        claimed_by: sage,
        claimed_at: '2026-03-01T10:30:00.000Z',
        closed_by: sage,
        close_reason: 'Found it',
      }),
    });
    await screen.findByText('Thank you');
    expect(await conversation()).toMatch(
      /ann opened the ticket with the panel Billing.*Where is it\?.*sage claimed the ticket.*Thank you.*sage closed the ticket.*Reason: Found it/,
    );
  });

  test('begins with its opening and ends with its closing, whatever our clock and Discord’s say', async () => {
    open('transcripts/view/5', {
      messages: [
        sampleSaid({ id: '100', content: 'first', time: Date.parse('2026-03-01T09:58:59Z') }),
        sampleSaid({ id: '101', content: 'last', time: Date.parse('2026-03-01T12:30:00Z') }),
      ],
    });
    await screen.findByText('last');
    expect(await conversation()).toMatch(/opened the ticket.*first.*last.*was closed in Discord/);
  });

  test('says that nothing was written, also between its events', async () => {
    open('transcripts/view/5');
    expect(await screen.findByText('No messages found.')).toBeTruthy();
    expect(await conversation()).toMatch(/ann opened the ticket.*The ticket was closed in Discord/);
  });
});

describe('what a server imported', () => {
  const words = 'Imported by the server. This was not recorded here.';

  test('says so above its conversation and at every message that names its author', async () => {
    open('transcripts/view/5', { imported: true, messages: [sampleSaid({ content: 'I stole it' })] });
    await screen.findByText('I stole it');
    expect(screen.getByText(words)).toBeTruthy();
    expect(await conversation()).toMatch(/annImported.*I stole it/);
  });

  test('says so in a ticket that goes on from it, where the imported part is, and nowhere else', async () => {
    const end = { closed_at: null, closed_by: null, close_reason: null };
    open('transcripts/view/5', {
      messages: [
        sampleSaid({ id: '100', ticket_id: 4, content: 'I stole it' }),
        sampleSaid({ id: '101', content: 'Where is it?' }),
      ],
      earlier: [{ id: 4, history: 'joined', imported: true, ...end }],
    });
    await screen.findByText('Where is it?');
    expect(screen.queryByText(words)).toBeNull();
    expect(await conversation()).toMatch(
      /annImported.*I stole it.*Imported by the server, and not recorded here\..*ann(?!Imported).*Where is it\?/,
    );
  });
});

describe('the tickets beside one in the list', () => {
  test('are those of the list’s filter, by button and by key, and the list is gone back to where one was', async () => {
    const { user, router, asked } = open('transcripts/view/5?rating=4&page=2&from=9');
    const older = await screen.findByRole('button', { name: 'Older ticket of the list (J)' });
    await waitFor(() => expect(older).toHaveProperty('disabled', false));
    expect(screen.getByRole('button', { name: 'Newer ticket of the list (K)' })).toHaveProperty(
      'disabled',
      true,
    );
    expect(asked('GET', 'transcripts/5/neighbours')[0]?.url.search).toBe('?rating=4');
    await user.click(older);
    await waitFor(() =>
      expect(router.state.location.href).toMatch(/^\/manage\/1\/transcripts\/view\/3\?.*rating=/),
    );
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Newer ticket of the list (K)' })).toHaveProperty(
        'disabled',
        false,
      ),
    );
    await user.keyboard('k');
    await waitFor(() => expect(router.state.location.pathname).toBe('/manage/1/transcripts/view/5'));
    await user.click(screen.getByRole('link', { name: '← Back to transcripts' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/manage/1/transcripts'));
    expect(router.state.location.href).toBe('/manage/1/transcripts?rating=4&page=2&from=9');
  });
});

describe('a long transcript comes in pieces', () => {
  const said = (n: number) =>
    sampleSaid({
      id: `${100 + n}`,
      content: `said ${n}`,
      time: Date.parse('2026-03-01T10:00:00Z') + n * 1_000,
    });
  const first = { messages: [said(1)], next: '5-101', earlier: [] };
  const after = ({ url }: SeenRequest) => url.searchParams.get('after');
  const piece = (values: Partial<TranscriptPiece>) =>
    json(200, {
      entities: { users: { 5: { username: 'ann', avatar: '' } }, channels: {}, roles: {} },
      messages: [],
      next: null,
      ...values,
    });

  test('which are read on by themselves, with the names that they bring, and end with the closing', async () => {
    const named = { users: {}, channels: { '100000000000000008': { name: 'harbour' } }, roles: {} };
    const { asked } = open('transcripts/view/5', first, {
      'GET transcripts/5/messages': (request) =>
        after(request) === '5-101'
          ? piece({ messages: [said(2)], next: '5-102' })
          : piece({ messages: [{ ...said(3), content: 'said in <#100000000000000008>' }], entities: named }),
    });
    await screen.findByText(/was closed in Discord/);
    expect(await conversation()).toMatch(/opened the ticket.*said 1.*said 2.*said in #harbour.*was closed/);
    expect(asked('GET', 'transcripts/5/messages').map(after)).toEqual(['5-101', '5-102']);
    expect(screen.queryByText(/are coming/)).toBeNull();
  });

  test('of which one that fails is told of and asked for again, and what was read stays', async () => {
    let fails = true;
    const { user } = open('transcripts/view/5', first, {
      'GET transcripts/5/messages': (request) =>
        after(request) === '5-101'
          ? piece({ messages: [said(2)], next: '5-102' })
          : fails
            ? json(400, { error: 'No.' })
            : piece({ messages: [said(3)] }),
    });
    const failed = await screen.findByText(
      'Only the first 2 messages are here. The others could not be loaded.',
    );
    await screen.findByText('said 2');
    expect(await conversation()).toMatch(/said 1.*said 2$/);
    fails = false;
    await user.click(within(failed).getByRole('button', { name: 'Try again' }));
    await screen.findByText('said 3');
    expect(screen.queryByText(/could not be loaded/)).toBeNull();
  });

  test('and a link to a late message is not said to be wrong before all are there', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    open('transcripts/view/5#m-102', first, {
      'GET transcripts/5/messages': async () => {
        await promise;
        return piece({ messages: [said(2)] });
      },
    });
    await screen.findByText('The first 1 messages are here, the others are coming');
    expect(screen.queryByText('The message of this link is not in this transcript.')).toBeNull();
    resolve();
    const place = await screen.findByText('said 2');
    expect(place.closest('article')?.hasAttribute('data-place')).toBe(true);
  });
});

test('a transcript that is not there says why that may be, and offers no second try', async () => {
  open(
    'transcripts/view/5',
    {},
    {
      'GET transcripts/5/render': () =>
        json(404, { success: false, error: 'Transcript not found', code: 'transcript.not_found' }),
    },
  );
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toMatch(/^Transcript not found.*ticket 5 only if.*“Store transcripts” was on/);
  expect(within(alert).queryByRole('button')).toBeNull();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Transcript');
});
