/** Where the reply to a ticket that is being written is kept, in this tab. */
export const replyDraftKey = (guildId: string, ticketId: number | string) =>
  `reply_draft:${guildId}/${ticketId}`;

/** Whether a reply is being written, in this tab, to a ticket of the server. */
export const keepsReplyIn = (guildId: string) =>
  Object.keys(sessionStorage).some((key) => key.startsWith(replyDraftKey(guildId, '')));

/** Whether one is to the ticket whose page is open. */
export function keepsReplyHere(): boolean {
  const [, guildId = '', ticketId = ''] =
    /^\/manage\/(\d+)\/tickets\/view\/(\d+)/.exec(location.pathname) ?? [];
  return Boolean(sessionStorage.getItem(replyDraftKey(guildId, ticketId)));
}
