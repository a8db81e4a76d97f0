import { waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { MessageBody } from '../message/message-body.tsx';
import { renderHosted } from '../test/render.tsx';
import type { DiscordEmbed } from '../types.ts';
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
};
const fit = (piece: string, length: number) => piece.repeat(Math.floor(length / piece.length));
const kinds = Object.entries(hostile);

async function drawn(content: string, embeds: DiscordEmbed[] = []) {
  const { container } = renderHosted(<MessageBody content={`**drawn**\n${content}`} embeds={embeds} />);
  await waitFor(() => expect(container.querySelector('strong')).not.toBeNull());
  return container;
}
const elementsOf = (container: Element) => container.querySelectorAll('*').length;
/** What a reader sees, with the characters of pictures. */
function readOf(container: Element): string {
  for (const picture of container.querySelectorAll('img')) picture.replaceWith(picture.alt);
  return container.textContent ?? '';
}

describe('what a message draws', () => {
  test.each(kinds)('is bounded, however many there are: %s', async (_, piece) => {
    for (const length of [2_000, 20_000]) {
      const container = await drawn(fit(piece, length));
      expect(elementsOf(container), `${length} characters`).toBeLessThan(520);
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
    const container = await drawn(fit('||a||', 2_000), [embed]);
    expect(elementsOf(container)).toBeLessThan(1_500);
    expect(container.querySelectorAll('img').length, 'emojis of the description').toBeGreaterThan(50);
  });

  test('of an ordinary long text is all of it', async () => {
    const list = Array.from({ length: 70 }, (_, n) => `- **line ${n}** has _words_ 🎉`).join('\n');
    const container = await drawn(list);
    expect(container.querySelectorAll('strong')).toHaveLength(71);
    expect(container.querySelectorAll('em')).toHaveLength(70);
    expect(container.querySelectorAll('img')).toHaveLength(70);
  });
});
