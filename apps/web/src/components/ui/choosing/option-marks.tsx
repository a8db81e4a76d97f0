import { hexFromInt } from '@tickets/discord-ui/colour';
import { ChevronDown, Hash, Megaphone } from 'lucide-react';
import { avatarUrl } from '../../../lib/discord/cdn.ts';
import { Avatar } from '../avatar.tsx';
import type { ComboboxOption } from './combobox-rows.ts';
import styles from './option-marks.module.css';

interface ChannelLike {
  id: string;
  name: string;
  type: number;
  position: number;
  parent_id: string | null;
  is_ticket?: boolean;
}

interface RoleLike {
  id: string;
  name: string;
  color: number;
  position: number;
}

interface PersonLike {
  id: string;
  username: string;
  global_name?: string | null;
  avatar: string;
}

export const CHANNEL_TEXT = 0;
export const CHANNEL_CATEGORY = 4;
export const CHANNEL_ANNOUNCEMENT = 5;

/** `#`, the megaphone of announcements, or the arrow of a category. */
export function ChannelMark({ type }: { type: number }) {
  const Icon = type === CHANNEL_CATEGORY ? ChevronDown : type === CHANNEL_ANNOUNCEMENT ? Megaphone : Hash;
  return <Icon className={styles.channel} aria-hidden="true" />;
}

/** 0 is Discord's "no colour". */
export function RoleMark({ color }: { color: number }) {
  return (
    <span
      className={styles.role}
      style={color ? { background: hexFromInt(color) } : undefined}
      aria-hidden="true"
    />
  );
}

/**
 * Channels of the given types in Discord's order, grouped under the names of their categories. Those of tickets are left
 * out, because they go with their tickets.
 */
export function channelOptions(channels: readonly ChannelLike[], types: readonly number[]): ComboboxOption[] {
  const categories = new Map(channels.filter((c) => c.type === CHANNEL_CATEGORY).map((c) => [c.id, c]));
  const place = (channel: ChannelLike) =>
    channel.parent_id ? (categories.get(channel.parent_id)?.position ?? -1) : -1;
  return channels
    .filter((channel) => types.includes(channel.type) && !channel.is_ticket)
    .toSorted((a, b) => place(a) - place(b) || a.position - b.position)
    .map((channel) => {
      const category =
        channel.type === CHANNEL_CATEGORY ? undefined : categories.get(channel.parent_id ?? '');
      return {
        value: channel.id,
        label: channel.name,
        mark: <ChannelMark type={channel.type} />,
        ...(category ? { group: category.name } : {}),
      };
    });
}

/** Roles from the highest down. */
export function roleOptions(roles: readonly RoleLike[]): ComboboxOption[] {
  return roles
    .toSorted((a, b) => b.position - a.position)
    .map((role) => ({ value: role.id, label: role.name, mark: <RoleMark color={role.color} /> }));
}

export function personOptions(people: readonly PersonLike[]): ComboboxOption[] {
  return people.map((person) => ({
    value: person.id,
    label: person.global_name ? `${person.global_name} (${person.username})` : person.username,
    mark: <Avatar src={avatarUrl(person, 64)} name={person.username} size={20} />,
  }));
}
