import { isEmojis } from '../emoji/split-emojis.ts';
import { type MarkdownNode, parseMarkdown } from '../parser/markdown.ts';
import type { MentionNames } from '../types.ts';
import { nameOf } from './names.ts';

/** A formatted text in plain words on one line. */
export function plainText(text: string, names?: MentionNames): string {
  return wordsOf(parseMarkdown(text), names).trim();
}

function wordsOf(nodes: readonly MarkdownNode[], names: MentionNames | undefined): string {
  return nodes.map((node) => wordOf(node, names)).join('');
}

function wordOf(node: MarkdownNode, names: MentionNames | undefined): string {
  switch (node.type) {
    case 'user':
      return `@${nameOf.user(names, node.id)}`;
    case 'role':
      return `@${nameOf.role(names, node.id).name}`;
    case 'channel':
      return `#${nameOf.channel(names, node.id)}`;
    case 'everyone':
    case 'here':
      return `@${node.type}`;
    case 'slashCommand':
      return `/${node.fullName}`;
    case 'emoji':
      return `:${node.name}:`;
    case 'twemoji':
      return node.name ?? '';
    case 'bullet':
      return `${Array.isArray(node.content) ? wordsOf(node.content, names) : ''} `;
    default:
      return Array.isArray(node.content)
        ? wordsOf(node.content, names)
        : (node.content ?? '').replaceAll('\n', ' ');
  }
}

/** Discord draws no more than this many large. */
const FEW = 30;

/** Whether a text is nothing but a few emojis. */
export function isFewEmojis(nodes: readonly MarkdownNode[]): boolean {
  if (nodes.length === 0 || nodes.length > FEW * 2) return false;
  const isEmoji = (node: MarkdownNode) =>
    node.type === 'emoji' ||
    node.type === 'twemoji' ||
    (node.type === 'text' && typeof node.content === 'string' && isEmojis(node.content));
  const isSpace = ({ type, content }: MarkdownNode) =>
    type === 'text' && typeof content === 'string' && !content.trim();
  const emojis = nodes.filter(isEmoji).length;
  return emojis > 0 && emojis <= FEW && nodes.every((node) => isEmoji(node) || isSpace(node));
}
