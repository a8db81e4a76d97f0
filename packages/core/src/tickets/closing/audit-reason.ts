import { fillText } from '@tickets/contract/platform/errors';
import { clip } from '../../embeds/payload.ts';
import type { Context } from '../../platform/context.ts';
import { resolveUsers } from '../../servers/users.ts';
import type { Wording } from '../../wording/look.ts';
import type { Ticket } from '../model/find.ts';

/** What Discord's audit log says of the end of a ticket's channel or thread. */
export async function auditReasonOf(ctx: Context, wording: Wording, ticket: Ticket): Promise<string> {
  const names = await resolveUsers(ctx, [ticket.closed_by ?? ctx.discord.user_id]);
  const user = [...names.values()][0]?.username ?? wording.t.common.nobody;
  return clip(fillText(wording.t.closing.audit, { ticket: ticket.ticket_id, user }), 512);
}
