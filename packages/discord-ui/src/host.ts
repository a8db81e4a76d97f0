import { type ComponentType, createContext, useContext } from 'react';
import type { TextKey } from './english.ts';

export interface AvatarProps {
  /** Undefined when there is no picture. */
  src: string | undefined;
  name: string;
  size: number;
}

/** The address of a picture, and the one at which it is passed on. */
export interface PictureSource {
  url?: string | null;
  proxy_url?: string | null;
}

/** What a press on a mention leads to. */
export type Mentioned =
  | { kind: 'user'; id: string }
  | { kind: 'channel'; id: string }
  | { kind: 'command'; name: string };

export type TimeStyle = Pick<Intl.DateTimeFormatOptions, 'dateStyle' | 'timeStyle'>;

/** What the page that things of Discord are drawn on knows, and they do not. */
export interface DiscordHost {
  text: (key: TextKey, values?: Record<string, string>) => string;
  /** The language of times. Undefined: the browser's. */
  locale?: string | undefined;
  formatTime: (date: Date, options: TimeStyle) => string;
  emojiUrl: (emoji: { id: string; animated?: boolean }) => string;
  stickerUrl: (sticker: { id: string; format_type: number }) => string;
  Avatar: ComponentType<AvatarProps>;
  /** Where the browser fetches a picture of a message; undefined where it may not, or not yet. A hook: the host may have to ask. */
  usePictureUrl: (picture: PictureSource | null | undefined) => string | undefined;
  /** The same of a film or a sound, by its address. */
  mediaUrl: (url: string) => string | undefined;
  /** Without it mentions are only read. */
  onMention?: (mentioned: Mentioned, element: HTMLElement) => void;
}

export const DiscordHostContext = createContext<DiscordHost | undefined>(undefined);

export function useDiscordHost(): DiscordHost {
  const host = useContext(DiscordHostContext);
  if (!host) throw new Error('what is drawn of Discord stands in a DiscordHostContext');
  return host;
}
