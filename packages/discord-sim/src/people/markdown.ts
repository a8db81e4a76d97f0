import { parse, rulesExtended, SimpleMarkdown } from 'discord-markdown-parser';
import { emojiUrl } from '../cdn/links.ts';
import type { World } from '../world/world.ts';
import { displayName } from './names.ts';

/** A piece of formatted text, as the client page draws it. */
export interface TextNode {
  type: string;
  content?: TextNode[] | string;
  [key: string]: unknown;
}

/** Parses Discord's markdown and puts names where the text has ids. */
export function formatted(world: World, text: string, guildId?: string): TextNode[] {
  if (text === '') return [];
  const nodes = parse(text, 'extended') as TextNode[]; // the parser's own node type says less
  return withLists(joined(nodes.map((node) => named(world, node, guildId))));
}

/** Discord mentions nobody in the title of an embed and the name of a field, and knows no links or lines there. */
const TITLE_RULES = [
  'strong',
  'em',
  'underline',
  'strikethrough',
  'inlineCode',
  'spoiler',
  'escape',
  'emoticon',
].concat(['emoji', 'twemoji', 'timestamp', 'br', 'newline', 'text']);
const parseTitle = SimpleMarkdown.parserFor(
  Object.fromEntries(Object.entries(rulesExtended).filter(([name]) => TITLE_RULES.includes(name))),
);

export function formattedTitle(world: World, text: string, guildId?: string): TextNode[] {
  const nodes = parseTitle(text, { inline: true }) as TextNode[]; // the parser's own node type says less
  return joined(nodes.map((node) => named(world, node, guildId)));
}

function named(world: World, node: TextNode, guildId: string | undefined): TextNode {
  const id = typeof node.id === 'string' ? node.id : '';
  switch (node.type) {
    case 'user': {
      const user = world.users.get(id);
      return { type: 'user', id, name: user ? displayName(world, user, guildId) : 'unknown-user' };
    }
    case 'role': {
      const role = world.roles.get(id);
      return { type: 'role', id, name: role?.name ?? 'unknown-role', colour: role?.color || undefined };
    }
    case 'channel': {
      const channel = world.channels.get(id);
      return { type: 'channel', id, name: channel?.name ?? 'unknown', channel_type: channel?.type };
    }
    case 'emoji': {
      const name = typeof node.name === 'string' ? node.name : 'emoji';
      return { type: 'emoji', name, url: emojiUrl(world, { id, animated: node.animated === true }) };
    }
    case 'twemoji':
      return { type: 'text', content: String(node.name ?? '') };
    default: {
      if (!Array.isArray(node.content)) return node;
      const content = joined(node.content.map((child) => named(world, child, guildId)));
      return { ...node, content: node.type === 'blockQuote' ? withLists(content) : content };
    }
  }
}

/** The parser splits text at every character that could have meant something. */
function joined(nodes: TextNode[]): TextNode[] {
  const result: TextNode[] = [];
  for (const node of nodes) {
    const last = result.at(-1);
    if (last?.type === 'text' && node.type === 'text' && !isLoneMark(last) && !isLoneMark(node)) {
      result[result.length - 1] = { type: 'text', content: String(last.content) + String(node.content) };
    } else result.push(node);
  }
  return result;
}

/** The mark of a list that a backslash stands before is left alone by the parser, and begins no list. */
const isLoneMark = ({ content }: TextNode) => content === '-' || content === '*' || content === '.';

/** Lists are lines that begin with a mark; the parser leaves those as they are. */
function withLists(nodes: TextNode[]): TextNode[] {
  const result: TextNode[] = [];
  let list: { type: string; ordered: boolean; start: number; items: TextNode[][] } | undefined;
  for (const line of lines(nodes)) {
    const [first, ...rest] = line.nodes;
    const mark =
      first?.type === 'text' ? /^\s*(?:([-*])|(\d{1,9})\.) (.*)$/s.exec(String(first.content)) : null;
    if (mark) {
      const ordered = mark[2] !== undefined;
      if (list?.ordered !== ordered) {
        list = { type: 'list', ordered, start: Number(mark[2] ?? 1), items: [] };
        result.push(list as unknown as TextNode); // a list has items where other nodes have content
      }
      list.items.push([{ type: 'text', content: mark[3] ?? '' }, ...rest]);
      continue;
    }
    list = undefined;
    result.push(...line.nodes);
    if (line.broken) result.push({ type: 'br' });
  }
  return result;
}

const BLOCKS = ['blockQuote', 'codeBlock', 'heading', 'subtext'];

/** Blocks end their line themselves: a break after one would leave an empty line, and what follows begins one. */
function* lines(nodes: TextNode[]): Generator<{ nodes: TextNode[]; broken: boolean }> {
  let line: TextNode[] = [];
  let isAfterBlock = false;
  for (const node of nodes) {
    const isBreak = node.type === 'br';
    const isBlock = BLOCKS.includes(node.type);
    if (!isBreak) line.push(node);
    if (isBlock || (isBreak && !isAfterBlock)) {
      yield { nodes: line, broken: isBreak };
      line = [];
    }
    isAfterBlock = isBlock;
  }
  if (line.length > 0) yield { nodes: line, broken: false };
}

/** Formatted text in plain words, for previews of one line. */
export function plain(nodes: readonly TextNode[]): string {
  return nodes
    .map((node) => {
      if (node.type === 'br') return ' ';
      if (node.type === 'user' || node.type === 'role') return `@${String(node.name)}`;
      if (node.type === 'channel') return `#${String(node.name)}`;
      if (node.type === 'emoji') return `:${String(node.name)}:`;
      if (node.type === 'everyone' || node.type === 'here') return `@${node.type}`;
      if (Array.isArray(node.items)) return (node.items as TextNode[][]).map(plain).join(' ');
      return Array.isArray(node.content) ? plain(node.content) : String(node.content ?? '');
    })
    .join('');
}
