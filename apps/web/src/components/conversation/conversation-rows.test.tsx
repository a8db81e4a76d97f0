import { screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { loadMessages } from '../../lib/page/messages.ts';
import { pretendLayout } from '../../test/layout.ts';
import { renderApp } from '../../test/render.tsx';
import { Conversation } from './conversation.tsx';
import type { ConversationMessage } from './types.ts';

pretendLayout();
beforeAll(() => loadMessages('conversation'));
beforeEach(() => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 300, 50));
});

const message = (n: number): ConversationMessage => ({
  id: String(n),
  author: { key: '1', name: 'Mia', avatarUrl: '', bot: false },
  time: Date.parse('2026-01-01T12:00:00Z') + n * 1000,
  content: `Line ${n}`,
  edited: false,
  deleted: false,
  embeds: [],
  components: [],
  attachments: [],
});
const messages = (count: number) => Array.from({ length: count }, (_, n) => message(n + 1));
const shown = () => screen.getAllByRole('article');

test('a short conversation stands in the page from its first to its last line', () => {
  renderApp(<Conversation follow messages={messages(150)} mentions={{}} empty={null} />);
  expect(shown()).toHaveLength(150);
});

test('of a long transcript the first lines are there at once, and soon only those in sight', async () => {
  renderApp(<Conversation messages={messages(600)} mentions={{}} empty={null} />);
  const [first] = shown();
  expect(shown()).toHaveLength(199);
  await waitFor(() => expect(shown().length).toBeLessThan(60));
  expect(shown()[0], 'the line that was being read').toBe(first);
  expect(first?.textContent).toContain('Line 1');
});

test('a conversation that becomes long keeps the elements of the lines in sight', async () => {
  const { rerender } = renderApp(<Conversation follow messages={messages(150)} mentions={{}} empty={null} />);
  const [first] = shown();
  rerender(<Conversation follow messages={messages(260)} mentions={{}} empty={null} />);
  await waitFor(() => expect(shown().length).toBeLessThan(60));
  expect(shown()[0]).toBe(first);
});

const hostile = (n: number): ConversationMessage => ({ ...message(n), content: '*a* 😀 '.repeat(285) });
const manyHostile = Array.from({ length: 60 }, (_, n) => hostile(n + 1));

test.each([true, false])(
  'of messages that take long to draw a few are drawn at once (follow: %s)',
  (follow) => {
    renderApp(<Conversation follow={follow} messages={manyHostile} mentions={{}} empty={null} />);
    expect(shown().length).toBeLessThan(4);
    expect(document.querySelectorAll('article *').length).toBeLessThan(2_000);
  },
);

test('of messages that take long to draw only those in sight stay, and what comes after them is added', async () => {
  const { rerender } = renderApp(<Conversation follow messages={manyHostile} mentions={{}} empty={null} />);
  rerender(<Conversation follow messages={[...manyHostile, message(61)]} mentions={{}} empty={null} />);
  await waitFor(() => expect(document.querySelector('[style*="height"]')).not.toBeNull());
  expect(shown().length).toBeLessThan(15);
});

const nodesIn = (container: Element) => {
  const walker = document.createTreeWalker(container);
  let count = 0;
  while (walker.nextNode()) count += 1;
  return count;
};
const file = { filename: 'a.txt', size: 1, url: 'https://a.test/a.txt' };

/** What a member can write, or an archive say that one wrote. */
const crowded: Record<string, Partial<ConversationMessage>> = {
  'ends of lines': { content: 'a\n'.repeat(1_000) },
  'empty lines': { content: `a${'\n'.repeat(1_998)}a` },
  hearts: { content: '❤'.repeat(2_000) },
  'emojis behind a backslash': { content: '\\❤'.repeat(1_000) },
  keycaps: { content: '1\u20E3'.repeat(1_000) },
  'long lines': { content: 'plain words '.repeat(1_600) },
  files: { attachments: Array.from({ length: 990 }, (_, n) => ({ ...file, id: `${n}` })) },
  fields: { embeds: [{ fields: Array.from({ length: 900 }, () => ({ name: 'n', value: 'v' })) }] },
  embeds: { embeds: Array.from({ length: 900 }, () => ({ image: { url: 'https://a.test/a.png' } })) },
  pictures: {
    components: [
      { type: 12, items: Array.from({ length: 900 }, () => ({ media: { url: 'https://a.test/b' } })) },
    ],
  },
};

test.each(Object.entries(crowded))(
  'of a hundred messages of %s as much is drawn at once as a page draws quickly',
  async (_, values) => {
    const all = messages(100).map((one) => ({ ...one, ...values }));
    const { container } = renderApp(<Conversation follow messages={all} mentions={{}} empty={null} />);
    expect(container.querySelectorAll('[data-index]').length).toBeLessThan(60);
    await waitFor(() => expect(document.querySelector('[style*="height"]')).not.toBeNull());
    expect(nodesIn(container)).toBeLessThan(8_000);
    expect(container.querySelectorAll('img').length).toBeLessThan(1_000);
  },
);
