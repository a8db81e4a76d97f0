import type { LostFile, PendingReply } from './replies.ts';

/** Whose replies, and to which ticket. */
export interface ReplyPlace {
  userId: string;
  guildId: string;
  ticketId: number;
}

/** A reply as the browser keeps it through a reload. Of files it can keep the names only. */
interface KeptReply
  extends Pick<PendingReply, 'key' | 'content' | 'written_at' | 'after_id' | 'may_have_arrived'> {
  files: readonly LostFile[];
}

const storageKey = ({ userId, guildId, ticketId }: ReplyPlace) =>
  `unsent_replies:${userId}:${guildId}/${ticketId}`;

/** Keeps what has not arrived, beside the drafts and as long as they. */
export function keepReplies(place: ReplyPlace, pending: readonly PendingReply[]): void {
  const unsent = pending.filter(({ status }) => status !== 'sent').map(kept);
  if (unsent.length) sessionStorage.setItem(storageKey(place), JSON.stringify(unsent));
  else sessionStorage.removeItem(storageKey(place));
}

/** What was kept. Nothing of it goes out by itself: its writer may have thought otherwise meanwhile. */
export function keptReplies(place: ReplyPlace): PendingReply[] {
  const stored: KeptReply[] = JSON.parse(sessionStorage.getItem(storageKey(place)) ?? '[]');
  return stored.map(({ files, ...reply }) => ({
    ...reply,
    files: [],
    lost_files: files,
    status: 'failed',
    unanswered: 0,
    message_id: null,
    error: null,
  }));
}

const kept = (reply: PendingReply): KeptReply => ({
  key: reply.key,
  content: reply.content,
  written_at: reply.written_at,
  after_id: reply.after_id,
  may_have_arrived: reply.may_have_arrived,
  files: [...reply.files.map(({ file: { name, size } }) => ({ name, size })), ...reply.lost_files],
});
