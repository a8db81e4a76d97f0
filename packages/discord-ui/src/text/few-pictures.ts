import { splitEmojis } from '../emoji/split-emojis.ts';
import type { MarkdownNode } from '../parser/markdown.ts';

/** The first emojis of a text become pictures; the others stay characters, all that stand together in one piece. */
export function fewPictures(nodes: readonly MarkdownNode[], max: number): MarkdownNode[] {
  let left = max;
  const drawn = (node: MarkdownNode): MarkdownNode => {
    const { type, content, name } = node;
    if (type === 'twemoji' || type === 'emoji') {
      left -= 1;
      return left >= 0 ? node : { type: 'rest', content: (type === 'emoji' ? `:${name}:` : name) ?? '' };
    }
    if (type === 'text' && typeof content === 'string') {
      left -= (splitEmojis(content).length - 1) / 2;
      return left > 0 ? node : { type: 'rest', content };
    }
    return Array.isArray(content) ? { ...node, content: within(content) } : node;
  };
  const within = (some: readonly MarkdownNode[]) => {
    const all: MarkdownNode[] = [];
    for (const node of some) {
      const next = drawn(node);
      const last = all.at(-1);
      if (next.type === 'rest' && last?.type === 'rest')
        all[all.length - 1] = { ...last, content: `${last.content}${next.content}` };
      else all.push(next);
    }
    return all;
  };
  return within(nodes);
}
