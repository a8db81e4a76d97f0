import type { UserCall } from '../access/caller.ts';
import { requireDashboardReplies } from '../tickets/conversation/reply.ts';
import { speakInTicket } from '../tickets/conversation/speak.ts';
import type { TicketKey } from '../tickets/model/find.ts';
import { wordingOf } from '../wording/look.ts';
import { tagMessage } from './message.ts';
import { getTag } from './tags.ts';

/** Posts a tag into a ticket from the dashboard, under the name of the member of staff or of the server. */
export async function sendTag(
  call: UserCall,
  { tag_id, ...request }: TicketKey & { tag_id: string; idempotency_key?: string | undefined },
): Promise<{ message_id: string }> {
  await requireDashboardReplies(call, request.guild_id, 'dashboard_tags');
  const [tag, wording] = await Promise.all([
    getTag(call, request.guild_id, tag_id),
    wordingOf(call, request.guild_id),
  ]);
  return speakInTicket(call, 'ticket.send_tag', {
    ...request,
    text: `/tag ${tag.id}`,
    render: (ticket, now) => tagMessage(call, wording, tag, { ticket, now }),
  });
}
