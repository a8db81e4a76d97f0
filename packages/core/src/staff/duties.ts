import { sql } from 'kysely';
import { accessLoader } from '../access/load.ts';
import { type PartiesRow, partiesColumns, partiesOf, partiesTables } from '../access/ticket-parties.ts';
import { checkOnCall } from '../on-call/on-call.ts';
import type { Context } from '../platform/context.ts';
import type { EffectKind } from '../platform/effects/effects.ts';
import { oneByOne } from '../platform/effects/one-by-one.ts';
import { isLapsed, releaseLapsedClaim } from '../tickets/claiming/release-claim.ts';
import { takeFormerStaffOut } from '../tickets/claiming/thread-staff.ts';
import { endLapsedRequests } from '../tickets/close-requests/end-request.ts';
import type { TicketKey } from '../tickets/model/find.ts';
import { endLapsedLinks } from './lapsed-links.ts';

/**
 * Ends what people of a server may not do any more: their claims of tickets that they are no longer staff for, their
 * places in threads of such tickets, their calls to new ones, their links to transcripts, and their close requests. Safe to repeat.
 */
export async function endLapsedDuties(ctx: Context, { guild_id }: { guild_id: string }): Promise<void> {
  const later = 'what former staff may not do any more ends later';
  const claims = async () => {
    const work = (key: TicketKey) => releaseLapsedClaim(ctx, key);
    await oneByOne(ctx, await lapsedClaims(ctx, guild_id), { work, later });
  };
  const calls = async () => {
    const onCall = ctx.db.selectFrom('on_call').where('guild_id', '=', guild_id).select('user_id');
    const work = ({ user_id }: { user_id: string }) => checkOnCall(ctx, guild_id, user_id);
    await oneByOne(ctx, await onCall.execute(), { work, later });
  };
  const links = () => endLapsedLinks(ctx, guild_id);
  const requests = () => endLapsedRequests(ctx, guild_id);
  const steps = [claims, () => takeFormerStaffOut(ctx, guild_id), calls, links, requests];
  await oneByOne(ctx, steps, { work: (step) => step(), later });
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

/** What people of a server were staff for, and are not any more. Noted by `servers/duties-later.ts`. */
export const duties: EffectKind = {
  name: 'duties',
  lockOf: ({ guild_id }) => `duties:${guild_id}`,
  async settle(ctx, { guild_id }) {
    await endLapsedDuties(ctx, { guild_id });
    return undefined;
  },
};
