import { screen, within } from '@testing-library/react';
import type { TranscriptTicket } from '@tickets/contract/transcripts/transcripts';
import { describe, expect, test } from 'vitest';
import { json } from '../../../test/fetch-stub.ts';
import { pretendLayout } from '../../../test/layout.ts';
import { sampleSaid, sampleTranscript, sampleTranscriptTicket } from '../../../test/sample-transcript.ts';
import { openServerPage } from '../../../test/server-page.tsx';

pretendLayout();

const sage = { id: '7', username: 'sage', global_name: 'Sage', avatar: '', bot: false };

function open(ticket: Partial<TranscriptTicket>, answer = () => json(200, { success: true })) {
  const found = openServerPage('transcripts/view/5', {
    'GET transcripts/5/render': () =>
      json(200, sampleTranscript({ messages: [sampleSaid()], ticket: sampleTranscriptTicket(ticket) })),
    'GET transcripts/5/reads': () => json(200, { readers: [], total: 0, links_opened: 0 }),
    'PUT transcripts/5/reason': answer,
  });
  return { ...found, fact: async (label: string) => (await screen.findByText(label)).nextElementSibling };
}

describe('the facts of a closed ticket', () => {
  test('say who opened, claimed and closed it, for how long it was open, and how it was rated', async () => {
    const { fact } = open({
      closed_by: sage,
      close_source: 'dashboard',
      close_reason: 'Paid back',
      claimed_by: sage,
      claimed_at: '2026-03-01T10:00:00.000Z',
      rating: 4,
      survey: [{ label: 'What was good?', value: 'All of it' }],
    });
    expect((await fact('Opened by'))?.textContent).toContain('ann');
    expect((await fact('Closed by'))?.textContent).toMatch(/sage.*in the dashboard/);
    expect((await fact('Was open for'))?.textContent).toBe('2 hours 30 minutes');
    expect((await fact('Claimed by'))?.textContent).toMatch(/sage.*since/);
    expect((await fact('Reason'))?.textContent).toBe('Paid back');
    expect((await fact('Rating'))?.textContent).toContain('4 stars');
    const survey = screen.getByRole('region', { name: 'Exit survey' });
    expect(survey.textContent).toContain('What was good?All of it');
  });

  test('say in sentences what is missing and why', async () => {
    const { fact } = open({
      completeness: {
        shown: 210,
        total: 214,
        unheard: 3,
        erased: 1,
        files_not_kept: 2,
        read_until: '2026-03-01T12:00:00.000Z',
      },
    });
    const text = (await fact('Messages'))?.textContent;
    expect(text).toContain('210 of 214 messages');
    expect(text).toContain('3 messages were deleted before the bot could read them.');
    expect(text).toContain('1 message was erased because its author asked for it.');
    expect(text).toContain('2 files were not kept, so only their names are left.');
    expect(text).toContain('The bot could not read the channel when it was deleted.');
  });

  test('tell whoever is not on its staff nothing of a claim, and let them change nothing', async () => {
    const { fact } = open({});
    await fact('Closed by');
    expect(screen.queryByText('Claimed by')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Edit the reason' })).toBeNull();
  });

  test('lead to the ticket that goes on from it, open or closed', async () => {
    const { fact } = open({ continued_by: { id: 8, is_open: true } });
    const line = await fact('Goes on in');
    const link = within(line as HTMLElement).getByRole('link', { name: 'Ticket #8' });
    expect(link.getAttribute('href')).toBe('/manage/1/tickets/view/8');
  });
});

describe('the reason of a closed ticket', () => {
  test('is changed where it stands', async () => {
    const { user, fact, asked } = open({ may_edit_reason: true, close_reason: 'Paid' });
    await user.click(await screen.findByRole('button', { name: 'Edit the reason' }));
    const box = screen.getByRole('textbox', { name: 'Reason' });
    await user.clear(box);
    await user.type(box, 'Paid back twice');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect((await fact('Reason'))?.textContent).toBe('Paid back twice');
    expect(asked('PUT', 'transcripts/5/reason')[0]?.body).toEqual({ reason: 'Paid back twice' });
  });

  test('is kept as it was typed when it cannot be saved, and the refusal stands at it', async () => {
    const { user } = open({ may_edit_reason: true }, () =>
      json(400, {
        success: false,
        error: 'Some fields need another value.',
        code: 'input.invalid',
        fields: [{ path: 'reason', message: 'Reasons have at most 1024 characters.' }],
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Edit the reason' }));
    await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Too long');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Reasons have at most 1024 characters.')).toBeTruthy();
    const box = screen.getByRole('textbox', { name: 'Reason' });
    expect(box).toHaveProperty('value', 'Too long');
    expect(box.getAttribute('aria-invalid')).toBe('true');
  });
});
