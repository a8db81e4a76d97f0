import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { json } from '../../../test/fetch-stub.ts';
import { pretendLayout } from '../../../test/layout.ts';
import { sampleSaid, sampleTranscript } from '../../../test/sample-transcript.ts';
import { openServerPage } from '../../../test/server-page.tsx';

pretendLayout();
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(300);
});

const DAY_MS = 86_400_000;

/** A message an hour, of which every hundredth says "treasure", one of them in an embed. */
function open(count: number, hash = '') {
  const messages = Array.from({ length: count }, (_, n) => {
    const isTreasure = n % 100 === 50;
    return sampleSaid({
      id: String(1000 + n),
      time: Date.parse('2026-01-10T12:00:00') + n * (DAY_MS / 24),
      content: isTreasure && n !== 150 ? `The Treasure ${n}` : `Line ${n} for <@7>`,
      embeds: n === 150 ? [{ title: 'Map', fields: [{ name: 'Where', value: 'the treasure island' }] }] : [],
    });
  });
  const entities = {
    users: { 5: { username: 'ann', avatar: '' }, 7: { username: 'sage', avatar: '' } },
    channels: {},
    roles: {},
  };
  return openServerPage(`transcripts/view/5${hash}`, {
    'GET transcripts/5/render': () => json(200, sampleTranscript({ messages, entities })),
  });
}

const status = () => document.querySelector('search [role="status"]')?.textContent;
const marked = () => document.querySelector('article[data-place]');

describe('finding in a transcript', () => {
  test('looks through all messages, also those that are not drawn, in texts, names and embeds', async () => {
    const { user } = open(160);
    await screen.findByText('Line 0 for', { exact: false });
    await user.keyboard('{Control>}f{/Control}');
    const box = await screen.findByRole('textbox', { name: 'Find in this transcript' });
    expect(document.activeElement).toBe(box);
    await user.paste('TREASURE');
    await waitFor(() => expect(status()).toBe('1 of 2'));
    await user.keyboard('{Enter}');
    expect(status()).toBe('2 of 2');
    await user.keyboard('{Shift>}{Enter}{/Shift}');
    expect(status()).toBe('1 of 2');
    await user.keyboard('{Shift>}{Enter}{/Shift}');
    expect(status()).toBe('2 of 2');
    await user.clear(box);
    await user.paste('@sage');
    await waitFor(() => expect(status()).toBe('1 of 159'));
    await user.clear(box);
    await user.paste('zzz');
    await waitFor(() => expect(status()).toBe('Nothing found'));
    await user.keyboard('{Escape}');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Find' }));
  });

  test('goes to the first message that says it while one types, and has it stand out', async () => {
    const { user } = open(120);
    await user.click(await screen.findByRole('button', { name: 'Find' }));
    await user.type(await screen.findByRole('textbox', { name: 'Find in this transcript' }), 'treasure');
    await waitFor(() => expect(marked()?.textContent).toContain('The Treasure 50'));
  });
});

describe('a message of a transcript', () => {
  test('is opened at by its address, and stands out', async () => {
    open(30, '#m-1012');
    await waitFor(() => expect(marked()?.textContent).toContain('Line 12'));
  });

  test('that a link names and that is not there is told of', async () => {
    open(30, '#m-77');
    expect(await screen.findByText('The message of this link is not in this transcript.')).toBeTruthy();
    expect(marked()).toBeNull();
  });

  test('has a link that can be copied', async () => {
    const { user } = open(3);
    const [button] = await screen.findAllByRole('button', { name: 'Copy a link to this message' });
    if (button) await user.click(button);
    expect(await navigator.clipboard.readText()).toMatch(/#m-1000$/);
  });

  test('is gone to by its day, or the next on which something was said', async () => {
    const { user } = open(100);
    const day = await screen.findByLabelText('Go to date');
    await user.type(day, '2026-01-12');
    await waitFor(() => expect(marked()?.textContent).toContain('Line 36 '));
  });
});
