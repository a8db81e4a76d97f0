import type { DiscordComponent, DiscordEmbed, DiscordFile } from '@tickets/discord-ui/types';
import type { ComponentType, ReactNode } from 'react';

export interface ConversationAuthor {
  /** The same for all messages of one author. */
  key: string;
  name: string;
  avatarUrl: string;
  /** Asked for once if the first picture cannot be had. */
  fallbackAvatarUrl?: string;
  bot: boolean;
}

export type MessageActions = ComponentType<{ id: string }>;

/** Something that happened to the ticket, which stands between its messages. */
export interface ConversationEvent {
  key: string;
  /** Unix milliseconds. */
  time: number;
  content: ReactNode;
}

export interface ConversationMessage {
  id: string;
  /** Whose message it is, where earlier tickets are joined. Without it, it is the ticket's own. */
  ticket?: number;
  /** Discord's. Without it, it is a text. */
  type?: number;
  /** The id of the message that it answers. */
  replyTo?: string | null;
  author: ConversationAuthor;
  /** Its author was staff of the ticket. */
  staff?: boolean;
  /** Its server brought it from elsewhere, so that it may be invented. */
  imported?: boolean;
  /** Unix milliseconds. */
  time: number;
  content: string;
  edited: boolean;
  deleted: boolean;
  embeds: readonly DiscordEmbed[];
  components: readonly DiscordComponent[];
  attachments: readonly DiscordFile[];
}
