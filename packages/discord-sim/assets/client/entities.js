import { colourOf } from './lib.js';

/** People, roles and channels of a server as things to pick from. */

export function channelIcon(channel) {
  if (channel.type === 2) return 'speaker';
  if (channel.type === 4) return 'down';
  if (channel.type === 5) return 'megaphone';
  if (channel.is_thread) return 'thread';
  return channel.is_private ? 'lock' : 'hash';
}

const userItem = (member) => ({
  value: member.id,
  label: member.name,
  search: member.username,
  aside: `@${member.username}`,
  avatar_url: member.avatar_url,
});

const roleItem = (role, server) => ({
  value: role.id,
  label: role.id === server.id ? '@everyone' : `@${role.name}`,
  colour: role.colour ? colourOf(role.colour) : 'var(--text-3)',
});

const channelItem = (channel, server) => ({
  value: channel.id,
  label: channel.name,
  icon: channelIcon(channel),
  aside: server.channels.find(({ id }) => id === channel.parent_id)?.name,
});

const byLabel = (a, b) => a.label.localeCompare(b.label);

export function userItems(server) {
  return server ? server.members.map(userItem).sort(byLabel) : [];
}

export function roleItems(server) {
  if (!server) return [];
  return [...server.roles].sort((a, b) => b.position - a.position).map((role) => roleItem(role, server));
}

export function channelItems(server, types) {
  if (!server) return [];
  return server.channels
    .filter((channel) => !types?.length || types.includes(channel.type))
    .map((channel) => channelItem(channel, server));
}

export const mentionableItems = (server) => [...userItems(server), ...roleItems(server)];

/** What an entity select offers, by the number of its type in Discord. */
export function itemsOfSelect(component, server) {
  switch (component.type) {
    case 3:
      return component.options.map((option) => ({ ...option, search: option.description }));
    case 5:
      return userItems(server);
    case 6:
      return roleItems(server).filter((item) => item.value !== server?.id);
    case 7:
      return mentionableItems(server);
    default:
      return channelItems(server, component.channel_types);
  }
}

export const isSelect = (component) => [3, 5, 6, 7, 8].includes(component.type);

export const selectPlaceholders = {
  3: 'Make a selection',
  5: 'Select a user',
  6: 'Select a role',
  7: 'Select a user or role',
  8: 'Select a channel',
};

/** What is picked before anybody picks. */
export function initialValues(component) {
  if (component.type === 3)
    return component.options.filter((option) => option.default).map((option) => option.value);
  return (component.default_values ?? []).map(({ id }) => id);
}
