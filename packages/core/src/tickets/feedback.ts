import type { Context } from '../context.ts';
import { loadAccess } from '../permissions/load.ts';
import type { GuildSettings } from '../settings/read.ts';
import type { Ticket } from './find.ts';

/** Whether the opener is asked to rate the ticket, and if not, why. `off`: the server does not want ratings. */
export type Feedback = 'offered' | 'off' | 'staff' | 'silent';

export async function feedbackFor(ctx: Context, settings: GuildSettings, ticket: Ticket): Promise<Feedback> {
  if (!settings.feedback_enabled) return 'off';
  const access = await loadAccess(ctx, ticket.guild_id, ticket.opener_id);
  if (access && access.level > 0) return 'staff';
  const took_part = await ctx.db
    .selectFrom('ticket_participants')
    .where('guild_id', '=', ticket.guild_id)
    .where('ticket_id', '=', ticket.ticket_id)
    .where('user_id', '=', ticket.opener_id)
    .select('user_id')
    .executeTakeFirst();
  return took_part ? 'offered' : 'silent';
}
