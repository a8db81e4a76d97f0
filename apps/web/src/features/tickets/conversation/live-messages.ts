import type { LiveServerFrame } from '@tickets/contract/tickets/live';
import type { TicketMessage, TicketView } from '@tickets/contract/tickets/tickets';
import { compareIds } from './snowflakes.ts';

/** The messages of a ticket as the browser knows them. */
export interface LiveMessages {
  /** Oldest first. */
  messages: readonly TicketMessage[];
  /**
   * The newest change that is contained; a reconnect asks for what came after it. Changes come in order, but not
   * each: of a message that changed twice in a moment only the later state is sent.
   */
  seq: number;
  has_more: boolean;
}

export type LiveEvent =
  | { type: 'loaded'; view: Pick<TicketView, 'messages' | 'seq' | 'has_more'> }
  | { type: 'older'; view: Pick<TicketView, 'messages' | 'has_more'> }
  | { type: 'frame'; frame: LiveServerFrame };

type MessageFrame = Extract<LiveServerFrame, { data: TicketMessage }>;

export const noMessages: LiveMessages = { messages: [], seq: 0, has_more: false };

export function liveMessages(state: LiveMessages, event: LiveEvent): LiveMessages {
  switch (event.type) {
    case 'loaded':
      return loaded(state, event.view);
    case 'older':
      return {
        ...state,
        messages: event.view.messages.reduce(merge, state.messages),
        has_more: event.view.has_more,
      };
    case 'frame':
      return received(state, event.frame);
  }
}

function loaded(state: LiveMessages, view: Pick<TicketView, 'messages' | 'seq' | 'has_more'>): LiveMessages {
  const oldest = view.messages[0];
  const known = state.messages[0];
  const fresh: LiveMessages = { messages: view.messages, seq: view.seq, has_more: view.has_more };
  if (!known) return fresh;
  // An answer that was overtaken by the first messages.
  if (!oldest) return view.seq < state.seq ? state : fresh;
  // Older pages that were read before stay if the newest page reaches down to what is known; else there is a hole.
  const touches = state.messages.some((message) => compareIds(message.id, oldest.id) >= 0);
  if (!touches) return fresh;
  const shown = new Set(view.messages.map(({ id }) => id));
  // What the page would hold if it was still there for this reader.
  const isGone = ({ id, seq }: TicketMessage) =>
    seq <= view.seq && compareIds(id, oldest.id) >= 0 && !shown.has(id);
  const remaining = state.messages.filter((message) => !isGone(message));
  return {
    messages: view.messages.reduce(merge, remaining),
    seq: Math.max(state.seq, view.seq),
    has_more: compareIds(known.id, oldest.id) < 0 ? state.has_more : view.has_more,
  };
}

function received(state: LiveMessages, frame: LiveServerFrame): LiveMessages {
  if ('error' in frame) return state;
  switch (frame.type) {
    case 'message':
    case 'message_update':
    case 'message_delete':
      return { ...state, messages: told(state, frame), seq: Math.max(state.seq, frame.data.seq) };
    default:
      return state;
  }
}

/** What was deleted stays for those who are told what it said. */
function told(state: LiveMessages, { type, data }: MessageFrame): readonly TicketMessage[] {
  if (type === 'message_delete' && isEmpty(data)) return state.messages.filter(({ id }) => id !== data.id);
  return isBeforeWindow(state, data) ? state.messages : merge(state.messages, data);
}

const isEmpty = ({ content, attachments, embeds, components }: TicketMessage) =>
  content === '' && attachments.length + embeds.length + components.length === 0;

/** A change of a message on an older page that was not read yet: reading the page will bring it. */
function isBeforeWindow(state: LiveMessages, message: TicketMessage): boolean {
  const oldest = state.messages[0];
  return state.has_more && oldest !== undefined && compareIds(message.id, oldest.id) < 0;
}

/** Puts a message in its place by id. Of two states of one message the one with the higher seq stays. */
function merge(messages: readonly TicketMessage[], message: TicketMessage): readonly TicketMessage[] {
  // New messages are nearly always the newest: look from the end.
  let index = messages.length;
  while (index > 0) {
    const before = messages[index - 1];
    if (!before) break;
    const order = compareIds(before.id, message.id);
    if (order === 0) return before.seq >= message.seq ? messages : messages.with(index - 1, message);
    if (order < 0) break;
    index -= 1;
  }
  return messages.toSpliced(index, 0, message);
}
