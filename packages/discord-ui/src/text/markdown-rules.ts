import { type RuleTypesExtended, rulesExtended, SimpleMarkdown } from 'discord-markdown-parser';

type ParserRule = (typeof rulesExtended)[string];

/** A piece of formatted text. Which keys there are depends on `type`. */
export interface MarkdownNode {
  type: RuleTypesExtended | 'bullet';
  content?: string | MarkdownNode[];
  id?: string;
  name?: string;
  animated?: boolean;
  target?: string;
  lang?: string;
  level?: number;
  timestamp?: string;
  format?: string;
  fullName?: string;
  navigation?: string;
  mark?: string;
  depth?: number;
}

const startsLine = (state: Parameters<ParserRule['match']>[1]) =>
  !state.prevCapture || state.prevCapture[0]?.endsWith('\n');

/** Lists, which the parser does not know: one line each, as Discord shows them. */
const bullet: ParserRule = {
  order: rulesExtended.heading?.order ?? 1,
  match: (source, state) =>
    startsLine(state) ? /^( *)([-*]|\d{1,4}\.) +([^\n]+)(?:\n|$)/.exec(source) : null,
  parse: (capture, parse, state) => ({
    depth: Math.floor((capture[1] ?? '').length / 2),
    mark: /\d/.test(capture[2] ?? '') ? capture[2] : '•',
    content: parse(capture[3] ?? '', state),
  }),
};

/** These stand on lines of their own. The parser's look at how the piece before was matched, and miss a line after a list or a quote. */
const lineRules = Object.entries(rulesExtended)
  .filter(([name]) => name === 'heading' || name === 'subtext')
  .map(([name, rule]): [string, ParserRule] => [
    name,
    {
      ...rule,
      match: (source, state, before) =>
        startsLine(state) ? rule.match(source, { ...state, prevCapture: null }, before) : null,
    },
  ]);

/** The parser's rule, which takes more of the text: what `more` answers of the rest. */
function taking(name: 'codeBlock' | 'url', more: (taken: string, rest: string) => string): ParserRule {
  const rule = rulesExtended[name];
  if (!rule) throw new Error(`the parser has no rule ${name}`);
  return {
    ...rule,
    match: (source, state, before) => {
      const capture = rule.match(source, state, before);
      if (!capture) return null;
      const [taken = ''] = capture;
      const added = more(taken, source.slice(taken.length));
      return capture.map((part) => (part === taken ? taken + added : part));
    },
  };
}

/** A block ends its line itself. */
const codeBlock = taking('codeBlock', (_, rest) => (rest.startsWith('\n') ? '\n' : ''));

/** A bracket that an address opened belongs to it. */
const url = taking('url', (address, rest) => {
  const isOpen = address.split('(').length > address.split(')').length;
  return isOpen && rest.startsWith(')') ? ')' : '';
});

const rules = { ...rulesExtended, ...Object.fromEntries(lineRules), bullet, codeBlock, url };
const parser = SimpleMarkdown.parserFor(rules);

/** What Discord draws in a title: of whom or what it mentions, of links and of lines of their own it shows the letters. */
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
const titleParser = SimpleMarkdown.parserFor(
  Object.fromEntries(Object.entries(rules).filter(([name]) => TITLE_RULES.includes(name))),
);

/** `isTitle`: the title of an embed, or the name of a field. */
export function parseMarkdown(text: string, isTitle = false): MarkdownNode[] {
  // The parser's nodes are untyped; these are the keys that its rules set.
  return (isTitle ? titleParser : parser)(text, { inline: true }) as MarkdownNode[];
}
