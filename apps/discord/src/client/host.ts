import { emojiFile } from '@tickets/discord-ui/emoji/emoji-file';
import { englishText, type TextKey } from '@tickets/discord-ui/english';
import type { DiscordHost, Mentioned, TimeStyle } from '@tickets/discord-ui/host';
import { anyPictureUrl, fileUrl } from '@tickets/discord-ui/safe-url';
import { useMemo } from 'react';
import { Avatar } from '../ui/avatar.tsx';
import { type Client, useClient } from './client.ts';
import { goTo } from './navigation.ts';

/** What is drawn of Discord's is told where pictures are, and what a press on a mention does here. */
export function useHost() {
  const client = useClient();
  return useMemo(() => ({ host: hostOf(client), emojiPictureUrl }), [client]);
}

/** Words that differ from those elsewhere. */
const own: Partial<Record<TextKey, string>> = { spoiler: 'Spoiler. Press to show.' };

const hostOf = (client: Client): DiscordHost => ({
  text: (key, values) => own[key] ?? englishText(key, values),
  formatTime,
  emojiUrl: ({ id, animated }) => `/cdn/emojis/${id}.${animated ? 'gif' : 'webp'}?size=48`,
  stickerUrl: ({ id }) => `/cdn/stickers/${id}.png`,
  usePictureUrl: anyPictureUrl,
  mediaUrl: fileUrl,
  Avatar,
  onMention: (mentioned, element) => follow(client, mentioned, element),
});

function follow(client: Client, mentioned: Mentioned, element: HTMLElement): void {
  if (mentioned.kind === 'user') openProfile(client, mentioned.id, element);
  else if (mentioned.kind === 'channel') void goTo(client, mentioned.id, { push: true });
  else client.startCommand(mentioned.name);
}

/** A person's card, beside what was pressed. */
export function openProfile(client: Client, userId: string, element: Element): void {
  const { right, top } = element.getBoundingClientRect();
  client.openMenu({ kind: 'profile', userId, x: right + 8, y: top });
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatTime(date: Date, style: TimeStyle): string {
  const key = `${style.dateStyle} ${style.timeStyle}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(undefined, style);
  formats.set(key, format);
  return format.format(date);
}

/** Whether this simulator was given pictures; without them the machine's own characters are shown. */
const hasPictures = () => 'emojis' in document.documentElement.dataset;

const emojiPictureUrl = (emoji: string) => (hasPictures() ? `/app/emoji/${emojiFile(emoji)}` : undefined);
