import { AppError } from '@tickets/contract/platform/errors';
import { limits } from '@tickets/contract/platform/limits';
import { gates } from '@tickets/contract/premium/gates';
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/db.ts';
import { entitles, isOpen, type PremiumGround } from './tier.ts';

/** Refuses one more panel than a server may have. Premium that was earned by voting does not count here. */
export async function checkPanelQuota(ctx: PremiumGround, db: Db | Tx, guild_id: string): Promise<void> {
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
 * Without premium only the oldest panels work, as many as are free; with premium all do. Of one server, or of all,
 * because premium also ends by itself, or comes with another owner. Returns whether that changed anything.
 */
export async function enforcePanelQuota(ctx: PremiumGround, guild_id?: string): Promise<boolean> {
  const premium =
    ctx.config.premium === 'everyone'
      ? sql`true`
      : sql`exists (select from entitlements e where ${entitles(ctx, sql`p.guild_id`)})`;
  const { numAffectedRows } = await sql`
    update panels set force_disabled = due.is_surplus
    from (
      select panel_id, not has_premium
        and row_number() over (partition by guild_id order by panel_id) > ${limits.free_panels} as is_surplus
      from panels
      join (
        select p.guild_id, ${premium} as has_premium from panels p
        where p.guild_id = coalesce(${guild_id ?? null}::bigint, p.guild_id)
        group by p.guild_id
        having count(*) > ${limits.free_panels} or bool_or(p.force_disabled)
      ) servers using (guild_id)
    ) due
    where panels.panel_id = due.panel_id and panels.force_disabled <> due.is_surplus`.execute(ctx.db);
  return Boolean(numAffectedRows);
}
