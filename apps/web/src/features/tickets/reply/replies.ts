import type { TicketMessage } from '@tickets/contract/tickets/tickets';
import { compareIds } from '../conversation/snowflakes.ts';
import type { DraftFile } from './reply-files.ts';

/** A file of a reply that did not outlive a reload of the page. */
export interface LostFile {
  name: string;
  size: number;
}

/** A reply that is on its way, or did not get there. */
export interface PendingReply {
  /** The same for every try, so that a reply whose answer was lost is not sent twice. */
  key: string;
  content: string;
  files: readonly DraftFile[];
  lost_files: readonly LostFile[];
  written_at: number;
  /** The newest message when it was sent first; null as long as it was not. */
  after_id: string | null;
  /** It left, and no answer said that it was refused. */
  may_have_arrived: boolean;
  /**
   * It waits for those before it (`waiting`), because it came too fast (`delayed`), or because nobody answered
   * (`retrying`). The last two go out by themselves; `failed` was refused, or was left behind by a reload.
   */
  status: 'waiting' | 'delayed' | 'retrying' | 'sending' | 'sent' | 'failed';
  /** How often nobody answered. */
  unanswered: number;
  message_id: string | null;
  error: string | null;
}

/** The reply whose turn it is. Whatever is on its way, waits or failed keeps those behind it back. */
export function nextReply(pending: readonly PendingReply[]): PendingReply | undefined {
  const first = firstUnsent(pending);
  return first?.status === 'waiting' ? first : undefined;
}

/** The first of those that have not arrived, which keeps all the others back. */
export function firstUnsent(pending: readonly PendingReply[]): PendingReply | undefined {
  return pending.find(({ status }) => status !== 'sent');
}

/** A reply without words, whose files did not outlive a reload. */
export const isEmptied = ({ content, files }: PendingReply) => content.trim() === '' && !files.length;

/** The newest of the messages that are known and of the replies that arrived; '0' where there is none. */
export function newestId(pending: readonly PendingReply[], messages: readonly TicketMessage[]): string {
  const ids = [messages.at(-1)?.id, ...pending.map(({ message_id }) => message_id)];
  return ids.reduce<string>((newest, id) => (id && compareIds(id, newest) > 0 ? id : newest), '0');
}

/** Each reply with the message as which the conversation shows it. `self_id` is their writer. */
function seenAs(pending: readonly PendingReply[], messages: readonly TicketMessage[], self_id: string) {
  const taken = new Set<string>();
  return pending.map((reply) => {
    const found = messages.find((message) =>
      reply.message_id === null
        ? !taken.has(message.id) && couldBe(reply, message, self_id)
        : message.id === reply.message_id,
    );
    if (found) taken.add(found.id);
    return { reply, message_id: found?.id };
  });
}

/** The replies that the conversation does not show yet as messages. */
export function unseenReplies(...conversation: Parameters<typeof seenAs>): PendingReply[] {
  return seenAs(...conversation).flatMap(({ reply, message_id }) => (message_id === undefined ? reply : []));
}

/** Those that did not seem to arrive, and did: the conversation has them. */
export function arrivedAfterAll(
  ...conversation: Parameters<typeof seenAs>
): { key: string; message_id: string }[] {
  return seenAs(...conversation).flatMap(({ reply: { key, status }, message_id }) =>
    message_id !== undefined && (status === 'failed' || status === 'retrying') ? { key, message_id } : [],
  );
}

/** The message may arrive before the answer that names it, or without one. */
function couldBe(reply: PendingReply, message: TicketMessage, self_id: string): boolean {
  if (!reply.may_have_arrived) return false;
  // One that is on its way will have an answer; of others only this tells, so it has to be sure.
  if (reply.status !== 'sending' && message.author.id !== self_id) return false;
  const isLater = reply.after_id === null || compareIds(message.id, reply.after_id) > 0;
  return isLater && carries(message, reply) && readsLike(message.content, reply.content.trim());
}

function carries({ attachments }: TicketMessage, { files, lost_files }: PendingReply): boolean {
  const sizes = [...files.map(({ file }) => file.size), ...lost_files.map(({ size }) => size)];
  return attachments.length === sizes.length && sizes.every((size, n) => size === attachments[n]?.size);
}

/** Whatever may be a placeholder, and the times that some of them become. */
const placeholder = /\\?%\S*%|<t:-?\d+:\w>/;

/** Whether a text can be what became of another, whatever its placeholders stand for. */
function readsLike(said: string, written: string): boolean {
  const pieces = written.split(placeholder).map((piece) => piece.trim());
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
