import { hexFromInt } from '@tickets/discord-ui/colour';
import type { Choice } from '@tickets/discord-ui/live/choices.tsx';
import type { DiscordComponent } from '@tickets/discord-ui/types';
import type { Channel, Member, Role, Server } from '../simulator/types.ts';
import { ChannelIcon } from '../ui/channel-icon.tsx';

/** People, roles and channels of a server as things to pick from. */

/** The colour of a role's dot. */
export const roleDot = ({ colour }: Pick<Role, 'colour'>) => (colour ? hexFromInt(colour) : 'var(--text-3)');

const ofMember = ({ id, name, username, avatar_url }: Member): Choice => ({
  value: id,
  label: name,
  search: username,
  aside: `@${username}`,
  avatarUrl: avatar_url,
});

const byLabel = (a: Choice, b: Choice) => a.label.localeCompare(b.label);

export const userChoices = (server: Server | null): Choice[] =>
  server ? server.members.map(ofMember).sort(byLabel) : [];

export function roleChoices(server: Server | null): Choice[] {
  if (!server) return [];
  return [...server.roles].sort(byRank).map((role) => ({
    value: role.id,
    label: role.id === server.id ? '@everyone' : `@${role.name}`,
    colour: roleDot(role),
  }));
}

export const byRank = (a: Role, b: Role) => b.position - a.position;

export function channelChoices(server: Server | null, types?: readonly number[]): Choice[] {
  if (!server) return [];
  const nameOf = (id: string | null) => server.channels.find((channel) => channel.id === id)?.name;
  return server.channels
    .filter(({ type }) => !types?.length || types.includes(type))
    .map((channel) => ({ ...channelChoice(channel), aside: nameOf(channel.parent_id) }));
}

export const channelChoice = (channel: Channel): Choice => ({
  value: channel.id,
  label: channel.name,
  icon: <ChannelIcon channel={channel} size={18} />,
});

export const mentionableChoices = (server: Server | null): Choice[] => [
  ...userChoices(server),
  ...roleChoices(server),
];

/** What a menu of a message or a form offers. */
export function choicesOf(component: DiscordComponent, server: Server | null): Choice[] {
  switch (component.type) {
    case 3:
      return (component.options ?? []).map(({ value = '', label, description, emoji }) => ({
        value,
        label,
        description,
        emoji,
        search: description ?? undefined,
      }));
    case 5:
      return userChoices(server);
    case 6:
      return roleChoices(server).filter(({ value }) => value !== server?.id);
    case 7:
      return mentionableChoices(server);
    default:
      return channelChoices(server, component.channel_types);
  }
}
