import type { ConversationMessage } from './types.ts';

/** A line of the conversation: a date, the mark before what is new, or a message. */
export type ConversationRow =
  | { kind: 'day'; key: string; time: number }
  | { kind: 'new'; key: string }
  | { kind: 'message'; key: string; message: ConversationMessage; first: boolean };

/** Messages of one author stand together as long as they are close in time. */
const TOGETHER_MS = 7 * 60_000;

export function conversationRows(
  messages: readonly ConversationMessage[],
  firstNewId?: string,
): ConversationRow[] {
  const rows: ConversationRow[] = [];
  let before: ConversationMessage | undefined;
  for (const message of messages) {
    if (isBlank(message)) continue;
    const newDay = !before || dayOf(before.time) !== dayOf(message.time);
    if (newDay) rows.push({ kind: 'day', key: `day-${message.id}`, time: message.time });
    const isNew = message.id === firstNewId;
    if (isNew) rows.push({ kind: 'new', key: 'new' });
    const first =
      newDay ||
      isNew ||
      before?.author.key !== message.author.key ||
      message.time - before.time > TOGETHER_MS;
    rows.push({ kind: 'message', key: message.id, message, first });
    before = message;
  }
  return rows;
}

/** Notices of Discord, such as a pin, have nothing to read. */
function isBlank(message: ConversationMessage): boolean {
  return (
    message.content === '' &&
    message.embeds.length + message.components.length + message.attachments.length === 0
  );
}

function dayOf(time: number): string {
  return new Date(time).toDateString();
}
