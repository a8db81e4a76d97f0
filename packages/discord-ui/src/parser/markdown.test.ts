// @vitest-environment node
import { expect, test } from 'vitest';
import { type MarkdownNode, parseMarkdown } from './markdown.ts';
import { realTexts } from './real-texts.ts';

const factKeys = ['animated', 'depth', 'format', 'fullName', 'id', 'level', 'mark', 'name'] as const;
const moreKeys = ['navigation', 'target', 'timestamp'] as const;

/** A parsed text, short enough to be read. */
function written(nodes: readonly MarkdownNode[]): string {
  return nodes
    .map((node) => {
      if (node.type === 'text') return `${node.content}`.replaceAll('\n', '⏎');
      const facts = [...factKeys, ...moreKeys].flatMap((key) =>
        node[key] === undefined || node[key] === '' ? [] : [node[key]],
      );
      const inside = Array.isArray(node.content) ? written(node.content) : node.content;
      return `⟨${[node.type, ...facts].join(' ')}${inside ? `: ${inside}` : ''}⟩`;
    })
    .join('');
}

test.each(realTexts)('%j is formatted as Discord does it', (text, formatted) => {
  expect(written(parseMarkdown(text))).toBe(formatted);
});

test('a keycap, an emoji of two halves and one behind a backslash stay whole', () => {
  expect(written(parseMarkdown('1️⃣ \\🎉 𝒳🎉'))).toBe('⟨twemoji 1️⃣⟩ 🎉 𝒳⟨twemoji 🎉⟩');
});

/** Whatever begins or ends something in the rules. */
const openers = ['*', '**', '***', '_', '__', '~~', '||', '`', '``', '```', '[', '](', '[](', '(', ')', '"']
  .concat(['<', '>', '<a:/', '> ', '>>> ', '- ', '  - ', '1. ', '# ', '-# ', '\\', '@everyone', '<@', '<#'])
  .concat(['<@&', '<:ab:', '<t:1', '</a ', '<12345678901234567:', '¯\\_(ツ)_/¯', 'http://', 'https://a'])
  .concat(['\n', '\t', ' ', '🎉', '1️⃣', 'a:b', 'a', '1', '_a', '*a ', 'é']);

const fit = (piece: string, length: number) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

/** An opener alone, and with another one: by turns, one half each, the first around the second, in lines. */
const shapes: Record<string, (a: string, b: string, length: number) => string> = {
  'by turns': (a, b, length) => fit(a + b, length),
  halves: (a, b, length) => fit(a, length / 2) + fit(b, length / 2),
  around: (a, b, length) => fit(a, length / 2) + fit(b, length / 4) + fit(a, length / 4),
  'with words': (a, b, length) => fit(`${a}x ${b} `, length),
};

const cpuMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** Of the processor alone, because other programs may have the machine; the least of a few, unless the first is good. */
function parseMs(text: string, enough: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let n = 0; n < 4 && least > enough; n += 1) {
    const before = cpuMs();
    parseMarkdown(text);
    least = Math.min(least, cpuMs() - before);
  }
  return least;
}

test('a text of openers, repeated, nested and mixed, takes at most 20 ms at 4,000 characters and 100 ms at 20,000', {
  timeout: 120_000,
}, () => {
  const slow: string[] = [];
  // Each with itself, its neighbours and some further ones.
  const steps = [0, 1, 11];
  // Each with itself, its neighbours and some further ones.
  for (const [shape, write] of Object.entries(shapes))
    for (const [index, a] of openers.entries())
      for (const step of steps) {
        const b = openers[(index + step) % openers.length] ?? a;
        for (const [length, limit] of [
          [4_000, 20],
          [20_000, 100],
        ] as const)
          if (parseMs(write(a, b, length), limit) > limit) slow.push(`${shape}: ${a} ${b} at ${length}`);
      }
  expect(slow).toEqual([]);
});

test.each(Object.entries(shapes))(
  '%s: twice the length takes at most 2.5 times as long',
  { timeout: 120_000 },
  (_, write) => {
    // All of them at once: the clock of the processor counts in steps of some milliseconds.
    const took = (length: number) => {
      const texts = openers.flatMap((a, index) =>
        [0, 11].map((step) => write(a, openers[(index + step) % openers.length] ?? a, length)),
      );
      const before = cpuMs();
      for (const text of texts) parseMarkdown(text);
      return cpuMs() - before;
    };
    // A busy machine makes even the processor's own time half as long again: the least of up to twenty is the parser's.
    const least = { once: took(20_000), twice: took(40_000) };
    for (let n = 0; n < 20 && least.twice / least.once > 2.5; n += 1) {
      least.once = Math.min(least.once, took(20_000));
      least.twice = Math.min(least.twice, took(40_000));
    }
    expect(least.twice / least.once).toBeLessThanOrEqual(2.5);
  },
);

const depthOf = (nodes: readonly MarkdownNode[]): number =>
  1 + Math.max(0, ...nodes.map(({ content }) => (Array.isArray(content) ? depthOf(content) : 0)));
const countOf = (nodes: readonly MarkdownNode[]): number =>
  nodes.reduce((all, { content }) => all + 1 + (Array.isArray(content) ? countOf(content) : 0), 0);

test.each(openers)(
  'what %j repeated becomes is bounded in depth and number, and nothing of it is lost',
  (opener) => {
    const nodes = parseMarkdown(fit(opener, 20_000));
    expect(depthOf(nodes)).toBeLessThan(16);
    expect(countOf(nodes)).toBeLessThan(2_100);
  },
);

test('what comes after the last piece that is formatted stands there as it was written', () => {
  const nodes = parseMarkdown(`${'*a* '.repeat(2_000)}**the end**`);
  expect(nodes.at(-1)).toMatchObject({ type: 'rest', content: expect.stringMatching(/\*\*the end\*\*$/) });
  expect(depthOf(parseMarkdown('- '.repeat(10_000)))).toBeLessThan(16);
});
