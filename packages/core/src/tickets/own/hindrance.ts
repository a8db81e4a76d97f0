import type { WritingHindrance } from '@tickets/contract/tickets/own';
import type { Access } from '../../access/access.ts';
import { isBlacklisted } from '../../blacklist/blacklisted.ts';
import type { Context } from '../../platform/context.ts';
import { isOpen } from '../../premium/tier.ts';
import type { Ticket } from '../model/find.ts';

/** Why the opener of a ticket cannot write in it from the dashboard, as far as our own tables tell. */
export async function hindranceOf(
  ctx: Context,
  access: Access,
  ticket: Pick<Ticket, 'guild_id' | 'status'>,
  server: { left_at: Date | null },
): Promise<WritingHindrance | null> {
  if (ticket.status !== 'open') return 'closed';
  if (server.left_at) return 'bot_gone';
  if (!access.is_member) return 'left';
  if (await isBlacklisted(ctx, access)) return 'blacklisted';
  return (await isOpen(ctx, ticket.guild_id, 'dashboard_replies')) ? null : 'no_premium';
}
