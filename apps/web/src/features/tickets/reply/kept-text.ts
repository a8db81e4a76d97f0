import { replyDraftKey } from '../../../lib/page/reply-drafts.ts';

/** Text that is being written, kept in this tab until it is sent. */
export const draftKeys = {
  reply: replyDraftKey,
  closeReason: (guildId: string, ticketId: number) => `close_reason_draft:${guildId}/${ticketId}`,
};

export const keptText = (key: string) => sessionStorage.getItem(key) ?? '';

export function keepText(key: string, text: string): void {
  if (text) sessionStorage.setItem(key, text);
  else sessionStorage.removeItem(key);
}
