import type { LiveServerFrame } from '@tickets/contract/live';
import type { TicketMessage, TicketView } from '@tickets/contract/tickets';
import { compareIds } from './snowflakes.ts';

/**
 * The messages of a ticket as the browser knows them. Every change of a message has a `seq` that rises by one in
 * its ticket, so what arrives twice, late or not at all can be told apart.
 */
export interface LiveMessages {
  /** Oldest first. */
  messages: readonly TicketMessage[];
  /** Every change up to this one is contained; a reconnect asks for what came after it. */
  seq: number;
  /** Changes that arrived although earlier ones have not. */
  ahead: readonly number[];
  /** What a reconnect replays: an earlier change of a message that changed again is rightly not among it. */
  replay_to: number;
  has_more: boolean;
}

export type LiveEvent =
  | { type: 'loaded'; view: Pick<TicketView, 'messages' | 'seq' | 'has_more'> }
  | { type: 'older'; view: Pick<TicketView, 'messages' | 'has_more'> }
  | { type: 'frame'; frame: LiveServerFrame };

export const noMessages: LiveMessages = { messages: [], seq: 0, ahead: [], replay_to: 0, has_more: false };

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

/** Whether a change is missing that will not come by itself: ask for everything after `seq`. */
export function hasGap(state: LiveMessages): boolean {
  return state.ahead.length > 0;
}

function loaded(state: LiveMessages, view: Pick<TicketView, 'messages' | 'seq' | 'has_more'>): LiveMessages {
  const oldest = view.messages[0];
  const known = state.messages[0];
  const fresh: LiveMessages = {
    ...noMessages,
    messages: view.messages,
    seq: view.seq,
    has_more: view.has_more,
  };
  if (!known) return fresh;
  // An answer that was overtaken by the first messages.
  if (!oldest) return view.seq < state.seq ? state : fresh;
  // Older pages that were read before stay if the newest page reaches down to what is known; else there is a hole.
  const touches = state.messages.some((message) => compareIds(message.id, oldest.id) >= 0);
  if (!touches) return fresh;
  const keepsOlder = compareIds(known.id, oldest.id) < 0;
  return settle({
    ...state,
    messages: view.messages.reduce(merge, state.messages),
    seq: Math.max(state.seq, view.seq),
    has_more: keepsOlder ? state.has_more : view.has_more,
  });
}

function received(state: LiveMessages, frame: LiveServerFrame): LiveMessages {
  if ('error' in frame) return state;
  switch (frame.type) {
    case 'authenticated':
      return { ...state, replay_to: Math.max(state.replay_to, frame.data.seq) };
    case 'message':
    case 'message_update':
    case 'message_delete':
      return changed(state, frame.data);
    default:
      return state;
  }
}

function changed(state: LiveMessages, message: TicketMessage): LiveMessages {
  const next = isBeforeWindow(state, message)
    ? state
    : { ...state, messages: merge(state.messages, message) };
  if (message.seq <= state.seq) return next;
  if (message.seq <= state.replay_to) return settle({ ...next, seq: message.seq });
  return settle({ ...next, ahead: [...next.ahead, message.seq] });
}

/** A change of a message on an older page that was not read yet: reading the page will bring it. */
function isBeforeWindow(state: LiveMessages, message: TicketMessage): boolean {
  const oldest = state.messages[0];
  return state.has_more && oldest !== undefined && compareIds(message.id, oldest.id) < 0;
}

/** Moves `seq` over everything that has arrived without a hole. */
function settle(state: LiveMessages): LiveMessages {
  let { seq } = state;
  const ahead = state.ahead.filter((candidate) => candidate > seq).sort((a, b) => a - b);
  while (ahead[0] !== undefined && ahead[0] <= seq + 1) seq = Math.max(seq, ahead.shift() ?? seq);
  return { ...state, seq, ahead };
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
