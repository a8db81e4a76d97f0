import { AppError } from '@tickets/contract/platform/errors';
import { limits } from '@tickets/contract/platform/limits';
import { gates } from '@tickets/contract/premium/gates';
import { sql } from 'kysely';
import { type ChangedBy, record } from '../audit/record.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import { entitledTiers, isOpen, type PremiumGround } from './tier.ts';

/** Refuses one more panel than a server may have. Premium that was earned by voting does not count here. */
export async function checkPanelQuota(ctx: PremiumGround, db: Db | Tx, guild_id: string): Promise<void> {
  entitledTiers.forget(ctx); // it is asked before a lock and under it
  if (await isOpen({ ...ctx, db }, guild_id, 'panel_quota')) return;
  const { count } = await db
    .selectFrom('panels')
    .where('guild_id', '=', guild_id)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  const limit = limits.free_panels;
  if (Number(count) >= limit)
    throw new AppError(gates.panel_quota.refused, { params: { count: Number(count), limit } });
}

/**
 * Without premium only the oldest panels of a server work, as many as are free; with premium all do. The messages that show
 * one that changed are drawn again, also those that are being posted now. To be called in the server's turn. Returns whether
 * any changed.
 */
export async function enforcePanelQuota(
  ctx: Omit<PremiumGround, 'db'> & { db: Tx },
  guild_id: string,
): Promise<boolean> {
  const all_work = await isOpen({ ...ctx, facts: undefined }, guild_id, 'surplus_panels');
  const { rows } = await sql<{ panel_id: number; title: string; force_disabled: boolean }>`
    update panels set force_disabled = due.is_surplus, message_state = ${wantedAnew}
    from (
      select panel_id, not ${all_work}
        and row_number() over (order by panel_id) > ${limits.free_panels} as is_surplus
      from panels where guild_id = ${guild_id}
    ) due
    where panels.panel_id = due.panel_id and panels.force_disabled <> due.is_surplus
    returning panels.panel_id, panels.title, panels.force_disabled`.execute(ctx.db);
  if (!rows.length) return false;
  for (const { panel_id: id, title: name, force_disabled } of rows)
    await record(ctx.db, bySystem, guild_id, {
      action: 'panel.update',
      resource: 'panel',
      id,
      name,
      before: { force_disabled: !force_disabled },
      after: { force_disabled },
    });
  await sql`
    update multi_panels set message_state = ${wantedAnew}
    where guild_id = ${guild_id} and id in (
      select multi_panel_id from multi_panel_panels where panel_id = any(${rows.map(({ panel_id }) => panel_id)}))`.execute(
    ctx.db,
  );
  await drawSoon(ctx.db, guild_id);
  return true;
}

const bySystem: ChangedBy = {
  user_id: null,
  source: 'system',
  because: 'without premium the oldest panels alone work',
};

/** To write the state of a message counts as a wish, which whoever is posting or editing it now finds afterwards. */
const wantedAnew = sql`case message_state when 'posted' then 'outdated' else message_state end`;

/** What every message of a server's panels shows has changed, such as its footer. */
export async function drawAllAnew(tx: Tx, guild_id: string): Promise<void> {
  for (const table of ['panels', 'multi_panels'])
    await sql`update ${sql.table(table)} set message_state = ${wantedAnew}
      where guild_id = ${guild_id} and message_state in ('posted', 'pending', 'outdated')`.execute(tx);
  await drawSoon(tx, guild_id);
}

/** Nobody makes these messages follow at once, as whoever changes a panel does. */
async function drawSoon(db: Tx, guild_id: string): Promise<void> {
  await sql`update effects set due_at = least(due_at, clock_timestamp())
    where guild_id = ${guild_id} and kind in ('panel', 'multi_panel')`.execute(db);
}
