import { auditActions } from '@tickets/contract/audit/codes';
import type { StaffOverride, StaffOverrideInput } from '@tickets/contract/bot-staff/bot-staff';
import { sql } from 'kysely';
import { authorise } from '../access/authorise.ts';
import { type Call, nameOfCaller } from '../access/caller.ts';
import { can } from '../access/can.ts';
import { record } from '../audit/record.ts';
import { tellOwner } from '../owner-notices/owner-notices.ts';
import type { Tx } from '../platform/db/db.ts';
import { type EffectKind, settled, want } from '../platform/effects/effects.ts';
import { transact } from '../platform/events/events.ts';
import { checkDutiesLater, overrideLeftovers } from '../servers/duties-later.ts';

const HOUR_MS = 3_600_000;

/** The end of an override: its row says when, and the effect that it came. */
export const overrideEnd: EffectKind = {
  name: 'override.end',
  lockOf: ({ guild_id }) => `override:${guild_id}`,
  async settle(ctx, { guild_id }) {
    const row = await ctx.db
      .selectFrom('staff_overrides')
      .where('guild_id', '=', guild_id)
      .select('expires_at')
      .executeTakeFirst();
    if (row && row.expires_at > ctx.clock.now()) return row.expires_at;
    await transact(ctx, async (tx, emit) => {
      const ended = await tx
        .deleteFrom('staff_overrides')
        .where('guild_id', '=', guild_id)
        .where('expires_at', '<=', ctx.clock.now())
        .returning('expires_at')
        .executeTakeFirst();
      const by = { user_id: null, source: 'system' as const, because: 'its time was over' };
      if (ended) {
        await isOver(tx, guild_id);
        await record(tx, by, guild_id, { ...end, before: ended });
      }
      await checkDutiesLater(tx, guild_id);
      emit({ type: 'access.changed', guild_id });
    });
    return undefined;
  },
};
const end = { action: 'override.end', resource: 'override' } as const;
const endOf = (guild_id: string) => ({ guild_id, key: '' });

async function isOver(tx: Tx, guild_id: string): Promise<void> {
  await tellWhatWasDone(tx, guild_id);
  await want(tx, overrideLeftovers, { guild_id, key: '', wanted: {} }, new Date());
}

/** Tells the owner that people whom an override let in have changed something since it was granted. */
async function tellWhatWasDone(tx: Tx, guild_id: string): Promise<void> {
  const { rows } = await sql<{ changes: number; granted: number }>`
    select count(*)::int as changes, granted from audit_entries a, lateral (
      select max(entry_id) as granted from audit_entries
      where guild_id = ${guild_id} and action = ${auditActions['override.grant']}) g
    where a.guild_id = ${guild_id} and a.by_override and a.entry_id > g.granted
    group by granted`.execute(tx);
  const [done] = rows;
  if (done)
    await tellOwner(tx, guild_id, {
      key: `override:${done.granted}`,
      about: 'override',
      changes: done.changes,
    });
}

/** Whether the product's own team may use a server's dashboard now, and until when. */
export async function readOverride(call: Call, guild_id: string): Promise<StaffOverride> {
  authorise(call, 'override.read', guild_id);
  const row = await call.db
    .selectFrom('staff_overrides')
    .where('guild_id', '=', guild_id)
    .where('expires_at', '>', call.clock.now())
    .select('expires_at')
    .executeTakeFirst();
  return {
    has_override: row !== undefined,
    expires_at: row?.expires_at.toISOString() ?? null,
    may_grant: can(call.caller, 'override.grant', { guild_id }).allowed,
  };
}

/** Lets the product's own team into a server for some hours from now, whatever was granted before. */
export async function grantOverride(
  call: Call,
  guild_id: string,
  { time_period }: StaffOverrideInput,
): Promise<void> {
  authorise(call, 'override.grant', guild_id);
  const expires_at = new Date(call.clock.now().getTime() + time_period * HOUR_MS);
  await transact(call, async (tx, emit) => {
    await tellWhatWasDone(tx, guild_id);
    await tx
      .insertInto('staff_overrides')
      .values({ guild_id, expires_at })
      .onConflict((oc) => oc.column('guild_id').doUpdateSet({ expires_at }))
      .execute();
    await record(tx, call, guild_id, {
      action: 'override.grant',
      resource: 'override',
      after: { expires_at },
    });
    await want(tx, overrideEnd, { ...endOf(guild_id), wanted: {} }, expires_at);
    emit({ type: 'access.changed', guild_id });
  });
  call.log.info({ guild_id, by: nameOfCaller(call.caller), expires_at }, 'staff override granted');
}

/** Ends it at once. Bot staff may do that too. */
export async function revokeOverride(call: Call, guild_id: string): Promise<void> {
  authorise(call, 'override.revoke', guild_id);
  await transact(call, async (tx, emit) => {
    const removed = await tx
      .deleteFrom('staff_overrides')
      .where('guild_id', '=', guild_id)
      .returning('expires_at')
      .executeTakeFirst();
    await settled(tx, overrideEnd, endOf(guild_id));
    if (!removed) return;
    await isOver(tx, guild_id);
    await record(tx, call, guild_id, { ...end, before: removed });
    await checkDutiesLater(tx, guild_id);
    emit({ type: 'access.changed', guild_id });
    call.log.info({ guild_id, by: nameOfCaller(call.caller) }, 'staff override revoked');
  });
}
