import { usesOf } from './command-draft.js';
import { EMOJIS } from './emoji-list.js';
import { channelIcon, mentionableItems } from './entities.js';

/** What could be meant by what stands before the caret: a command, somebody, a channel, an emoji. */
export function suggest({ text, caret, commands, server }) {
  if (/^\/\S*( \S*)*$/.test(text)) {
    const query = text.slice(1).toLowerCase();
    const items = commands
      .filter((command) => command.type === 1)
      .flatMap(usesOf)
      .filter((one) => one.shown.startsWith(query))
      .slice(0, 50)
      .map((one) => ({
        value: `${one.command.id} ${one.shown}`,
        label: `/${one.shown}`,
        description: one.description,
        aside: one.command.app.name,
        avatar_url: one.command.app.avatar_url,
        use: one,
      }));
    return { kind: 'command', title: 'Commands', items, empty: 'No such command here' };
  }
  const found = /(?:^|\s)([@#:])([^\s@#:]*)$/.exec(text.slice(0, caret));
  if (!found || !server) return null;
  const [, mark, query] = found;
  const start = caret - query.length - 1;
  const items = marked(mark, query.toLowerCase(), server);
  return items.length > 0 ? { kind: 'mention', title: titles[mark], start, items, empty: '' } : null;
}

const titles = { '@': 'Members and roles', '#': 'Channels', ':': 'Emoji' };

function marked(mark, query, server) {
  if (mark === '@') {
    return mentionableItems(server)
      .filter((item) => `${item.label} ${item.search ?? ''}`.toLowerCase().includes(query))
      .slice(0, 10)
      .map((item) => {
        const role = item.label.startsWith('@');
        const everyone = item.value === server.id;
        return {
          ...item,
          insert: role ? item.label : `@${item.label}`,
          sends: everyone ? '@everyone' : role ? `<@&${item.value}>` : `<@${item.value}>`,
        };
      });
  }
  if (mark === '#') {
    return server.channels
      .filter((channel) => channel.type !== 4 && channel.name.toLowerCase().includes(query))
      .slice(0, 10)
      .map((channel) => ({
        value: channel.id,
        label: channel.name,
        icon: channelIcon(channel),
        insert: `#${channel.name}`,
        sends: `<#${channel.id}>`,
      }));
  }
  if (query.length < 2) return [];
  const own = server.emojis
    .filter((emoji) => emoji.name.toLowerCase().includes(query))
    .map((emoji) => ({
      value: emoji.id,
      label: `:${emoji.name}:`,
      emoji,
      insert: `:${emoji.name}:`,
      sends: `<${emoji.animated ? 'a' : ''}:${emoji.name}:${emoji.id}>`,
    }));
  const common = EMOJIS.filter(([, words]) => words.includes(query)).map(([name, words]) => ({
    value: name,
    label: words,
    emoji: { name },
    insert: name,
    sends: name,
  }));
  return [...own, ...common].slice(0, 10);
}
