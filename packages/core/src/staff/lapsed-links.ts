import { sql } from 'kysely';
import { callBy } from '../access/caller.ts';
import { can } from '../access/can.ts';
import { accessLoader } from '../access/load.ts';
import { type PartiesRow, partiesColumns, partiesOf, partiesTables } from '../access/ticket-parties.ts';
import type { Context } from '../platform/context.ts';
import { overrideLeftovers } from '../servers/duties-later.ts';

const page = 1_000;

/**
 * Ends the links of those who may not share their transcripts any more. For good, so that nobody reads on when their maker is named
 * again. Nothing ends while the bot is not in the server. Where an override has just ended, it waits for what was left behind to be
 * ended and counted (`leftovers`), which then calls this as `isCounted`. Safe to repeat.
 */
export async function endLapsedLinks(
  ctx: Context,
  guild_id: string,
  { isCounted = false } = {},
): Promise<void> {
  const accessOf = accessLoader(ctx);
  const now = ctx.clock.now();
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await sql<PartiesRow & { link_id: string; made_by: string }>`
      select l.link_id, l.made_by, ${partiesColumns} from transcript_links l
      join tickets t on t.guild_id = l.guild_id and t.ticket_id = l.ticket_id ${partiesTables}
      where l.guild_id = ${guild_id} and l.revoked_at is null and l.expires_at > ${now} and l.link_id > ${after}
      order by l.link_id limit ${page}`.execute(ctx.db);
    const lapsed = await Promise.all(
      rows.map(async (row) => {
        const access = await accessOf({ guild_id, user_id: row.made_by });
        if (!access) return false;
        const { caller } = callBy(ctx, access, 'dashboard');
        return !can(caller, 'transcript.share', { guild_id, ticket: partiesOf(row) }).allowed;
      }),
    );
    const ids = rows.filter((_, index) => lapsed[index]).map(({ link_id }) => link_id);
    // Asked in the statement itself, which sees each override that ended before access was read above.
    const isWaiting = sql<boolean>`exists (
      select from effects where guild_id = ${guild_id} and kind = ${overrideLeftovers.name})`;
    if (ids.length)
      await ctx.db
        .updateTable('transcript_links')
        .set({ revoked_at: now })
        .where('link_id', 'in', ids)
        .where('revoked_at', 'is', null)
        .$if(!isCounted, (update) => update.where(isWaiting, '=', false))
        .execute();
    const last = rows.at(-1);
    if (!last || rows.length < page) return;
    after = last.link_id;
  }
}
