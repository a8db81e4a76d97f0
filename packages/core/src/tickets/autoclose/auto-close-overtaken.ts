import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import { twice } from '../../platform/discord/ask.ts';
import { isRefusal } from '../../platform/discord/failures.ts';
import { editOwnMessage } from '../../platform/discord/own-messages.ts';
import { eachServer, passTime } from '../../platform/each-server.ts';
import { isOpen } from '../../premium/tier.ts';
import { type Wording, wordingOf } from '../../wording/look.ts';
import { keyOf, type TicketKey } from '../model/find.ts';
import { autoCloseTimes, warningCounts } from './auto-close-times.ts';
import { overtakenWarning } from './auto-close-warning.ts';

interface Warning extends TicketKey {
  channel_id: string | null;
  message_id: string;
  is_open: boolean;
  /** Whether the ticket still closes as it says, as long as the server has premium. */
  counts: boolean;
}

/**
 * Says in the place of each warning that was overtaken (someone wrote, the times changed, or the ticket does not close
 * by itself any more) that the ticket stays open, once.
 */
export async function takeBackWarnings(ctx: Context): Promise<void> {
  const outstanding = Map.groupBy(await outstandingWarnings(ctx), ({ guild_id }) => guild_id);
  const failed = 'warnings of a server that were overtaken could not be looked at';
  await eachServer(ctx, outstanding.keys(), failed, async (there, guild_id) => {
    await takeBackOf(there, guild_id, outstanding.get(guild_id) ?? []);
  });
}

async function takeBackOf(ctx: Context, guild_id: string, warnings: readonly Warning[]): Promise<void> {
  const hasTime = passTime();
  const premium = await isOpen(ctx, guild_id, 'auto_close');
  const wording = await wordingOf(ctx, guild_id);
  for (const warning of warnings.filter(({ is_open, counts }) => !(is_open && counts && premium))) {
    if (warning.is_open && !(hasTime() && (await takeBack(ctx, wording, warning)))) return;
    await settle(ctx, warning);
  }
}

async function outstandingWarnings(ctx: Context): Promise<Warning[]> {
  const { rows } = await sql<Warning>`
    with outstanding as (
      select t.guild_id, t.ticket_id, t.channel_id, t.auto_close_warning_id as message_id,
        t.auto_close_warned_at as warned_at, t.status = 'open' as is_open,
        s.auto_close_enabled and not t.auto_close_excluded as closes_by_itself, ${autoCloseTimes()}
      from tickets t join guild_settings s using (guild_id) join guilds g using (guild_id)
      where t.auto_close_warning_id is not null and g.left_at is null
    )
    select guild_id, ticket_id, channel_id, message_id, is_open,
      coalesce(closes_by_itself and seconds > 0 and ${warningCounts(ctx.clock.now())}, false) as counts
    from outstanding order by guild_id, ticket_id`.execute(ctx.db);
  return rows;
}

/** Returns false where Discord does not answer, so that the rest is better asked later. */
async function takeBack(ctx: Context, wording: Wording, warning: Warning): Promise<boolean> {
  const { channel_id, message_id } = warning;
  if (!channel_id) return true;
  try {
    const at = { channel_id, message_id };
    await twice(() => editOwnMessage(ctx, warning.guild_id, at, overtakenWarning(wording)));
  } catch (error) {
    ctx.log.info({ err: error, ...keyOf(warning) }, 'a warning that was overtaken stands as it is');
    return isRefusal(error);
  }
  return true;
}

async function settle(ctx: Context, { guild_id, ticket_id, message_id }: Warning): Promise<void> {
  await ctx.db
    .updateTable('tickets')
    .set({ auto_close_warning_id: null })
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .where('auto_close_warning_id', '=', message_id)
    .execute();
}
