import { sql } from 'kysely';
import { accessLoader } from '../access/load.ts';
import { type PartiesRow, partiesColumns, partiesOf, partiesTables } from '../access/ticket-parties.ts';
import { checkOnCall } from '../on-call/on-call.ts';
import type { Context } from '../platform/context.ts';
import { isLapsed, releaseLapsedClaim } from '../tickets/claiming/release-claim.ts';
import type { TicketKey } from '../tickets/model/find.ts';

/**
 * Ends what people of a server may not do any more: their claims of tickets that they are no longer staff for, and
 * their calls to new ones. Safe to repeat.
 */
export async function endLapsedDuties(ctx: Context, { guild_id }: { guild_id: string }): Promise<void> {
  for (const key of await lapsedClaims(ctx, guild_id)) await releaseLapsedClaim(ctx, key);
  const onCall = await ctx.db
    .selectFrom('on_call')
    .where('guild_id', '=', guild_id)
    .select('user_id')
    .execute();
  for (const { user_id } of onCall) await checkOnCall(ctx, guild_id, user_id);
}

/** Asked for all claims together; each is looked at again when it ends. */
async function lapsedClaims(ctx: Context, guild_id: string): Promise<TicketKey[]> {
  const { rows } = await sql<PartiesRow & TicketKey & { claimed_by: string }>`
    select t.guild_id, t.ticket_id, ${partiesColumns} from tickets t ${partiesTables}
    where t.guild_id = ${guild_id} and t.status = 'open' and t.claimed_by is not null
    order by t.ticket_id`.execute(ctx.db);
  const accessOf = accessLoader(ctx);
  const lapsed = await Promise.all(
    rows.map(async (row) => {
      const access = await accessOf({ guild_id, user_id: row.claimed_by });
      return isLapsed(access, partiesOf(row).panel);
    }),
  );
  return rows.filter((_, index) => lapsed[index]);
}

/** Looks at all servers, for what was not heard: while the program did not run, nobody told who left. */
export async function endAllLapsedDuties(ctx: Context): Promise<void> {
  const { rows } = await sql<{ guild_id: string }>`
    select guild_id from guilds g
    where left_at is null and (
      exists (select from on_call c where c.guild_id = g.guild_id)
      or exists (select from tickets t
        where t.guild_id = g.guild_id and t.status = 'open' and t.claimed_by is not null))`.execute(ctx.db);
  for (const guild of rows) {
    try {
      await endLapsedDuties(ctx, guild);
    } catch (err) {
      ctx.log.warn({ err, ...guild }, 'claims of former staff were not looked through');
    }
  }
}
