import type { SearchResult } from '@tickets/contract/search/search';

/** Where a result is read: at its message, in the open ticket or in the transcript. */
export function placeOf(guildId: string, result: SearchResult) {
  const { ticket_id, status, has_transcript, message_id } = result;
  const params = { guildId, ticketId: String(ticket_id) };
  const at = message_id ? { hash: `m-${message_id}` } : {};
  if (status !== 'closed') return { to: '/manage/$guildId/tickets/view/$ticketId', params, ...at } as const;
  if (has_transcript) return { to: '/manage/$guildId/transcripts/view/$ticketId', params, ...at } as const;
  // Nothing was said in it that could be read; the list tells why it was closed.
  return {
    to: '/manage/$guildId/transcripts',
    params: { guildId },
    search: { id: String(ticket_id) },
  } as const;
}
