import { sql } from 'kysely';
import { type ChangedBy, record } from '../audit/record.ts';
import type { Context } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import { type EffectKind, want } from '../platform/effects/effects.ts';
import { transact } from '../platform/events/events.ts';
import { takeTurn } from '../servers/hold-guild.ts';
import { drawAllAnew, enforcePanelQuota } from './panel-quota.ts';
import { premiumOf } from './record-premium.ts';
import { belongsTo, entitledTiers, entitles, graceMs, type PremiumGround, premiumTier } from './tier.ts';

/** What gives and takes premium: little enough that a command can bring it without a Discord. */
export type PremiumChange = PremiumGround & Pick<Context, 'events'>;

/**
 * What depends on a server's premium. The database itself wants it when an entitlement comes, changes or goes, or the server
 * changes hands; it then waits for the moment at which what the server has runs out.
 */
export const premiumEffect: EffectKind = {
  name: 'premium',
  lockOf: ({ guild_id }) => `premium:${guild_id}`,
  async settle(ctx, { guild_id }) {
    await followPremium(ctx, guild_id);
    return nextEnd(ctx, guild_id);
  },
};

/**
 * Makes everything agree with what a server has now: panels beyond the free ones work or do not, messages of panels carry
 * our name or not, tags are commands of their own or not, and whoever looks on asks again. Safe to repeat. Returns
 * whether panels were turned on or off.
 */
export async function followPremium(ctx: PremiumChange, guild_id: string): Promise<boolean> {
  entitledTiers.forget(ctx);
  return transact(ctx, async (tx, emit) => {
    // Two at once would follow what the other has not seen.
    if (!(await takeTurn(tx, guild_id))) return false;
    const has = (await premiumTier({ ...ctx, db: tx }, guild_id)) >= 0;
    const panels_changed = await enforcePanelQuota({ ...ctx, db: tx }, guild_id);
    const had = await notePremium(tx, guild_id, has);
    if (had !== has) {
      // Of a server that was never followed, as all are until PREMIUM is changed, only premium itself is news.
      if (has || had)
        await record(tx, bySystem, guild_id, {
          ...premiumOf,
          before: { premium: !has },
          after: { premium: has },
        });
      await drawAllAnew(tx, guild_id); // their footer
      await want(tx, { name: 'tag_commands' }, { guild_id, key: '', wanted: {} }, new Date());
      emit({ type: 'access.changed', guild_id });
    }
    return panels_changed;
  });
}

const bySystem: ChangedBy = {
  user_id: null,
  source: 'system',
  because: 'what the server has of premium began or ended',
};

/** Writes down what is followed. Returns what was before, if anything. */
async function notePremium(tx: Tx, guild_id: string, had: boolean): Promise<boolean | undefined> {
  const before = await tx
    .selectFrom('premium_followed')
    .where('guild_id', '=', guild_id)
    .select('had')
    .executeTakeFirst();
  if (before?.had !== had)
    await tx
      .insertInto('premium_followed')
      .values({ guild_id, had })
      .onConflict((conflict) => conflict.column('guild_id').doUpdateSet({ had }))
      .execute();
  return before?.had;
}

/** When something of what a server has stops counting, next: also where every server has premium, which may not stay so. */
async function nextEnd(ctx: PremiumGround, guild_id: string): Promise<Date | undefined> {
  const { rows } = await sql<{ ends: Date | null }>`
    select min(e.expires_at) as ends from entitlements e where ${entitles(ctx, sql`${guild_id}::bigint`)}`.execute(
    ctx.db,
  );
  const ends = rows[0]?.ends;
  return ends ? new Date(ends.getTime() + graceMs) : undefined;
}

/**
 * The servers in which what was followed is not what counts now, as after the setting PREMIUM was changed, and those of
 * which an earlier version did not note when their premium ends. To be asked once when the program starts.
 */
export async function wantPremiumFollowed(ctx: Context): Promise<void> {
  const has =
    ctx.config.premium === 'everyone'
      ? sql`true`
      : sql`exists (select from entitlements e where ${entitles(ctx, sql`g.guild_id`)})`;
  await sql`
    select want_effect(g.guild_id, 'premium', '', clock_timestamp())
    from guilds g left join premium_followed f using (guild_id)
    where f.had is distinct from ${has}
      or exists (select from entitlements e where ${entitles(ctx, sql`g.guild_id`)} and e.expires_at is not null)`.execute(
    ctx.db,
  );
}

/** The servers to which something granted to a server, or to a user, applies. */
export async function serversOf(
  { db }: { db: Db | Tx },
  grantee: { guild_id: string | null; user_id: string | null },
): Promise<string[]> {
  const rows = await db
    .selectFrom('guilds')
    .where((eb) =>
      grantee.guild_id ? eb('guild_id', '=', grantee.guild_id) : eb('owner_id', '=', grantee.user_id),
    )
    .select('guild_id')
    .orderBy('guild_id')
    .execute();
  return rows.map(({ guild_id }) => guild_id);
}

/** What a server has by entitlements that count, the best and the longest first. */
export async function entitlementsOf(ctx: PremiumGround, guild_id: string) {
  const { rows } = await sql<Entitled>`
    select e.tier, e.source, e.sku_label, e.expires_at, e.guild_id is null as by_owner
    from entitlements e where ${entitles(ctx, sql`${guild_id}::bigint`)}
    order by e.tier desc, e.expires_at desc nulls first, e.created_at`.execute(ctx.db);
  return rows;
}

/** What a server had by the entitlement that ended last, if none counts any more. */
export async function lastEnded(ctx: PremiumGround, guild_id: string): Promise<Entitled | undefined> {
  const { rows } = await sql<Entitled>`
    select e.tier, e.source, e.sku_label, e.expires_at, e.guild_id is null as by_owner
    from entitlements e where ${belongsTo(sql`${guild_id}::bigint`)}
    order by e.expires_at desc nulls first limit 1`.execute(ctx.db);
  return rows[0];
}

export interface Entitled {
  tier: number;
  source: string;
  sku_label: string;
  expires_at: Date | null;
  /** Given to the owner, for all servers that they own. */
  by_owner: boolean;
}
