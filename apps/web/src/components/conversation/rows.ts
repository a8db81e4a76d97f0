import type { EarlierTicket } from '@tickets/contract/tickets/tickets';
import { noticeOf } from './notices.ts';
import type { ConversationEvent, ConversationMessage } from './types.ts';

/** A line of the conversation: a date, the mark before what is new, the end of an earlier ticket, an event, or a message. */
export type ConversationRow =
  | { kind: 'day'; key: string; time: number }
  | { kind: 'new'; key: string }
  | { kind: 'earlier'; key: string; earlier: EarlierTicket }
  | { kind: 'event'; key: string; event: ConversationEvent }
  | { kind: 'message'; key: string; message: ConversationMessage; first: boolean };

/** Below this many all of them are in the page, so that the browser's own search finds every word. */
export const MANY_ROWS = 200;

/** Messages of one author stand together as long as they are close in time. */
const TOGETHER_MS = 7 * 60_000;

interface Between {
  firstNewId?: string | undefined;
  earlier?: readonly EarlierTicket[];
  /** In the order in which they happened. */
  events?: readonly ConversationEvent[];
}

export function conversationRows(
  messages: readonly ConversationMessage[],
  { firstNewId, earlier = [], events = [] }: Between = {},
): ConversationRow[] {
  const rows: ConversationRow[] = [];
  const ends = earlier.toSorted((a, b) => a.id - b.id);
  const endBefore = (ticket: number) => {
    const ended = ends.splice(0, ends.filter(({ id }) => id < ticket).length);
    rows.push(...ended.map((one) => ({ kind: 'earlier' as const, key: `earlier-${one.id}`, earlier: one })));
    return ended.length > 0;
  };
  // To ask the calendar about every message takes longer than all the rest.
  let day = { from: 0, until: 0 };
  const dayBefore = (key: string, time: number) => {
    if (time >= day.from && time < day.until) return false;
    day = dayOf(time);
    rows.push({ kind: 'day', key: `day-${key}`, time });
    return true;
  };
  const coming = [...events];
  const happenedBefore = (time: number) => {
    const happened = coming.splice(0, coming.filter((event) => event.time <= time).length);
    for (const event of happened) {
      dayBefore(event.key, event.time);
      rows.push({ kind: 'event', key: event.key, event });
    }
    return happened.length > 0;
  };
  let before: ConversationMessage | undefined;
  for (const message of messages) {
    if (isBlank(message)) continue;
    const newTicket = endBefore(ticketOf(message));
    const afterEvent = happenedBefore(message.time);
    const newDay = dayBefore(message.id, message.time);
    const isNew = message.id === firstNewId;
    if (isNew) rows.push({ kind: 'new', key: 'new' });
    const first =
      newTicket ||
      afterEvent ||
      newDay ||
      isNew ||
      (before !== undefined && noticeOf(before) !== undefined) ||
      Boolean(message.replyTo) ||
      before?.author.key !== message.author.key ||
      // An author who has become staff, or is no longer, is named again.
      Boolean(before.staff) !== Boolean(message.staff) ||
      message.time - before.time > TOGETHER_MS;
    rows.push({ kind: 'message', key: message.id, message, first });
    before = message;
  }
  endBefore(Number.POSITIVE_INFINITY);
  happenedBefore(Number.POSITIVE_INFINITY);
  return rows;
}

/** The earlier tickets whose end lies in what was read. While older messages are to come, so are the others. */
export function endsWithin(
  earlier: readonly EarlierTicket[],
  messages: readonly ConversationMessage[],
  hasOlder: boolean,
): readonly EarlierTicket[] {
  const [oldest] = messages;
  if (!hasOlder) return earlier;
  return oldest ? earlier.filter(({ id }) => id >= ticketOf(oldest)) : [];
}

const ticketOf = ({ ticket = Number.POSITIVE_INFINITY }: ConversationMessage) => ticket;

/** Of a kind that we do not know, or without anything that is kept. */
function isBlank(message: ConversationMessage): boolean {
  return (
    !noticeOf(message) &&
    message.content === '' &&
    message.embeds.length + message.components.length + message.attachments.length === 0
  );
}

/** When the day begins and ends where the reader is. */
function dayOf(time: number) {
  const date = new Date(time);
  const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()];
  return { from: new Date(year, month, day).getTime(), until: new Date(year, month, day + 1).getTime() };
}
