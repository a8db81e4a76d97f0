import type { Choice } from '@tickets/discord-ui/live/choices.tsx';
import { matching } from '@tickets/discord-ui/live/matching';
import { isCategory } from '../client/channel-order.ts';
import { channelChoice, mentionableChoices } from '../client/choices.tsx';
import type { Command, Server } from '../simulator/types.ts';
import { type CommandWay, waysOf } from './command-uses.ts';
import { emojiList } from './emoji-list.ts';

const MENTIONS_MAX = 10;
const COMMANDS_MAX = 50;

export interface CommandChoice extends Choice {
  way: CommandWay;
}

export interface MentionChoice extends Choice {
  /** What stands in the field, and what is sent for it. */
  insert: string;
  sends: string;
}

export type Suggestion =
  | { kind: 'command'; title: string; items: readonly CommandChoice[]; empty: string }
  | { kind: 'mention'; title: string; items: readonly MentionChoice[]; empty: string; start: number };

interface Written {
  text: string;
  /** Where one writes. */
  caret: number;
  commands: readonly Command[];
  server: Server | null;
}

/** What could be meant by what stands before the caret: a command, a person, a channel, an emoji. */
export function suggest({ text, caret, commands, server }: Written): Suggestion | null {
  if (/^\/\S*( \S*)*$/.test(text)) return suggestCommands(text.slice(1).toLowerCase(), commands);
  const [, mark, query = ''] = /(?:^|\s)([@#:])([^\s@#:]*)$/.exec(text.slice(0, caret)) ?? [];
  if (!server || !mark) return null;
  const { title, find } = marks[mark as keyof typeof marks]; // the pattern takes these three alone
  const items = find(query.toLowerCase(), server).slice(0, MENTIONS_MAX);
  if (items.length === 0) return null;
  return { kind: 'mention', title, start: caret - query.length - 1, items, empty: '' };
}

function suggestCommands(query: string, commands: readonly Command[]): Suggestion {
  const items = commands
    .filter(({ type }) => type === 1)
    .flatMap(waysOf)
    .filter(({ shown }) => shown.startsWith(query))
    .slice(0, COMMANDS_MAX)
    .map((way) => ({
      value: `${way.command.id} ${way.shown}`,
      label: `/${way.shown}`,
      description: way.description,
      aside: way.command.app.name,
      avatarUrl: way.command.app.avatar_url,
      way,
    }));
  return { kind: 'command', title: 'Commands', items, empty: 'No such command here' };
}

const marks = {
  '@': { title: 'Members and roles', find: findMentionable },
  '#': { title: 'Channels', find: findChannel },
  ':': { title: 'Emoji', find: findEmoji },
};

function findMentionable(query: string, server: Server): MentionChoice[] {
  return matching(mentionableChoices(server), query).map((choice) => {
    const { value, label } = choice;
    const isRole = label.startsWith('@');
    const sends = isRole ? `<@&${value}>` : `<@${value}>`;
    return {
      ...choice,
      insert: isRole ? label : `@${label}`,
      sends: value === server.id ? '@everyone' : sends,
    };
  });
}

function findChannel(query: string, server: Server): MentionChoice[] {
  return server.channels
    .filter((channel) => !isCategory(channel) && channel.name.toLowerCase().includes(query))
    .map((channel) => ({
      ...channelChoice(channel),
      insert: `#${channel.name}`,
      sends: `<#${channel.id}>`,
    }));
}

function findEmoji(query: string, server: Server): MentionChoice[] {
  if (query.length < 2) return [];
  const own = server.emojis
    .filter(({ name }) => name.toLowerCase().includes(query))
    .map((emoji) => ({
      value: emoji.id,
      label: `:${emoji.name}:`,
      emoji,
      insert: `:${emoji.name}:`,
      sends: writtenEmoji(emoji),
    }));
  const common = emojiList
    .filter(({ words }) => words.includes(query))
    .map(({ emoji, words }) => ({
      value: emoji,
      label: words,
      emoji: { name: emoji },
      insert: emoji,
      sends: emoji,
    }));
  return [...own, ...common];
}

/** An emoji of a server, as Discord is sent it. */
export const writtenEmoji = ({ id, name, animated }: { id: string; name: string; animated?: boolean }) =>
  `<${animated ? 'a' : ''}:${name}:${id}>`;
