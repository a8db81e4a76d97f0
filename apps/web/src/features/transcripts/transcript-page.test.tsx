import { screen, waitFor } from '@testing-library/react';
import type { Transcript } from '@tickets/contract/transcripts/transcripts';
import { describe, expect, test } from 'vitest';
import { json, type SeenRequest } from '../../test/fetch-stub.ts';
import { pretendLayout } from '../../test/layout.ts';
import { sampleSaid, sampleTranscript, sampleTranscriptTicket } from '../../test/sample-transcript.ts';
import { openServerPage } from '../../test/server-page.tsx';

pretendLayout();

const sage = { id: '7', username: 'sage', global_name: 'Sage', avatar: '', bot: false };

function open(address: string, values: Partial<Transcript> = {}) {
  const render = (ticket_id: number) => () => json(200, sampleTranscript({ ...values, ticket_id }));
  return openServerPage(address, {
    'GET transcripts/5/render': render(5),
    'GET transcripts/3/render': render(3),
    'GET transcripts/5/neighbours': () => json(200, { newer: null, older: 3 }),
    'GET transcripts/3/neighbours': () => json(200, { newer: 5, older: null }),
    'POST transcripts': (_: SeenRequest) => json(200, []),
    'GET panels': () => json(200, []),
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
