import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { texts } from '../locales/texts.ts';
import { hasPremium } from '../premium/tier.ts';
import { settingsOf } from '../settings/read.ts';
import { beginClosing, systemClosing } from './close.ts';
import type { TicketKey } from './find.ts';

/**
 * Closes the tickets whose time is over: nobody wrote for so long after opening, or after the last message. The
 * times are kept while a server has no premium, and do nothing. Answers how many began to close.
 */
export async function sweepAutoClose(ctx: Context): Promise<number> {
  const { rows: servers } = await sql<{ guild_id: string }>`
    select s.guild_id from guild_settings s join guilds g using (guild_id)
    where s.auto_close_enabled and s.auto_close_since_open + s.auto_close_since_last_message > 0
      and g.left_at is null`.execute(ctx.db);
  let closed = 0;
  for (const { guild_id } of servers) {
    const due = await dueTickets(ctx, guild_id);
    if (!due.length || !(await hasPremium(ctx, guild_id))) continue;
    const { text_language } = await settingsOf(ctx.db, guild_id);
    const reason = texts(text_language).closing.inactive;
    for (const ticket of due) {
      const request = { ...systemClosing(ticket), reason, source: 'auto_close' as const };
      if (await beginClosing(ctx, request, { by_job: true })) closed += 1;
    }
  }
  return closed;
}

async function dueTickets(ctx: Context, guild_id: string): Promise<TicketKey[]> {
  const now = ctx.clock.now();
  const { rows } = await sql<TicketKey>`
    select t.guild_id, t.ticket_id from tickets t join guild_settings s using (guild_id)
    where t.guild_id = ${guild_id} and t.status = 'open' and not t.auto_close_excluded
      and case when t.last_message_at is null
        then s.auto_close_since_open > 0
          and t.opened_at + s.auto_close_since_open * interval '1 second' <= ${now}::timestamptz
        else s.auto_close_since_last_message > 0
          and t.last_message_at + s.auto_close_since_last_message * interval '1 second' <= ${now}::timestamptz end
    order by t.ticket_id`.execute(ctx.db);
  return rows;
}
