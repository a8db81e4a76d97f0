import type { EarlierTicket } from '@tickets/contract/tickets/tickets';
import type { MentionNames } from '@tickets/discord-ui/types';
import type { ReactNode } from 'react';
import type { ConversationEvent, ConversationMessage, MessageActions } from './types.ts';
export interface ConversationProps {
  messages: readonly ConversationMessage[];
  /** What oneself wrote and is still on its way: stands last, and is scrolled to. */
  pending?: readonly ConversationMessage[];
  mentions: MentionNames;
  /** The tickets that were closed before this one, whose messages may be among the messages. */
  earlier?: readonly EarlierTicket[];
  /** What happened to the ticket, in that order. */
  events?: readonly ConversationEvent[];
  /** Opens at the newest message and follows what comes. A transcript is read from its beginning. */
  follow?: boolean;
  /** Older messages exist that can be loaded. */
  hasOlder?: boolean;
  loadingOlder?: boolean;
  onOlder?: () => void;
  /** Told of the newest message whenever it stands in sight. */
  onSeen?: ((id: string) => void) | undefined;
  /** When nothing was written. */
  empty: ReactNode;
  /** Below a message, by its id: that it is being sent. */
  statusOf?: (id: string) => ReactNode;
  /** What can be done with a message, at its corner. */
  actions?: MessageActions | undefined;
  /** The message that is gone to, and stands out. Another object goes there again. */
  place?: { id: string } | undefined;
  /** Words that stand out wherever they are said. */
  words?: string | undefined;
}
