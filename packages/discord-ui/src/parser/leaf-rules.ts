import { isSpace } from './characters.ts';
import type { MarkdownNode, Rule, Stretch } from './node.ts';
import type { Source } from './source.ts';
import { emojiAt } from './twemoji-regex.ts';

const shrug = '¯\\_(ツ)_/¯';

/** A rule whose pattern, with the flag `y`, says all: nothing in it is repeated without a bound. */
function fixed(first: string, pattern: RegExp, read: (groups: RegExpExecArray) => MarkdownNode): Rule {
  return (source, at, { end }) => {
    if (source.text[at] !== first) return undefined;
    pattern.lastIndex = at;
    const groups = pattern.exec(source.text);
    return groups && pattern.lastIndex <= end ? { node: read(groups), end: pattern.lastIndex } : undefined;
  };
}

const mention = (type: 'channel' | 'role' | 'user', pattern: RegExp) =>
  fixed('<', pattern, ([, id = '']) => ({ type, id }));

const command =
  /<\/([-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}(?: [-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}){0,2})?:(\d{17,21})>/uy;

/** https://discord.com/developers/docs/reference#message-formatting */
export const leafRules = {
  escape: fixed('\\', /\\([^0-9A-Za-z\s])/uy, ([, content = '']) => ({ type: 'text', content })),
  channel: mention('channel', /<#(\d{17,20})>/y),
  role: mention('role', /<@&(\d{17,20})>/y),
  user: mention('user', /<@!?(\d{17,20})>/y),
  emoji: fixed('<', /<(a)?:(\w{2,32}):(\d{17,21})>/y, ([, a, name = '', id = '']) => ({
    type: 'emoji',
    animated: a === 'a',
    name,
    id,
  })),
  everyone: fixed('@', /@everyone/y, () => ({ type: 'everyone' })),
  here: fixed('@', /@here/y, () => ({ type: 'here' })),
  guildNavigation: fixed(
    '<',
    /<(\d{17,20}):(?:(customize|browse|guide)|(linked-roles)(:\d{17,20})?)>/y,
    ([, id = '', page, roles = '']) => ({ type: 'guildNavigation', id, navigation: page ?? roles }),
  ),
  slashCommand: fixed('<', command, ([, fullName = '', id = '']) => ({ type: 'slashCommand', fullName, id })),
  timestamp: fixed('<', /<t:(-?\d{1,20})(?::([RtTdDfF]))?>/y, ([, timestamp = '', format]) => ({
    type: 'timestamp',
    timestamp,
    format,
  })),
  emoticon: (source, at, { end }) =>
    source.text.startsWith(shrug, at) && at + shrug.length <= end
      ? { node: { type: 'text', content: shrug }, end: at + shrug.length }
      : undefined,
  twemoji: (source, at, { end }) => {
    const emoji = emojiAt(source.text, at);
    return emoji && at + emoji.length <= end
      ? { node: { type: 'twemoji', name: emoji }, end: at + emoji.length }
      : undefined;
  },
  br: fixed('\n', /\n/y, () => ({ type: 'text', content: '\n' })),
  autolink,
  url,
} satisfies Record<string, Rule>;

/** `<https://...>`, and other addresses with a scheme and a slash. */
function autolink(source: Source, at: number, { end }: Stretch) {
  if (source.text[at] !== '<') return undefined;
  const colon = source.nextOf(/[: >]/g, at + 1);
  const close = source.nextOf(/[ >]/g, at + 1);
  if (close >= end || source.text[close] !== '>' || close < colon + 3 || colon === at + 1) return undefined;
  if (!source.text.startsWith(':/', colon)) return undefined;
  return address('autolink', source.text.slice(at + 1, close), close + 1);
}

function url(source: Source, at: number, { end }: Stretch) {
  const { text } = source;
  const head = ['https://', 'http://'].find((scheme) => text.startsWith(scheme, at));
  if (!head) return undefined;
  const from = at + head.length;
  let last = Math.min(source.nextOf(/[\s<]/g, from), end);
  while (last > from + 1 && /[.,:;"')\]]/.test(text[last - 1] ?? '')) last -= 1;
  if (last < from + 2) return undefined;
  // A bracket that an address opened belongs to it.
  const isOpen = text.slice(at, last).split('(').length > text.slice(at, last).split(')').length;
  if (isOpen && last < end && text[last] === ')') last += 1;
  return address('url', text.slice(at, last), last);
}

const address = (type: 'autolink' | 'url', target: string, end: number) => ({
  node: { type, target, content: [{ type: 'text' as const, content: target }] },
  end,
});

/**
 * Plain text up to where a rule may begin: a sign, the end of a line, or a word with a colon behind it, as addresses
 * have.
 */
export function textEnd(source: Source, at: number, end: number): number {
  const { text } = source;
  let to = at + 1;
  while (to < end) {
    const character = text[to] ?? '';
    if (character === ' ') {
      to += 1;
    } else if (/[^0-9A-Za-z\s]|\n/.test(character)) {
      return to;
    } else if (isSpace(character)) {
      to += 1;
    } else {
      const word = source.endOfWord(to);
      if (text[word] === ':' && word + 1 < end && !isSpace(text[word + 1])) return to;
      // An underscore is of the word, and a sign.
      while (to < Math.min(word, end) && text[to] !== '_') to += 1;
    }
  }
  return end;
}
