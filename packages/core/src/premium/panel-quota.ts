import { AppError } from '@tickets/contract/platform/errors';
import { limits } from '@tickets/contract/platform/limits';
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/db.ts';
import { dueNow } from '../platform/effects/effects.ts';
import { hasPremium, hasPremiumNow, type PremiumGround } from './tier.ts';

/** Refuses one more panel than a server may have. Premium that was earned by voting does not count here. */
export async function checkPanelQuota(ctx: PremiumGround, db: Db | Tx, guild_id: string): Promise<void> {
  if (await hasPremium({ ...ctx, db }, guild_id, { include_voting: false })) return;
  const { count } = await db
    .selectFrom('panels')
    .where('guild_id', '=', guild_id)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  const limit = limits.free_panels;
  if (Number(count) >= limit)
    throw new AppError('panel.quota_exceeded', { params: { count: Number(count), limit } });
}

/**
 * Without premium only the oldest panels work, as many as are free; with premium all do. Returns whether that changed
 * anything; then the messages that show those panels follow.
 */
export async function enforcePanelQuota(ctx: PremiumGround, guild_id: string): Promise<boolean> {
  return ctx.db.transaction().execute(async (tx) => {
    // Removing a panel holds it, too: both write panels and multi-panels.
    await sql`select from guilds where guild_id = ${guild_id} for update`.execute(tx);
    return writePanelQuota(ctx, tx, guild_id);
  });
}

/** As enforcePanelQuota(), by a caller who holds the server's row. */
export async function writePanelQuota(ctx: PremiumGround, tx: Tx, guild_id: string): Promise<boolean> {
  const premium = hasPremiumNow(ctx, sql`${guild_id}::bigint`);
  const { rows: changed } = await sql<{ panel_id: number }>`
    update panels set force_disabled = due.is_surplus, message_state = ${outdated}
    from (
      select panel_id, not ${premium}
        and row_number() over (order by panel_id) > ${limits.free_panels} as is_surplus
      from panels where guild_id = ${guild_id}
    ) due
    where panels.panel_id = due.panel_id and panels.force_disabled <> due.is_surplus
    returning panels.panel_id`.execute(tx);
  if (!changed.length) return false;
  const ids = changed.map(({ panel_id }) => panel_id);
  await sql`update multi_panels set message_state = ${outdated} where guild_id = ${guild_id}
    and id in (select multi_panel_id from multi_panel_panels where panel_id = any(${ids}))`.execute(tx);
  await dueNow(tx, guild_id, shownKinds);
  return true;
}

/** Whose messages show panels. */
const shownKinds = ['panel', 'multi_panel'];
/** A message that stands is edited; one that is being posted or edited is once more. */
const outdated = sql`case when message_state = 'posted' then 'outdated' else message_state end`;

/** The messages of all panels and multi-panels of a server are made anew. */
export async function outdateMessages(tx: Tx, guild_id: string): Promise<void> {
  for (const table of ['panels', 'multi_panels'])
    await sql`update ${sql.table(table)} set message_state = ${outdated} where guild_id = ${guild_id}`.execute(
      tx,
    );
  await dueNow(tx, guild_id, shownKinds);
}
