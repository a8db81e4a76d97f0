import { fillPlaceholders } from '@tickets/contract/placeholders';
import type { TicketMessage } from '@tickets/contract/tickets';
import type { DraftFile } from './reply-files.ts';
import { compareIds } from './snowflakes.ts';

/** A reply that is on its way, or did not get there. */
export interface PendingReply {
  /** The same for every try, so that a reply whose answer was lost is not sent twice. */
  key: string;
  content: string;
  files: readonly DraftFile[];
  written_at: number;
  /** The newest message when it was sent first; null as long as it was not. */
  after_id: string | null;
  /** It waits for those before it (`waiting`), or because it came too fast (`delayed`). */
  status: 'waiting' | 'delayed' | 'sending' | 'sent' | 'failed';
  message_id: string | null;
  error: string | null;
}

/** The reply whose turn it is. Whatever is on its way, waits or failed keeps those behind it back. */
export function nextReply(pending: readonly PendingReply[]): PendingReply | undefined {
  const first = pending.find(({ status }) => status !== 'sent');
  return first?.status === 'waiting' ? first : undefined;
}

/** The newest of the messages that are known and of the replies that arrived; '0' where there is none. */
export function newestId(pending: readonly PendingReply[], messages: readonly TicketMessage[]): string {
  const ids = [messages.at(-1)?.id, ...pending.map(({ message_id }) => message_id)];
  return ids.reduce<string>((newest, id) => (id && compareIds(id, newest) > 0 ? id : newest), '0');
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
  return isLater && carries(message, reply.files) && readsLike(message.content, reply.content.trim());
}

function carries({ attachments }: TicketMessage, files: readonly DraftFile[]): boolean {
  return (
    attachments.length === files.length &&
    files.every(({ file }, index) => file.size === attachments[index]?.size)
  );
}

const gap = '\0';

/** Whether a text can be what became of another, whatever its placeholders stand for. */
function readsLike(said: string, written: string): boolean {
  const filled = fillPlaceholders(written, () => gap).replace(/<t:-?\d+:\w>/g, gap);
  const pieces = filled.split(gap).map((piece) => piece.trim());
  if (pieces.length === 1) return said === pieces[0];
  let at = 0;
  return pieces.every((piece) => {
    const found = said.indexOf(piece, at);
    at = found + piece.length;
    return found >= 0;
  });
}

/** A key of its own for each reply. Works on addresses without https, too. */
export function newReplyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
