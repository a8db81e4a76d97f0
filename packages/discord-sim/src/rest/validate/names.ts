import type { ChannelType } from 'discord-api-types/v10';
import { ChannelType as Type } from 'discord-api-types/v10';

const HYPHENATED: readonly ChannelType[] = [Type.GuildText, Type.GuildAnnouncement, Type.GuildForum];

/** The name that a channel really gets: text channels are lower-cased, hyphenated and freed of ASCII punctuation. */
export function normalChannelName(name: string, type: ChannelType): string {
  const trimmed = name.trim();
  if (!HYPHENATED.includes(type)) return trimmed;
  return trimmed
    .toLowerCase()
    .replace(/\s+/g, '-')
    .replace(/[!-,./:-@[-^`{-~]/g, '')
    .replace(/-{2,}/g, '-');
}
