import type { Access } from '../access/access.ts';
import type { Context } from '../platform/context.ts';
import { requireDashboardReplies, speakInTicket } from '../tickets/conversation/reply.ts';
import type { TicketKey } from '../tickets/model/find.ts';
import { wordingOf } from '../wording/look.ts';
import { tagMessage } from './message.ts';
import { getTag } from './tags.ts';

/** Posts a tag into a ticket from the dashboard, under the name of the member of staff or of the server. */
export async function sendTag(
  ctx: Context,
  access: Access,
  { tag_id, ...request }: TicketKey & { tag_id: string; idempotency_key?: string | undefined },
): Promise<{ message_id: string }> {
  await requireDashboardReplies(ctx, access, 'dashboard_tags');
  const [tag, wording] = await Promise.all([
    getTag(ctx, request.guild_id, tag_id),
    wordingOf(ctx, request.guild_id),
  ]);
  return speakInTicket(ctx, access, {
    ...request,
    text: `/tag ${tag.id}`,
    render: (ticket, now) => tagMessage(ctx, wording, tag, { ticket, now }),
  });
}
