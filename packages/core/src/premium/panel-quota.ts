import { AppError } from '@tickets/contract/errors';
import { limits } from '@tickets/contract/limits';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/db.ts';
import { hasPremium, type PremiumGround } from './tier.ts';

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
 * Without premium only the oldest panels work, as many as are free; with premium all do. Answers whether that changed
 * anything.
 */
export async function enforcePanelQuota(ctx: PremiumGround, guild_id: string): Promise<boolean> {
  const works = (await hasPremium(ctx, guild_id)) ? null : limits.free_panels; // null: any number
  const { numAffectedRows } = await sql`
    update panels set force_disabled = not force_disabled
    from (
      select panel_id, row_number() over (order by panel_id) > ${works}::integer is true as surplus
      from panels where guild_id = ${guild_id}
    ) due
    where panels.guild_id = ${guild_id} and panels.panel_id = due.panel_id
      and panels.force_disabled <> due.surplus`.execute(ctx.db);
  return Boolean(numAffectedRows);
}

/** Follows premium that began or ended by itself: whatever ran out, was bought, or came with another owner. */
export async function enforcePanelQuotas(ctx: PremiumGround): Promise<void> {
  const { rows } = await sql<{ guild_id: string }>`
    select guild_id from panels group by guild_id
    having bool_or(force_disabled) or count(*) > ${limits.free_panels}`.execute(ctx.db);
  for (const { guild_id } of rows) await enforcePanelQuota(ctx, guild_id);
}
