import type { Context } from '@tickets/core/platform/context';
import type { Reader } from '@tickets/core/tickets/conversation/message-views';
import { type ChangedMessage, messagesSince } from '@tickets/core/tickets/conversation/view';

/** All messages of a ticket that changed after `seq`, as its opener sees them unless they are for staff. */
export async function changesSince(
  ctx: Context,
  { seq, is_staff = false, ...key }: { guild_id: string; ticket_id: number; seq: number } & Partial<Reader>,
): Promise<ChangedMessage[]> {
  const { messages, has_more } = await messagesSince(ctx, { ...key, seq, is_staff, limit: 100 });
  const last = messages.at(-1);
  return has_more && last
    ? [...messages, ...(await changesSince(ctx, { ...key, seq: last.seq, is_staff }))]
    : messages;
}
