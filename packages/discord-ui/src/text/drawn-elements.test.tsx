import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { Attachments } from '../message/attachments.tsx';
import { MessageBody } from '../message/message-body.tsx';
import { renderHosted } from '../test/render.tsx';
import type { DiscordComponent, DiscordEmbed, DiscordFile } from '../types.ts';
import './markdown-tree.tsx';

/** Every kind of thing that a text can draw, as close together as it can be written. */
const hostile = {
  emojis: '😀',
  'emojis with words between': '😀a ',
  'emojis behind a backslash': '\\😀',
  keycaps: '1️⃣',
  'emphasis in a row': '*a* ',
  'emphasis, each with its emojis': '*a* \\😀\\😀\\😀',
  'emphasis around emojis': '**😀** ',
  'formats in each other': '**_~~||__a__||~~_** ',
  code: '`a` ',
  'blocks of code': '```a```',
  spoilers: '||a||',
  bullets: '- a\n',
  headings: '# a\n',
  'small lines': '-# a\n',
  'quotes between lines': '> a\nb\n',
  links: '[a](http://b.c) ',
  addresses: 'http://a.b ',
  moments: '<t:1> ',
  'moments that move': '<t:1:R>',
  mentions: '@here ',
  'emojis of a server': '<:aa:80351110224678915>',
  'ends of lines': 'a\n',
  'empty lines': '\n',
  'emojis that are drawn as signs elsewhere': '❤',
  'links that lead nowhere': '[a](b:/c) ',
};
const fit = (piece: string, length: number) => piece.repeat(Math.floor(length / piece.length));
const kinds = Object.entries(hostile);

interface Carried {
  embeds?: DiscordEmbed[];
  components?: DiscordComponent[];
  files?: DiscordFile[];
}

async function drawn(content: string, { embeds = [], components = [], files = [] }: Carried = {}) {
  const { container } = renderHosted(
    <MessageBody content={`**drawn**\n${content}`} embeds={embeds} components={components}>
      <Attachments files={files} />
    </MessageBody>,
  );
  await waitFor(() => expect(container.querySelector('strong')).not.toBeNull());
  return container;
}
const elementsOf = (container: Element) => container.querySelectorAll('*').length;
const picturesOf = (container: Element) => container.querySelectorAll('img').length;
/** Of elements and of texts. */
function nodesOf(container: Element): number {
  const walker = document.createTreeWalker(container);
  let count = 0;
  while (walker.nextNode()) count += 1;
  return count;
}
/** What a reader sees, with the characters of pictures. */
function readOf(container: Element): string {
  for (const picture of container.querySelectorAll('img')) picture.replaceWith(picture.alt);
  return container.textContent ?? '';
}

const many = <T,>(count: number, one: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => one(n));
const button = { type: 2, style: 1, label: '😀'.repeat(20), emoji: { name: '😀' } };
const picture = { url: 'https://a.test/b.png', proxy_url: 'https://a.test/c.png' };

