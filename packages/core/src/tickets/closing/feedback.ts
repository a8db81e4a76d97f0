import { loadAccess } from '../../access/load.ts';
import type { Context } from '../../platform/context.ts';
import type { GuildSettings } from '../../settings/read.ts';
import { type Ticket, wasImported } from '../model/find.ts';

/**
 * Whether the opener is asked to rate the ticket. `off`: the server wants no ratings. `denied`: the opener is staff, or
 * wrote nothing, or only an archive says that it is theirs.
 */
export type Feedback = 'offered' | 'off' | 'denied';

export async function feedbackFor(ctx: Context, settings: GuildSettings, ticket: Ticket): Promise<Feedback> {
  if (wasImported(ticket)) return 'denied';
  if (!settings.feedback_enabled) return 'off';
  const access = await loadAccess(ctx, ticket.guild_id, ticket.opener_id);
  if (access && access.level > 0) return 'denied';
  const took_part = await ctx.db
    .selectFrom('ticket_participants')
    .where('guild_id', '=', ticket.guild_id)
    .where('ticket_id', '=', ticket.ticket_id)
    .where('user_id', '=', ticket.opener_id)
    .select('user_id')
    .executeTakeFirst();
  return took_part ? 'offered' : 'denied';
}
