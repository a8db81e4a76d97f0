import type { TicketMessage } from '@tickets/contract/tickets';
import { compareIds } from './snowflakes.ts';

/** A reply that is on its way, or did not get there. */
export interface PendingReply {
  /** The same for every try, so that a reply whose answer was lost is not sent twice. */
  key: string;
  content: string;
  written_at: number;
  /** The newest message when it was sent. */
  after_id: string | null;
  status: 'sending' | 'sent' | 'failed';
  message_id: string | null;
  error: string | null;
}

/** The replies that the conversation does not show yet as messages. */
export function unseenReplies(
  pending: readonly PendingReply[],
  messages: readonly TicketMessage[],
): PendingReply[] {
  const taken = new Set<string>();
  return pending.filter((reply) => {
    const found = messages.find((message) =>
      reply.message_id === null
        ? reply.status === 'sending' && !taken.has(message.id) && couldBe(reply, message)
        : message.id === reply.message_id,
    );
    if (found) taken.add(found.id);
    return !found;
  });
}

/** The message may arrive before the answer that names it. */
function couldBe(reply: PendingReply, message: TicketMessage): boolean {
  const isLater = reply.after_id === null || compareIds(message.id, reply.after_id) > 0;
  return isLater && message.content === reply.content.trim();
}

/** A key of its own for each reply. Works on addresses without https, too. */
export function newReplyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