/** So many of all that a message can carry beside its text. */
const crowds = {
  files: (count) => ({
    files: many(count, (n) => ({ id: `${n}`, filename: 'a.txt', size: 1, url: 'https://a.test/a.txt' })),
  }),
  embeds: (count) => ({
    embeds: many(count, () => ({
      title: '😀*a*',
      description: '😀*a*',
      author: { name: '😀'.repeat(20), icon_url: picture.url },
      footer: { text: '😀'.repeat(20), icon_url: picture.url },
      image: picture,
      thumbnail: picture,
    })),
  }),
  fields: (count) => ({ embeds: [{ fields: many(count, () => ({ name: '*a*😀', value: '*a*😀' })) }] }),
  buttons: (count) => ({ components: [{ type: 1, components: many(count, () => button) }] }),
  pictures: (count) => ({ components: [{ type: 12, items: many(count, () => ({ media: picture })) }] }),
  'components of a section': (count) => ({
    components: [{ type: 9, accessory: { type: 1, components: many(count, () => button) } }],
  }),
  'components in each other': (count) => ({
    components: many(count, () => ({ type: 17, components: many(3, () => button) })),
  }),
} satisfies Record<string, (count: number) => Carried>;
describe('what a message draws', () => {
  test.each(kinds)('is bounded, however many there are: %s', async (_, piece) => {
    for (const length of [2_000, 20_000]) {
      const container = await drawn(fit(piece, length));
      expect(elementsOf(container), `${length} characters`).toBeLessThan(520);
      expect(nodesOf(container), `${length} characters, with texts`).toBeLessThan(1_700);
      expect(picturesOf(container), `pictures of ${length} characters`).toBeLessThanOrEqual(100);
    }
  });

  test.each([
    ['emojis', '😀'],
    ['emojis behind a backslash', '😀'],
    ['emphasis, each with its emojis', '😀'],
    ['emphasis around emojis', '😀'],
    ['bullets', 'a'],
    ['spoilers', 'a'],
    ['formats in each other', 'a'],
  ] as const)('loses nothing of the text: %s', async (kind, word) => {
    const text = fit(hostile[kind], 20_000);
    expect(readOf(await drawn(text)).split(word).length).toBe(`drawn${text}`.split(word).length);
  });

  test('is bounded over all its texts together, and each of them has its share', async () => {
    const texts = kinds.map(([, piece]) => fit(piece, 5_000));
    const fields = Array.from({ length: 10 }, (_, n) => ({
      name: texts[n] ?? '',
      value: texts[n + 8] ?? '',
    }));
    const embed = { title: fit('*a* ', 20_000), description: fit('😀', 20_000), fields };
    const container = await drawn(fit('||a||', 2_000), { embeds: [embed] });
    expect(elementsOf(container)).toBeLessThan(1_500);
    expect(container.querySelectorAll('img').length, 'emojis of the description').toBeGreaterThan(50);
  });

  test.each(Object.entries(crowds))('is bounded, however much it carries: %s', async (_, carried) => {
    const container = await drawn('', carried(1_000));
    expect(nodesOf(container)).toBeLessThan(6_000);
    expect(picturesOf(container)).toBeLessThan(1_500);
    expect(screen.getByRole('button', { name: /^\d+ more$/ })).toBeDefined();
  });

  test.each(Object.entries(crowds))('is all of what Discord lets a message carry: %s', async (_, carried) => {
    await drawn('', carried(9));
    expect(screen.queryByRole('button', { name: /more$/ })).toBeNull();
  });

  test('says how many files are not drawn yet, draws the next ones, and the reader goes on from there', async () => {
    await drawn('', crowds.files(23));
    const links = () => screen.getAllByRole('link').length;
    expect(links()).toBe(10);
    fireEvent.click(screen.getByRole('button', { name: '13 more' }));
    expect(links()).toBe(20);
    fireEvent.click(screen.getByRole('button', { name: '3 more' }));
    expect(links()).toBe(23);
    expect(screen.queryByRole('button', { name: /more$/ })).toBeNull();
    expect(document.activeElement).not.toBe(document.body);
  });

  test('of parts within each other is bounded, and says how many there are', async () => {
    const fields = Array.from({ length: 250 }, (_, n) => ({ name: 'n', value: `value ${n} ` }));
    await drawn('', { embeds: [{ title: 't', fields }, { description: 'the last' }] });
    expect(screen.getAllByText(/^value/)).toHaveLength(99);
    expect(screen.queryByText('the last')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: '152 more' }));
    fireEvent.click(screen.getByRole('button', { name: '52 more' }));
    expect(screen.getAllByText(/^value/)).toHaveLength(250);
    expect(screen.getByText('the last')).toBeDefined();
  });

  test('of an ordinary long text is all of it', async () => {
    const list = Array.from({ length: 70 }, (_, n) => `- **line ${n}** has _words_ 🎉`).join('\n');
    const container = await drawn(list);
    expect(container.querySelectorAll('strong')).toHaveLength(71);
    expect(container.querySelectorAll('em')).toHaveLength(70);
    expect(container.querySelectorAll('img')).toHaveLength(70);
  });
});
