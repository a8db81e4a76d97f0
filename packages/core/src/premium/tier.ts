import { type RawBuilder, sql } from 'kysely';
import { batched } from '../platform/batched.ts';
import type { Context, CoreConfig } from '../platform/context.ts';
import { fact } from '../platform/facts.ts';

/** -1 none, 0 premium, 1 whitelabel. */
export type PremiumTier = -1 | 0 | 1;

/** Little enough that a command can bring it without a Discord. */
export interface PremiumGround extends Pick<Context, 'db' | 'clock' | 'facts'> {
  config: Pick<CoreConfig, 'premium'>;
}

/**
 * The best tier that a server has: granted to it, or to its owner. What has run out counts for one more hour.
 * Without `include_voting`, what was earned by voting does not count.
 */
export async function premiumTier(
  ctx: PremiumGround,
  guild_id: string,
  { include_voting = true }: { include_voting?: boolean } = {},
): Promise<PremiumTier> {
  return ctx.config.premium === 'everyone' ? 1 : tierFor(ctx, guild_id, include_voting);
}

const tierFor = fact(async (ctx: PremiumGround, guild_id: string, include_voting: boolean) => {
  const { rows } = await sql<{ tier: PremiumTier | null }>`
    select max(e.tier) as tier from entitlements e
    where ${entitles(ctx, sql`${guild_id}::bigint`)} and (${include_voting} or e.source <> 'voting')`.execute(
    ctx.db,
  );
  return rows[0]?.tier ?? -1;
});

/** Whether an entitlement `e` gives a server premium now, for statements about many servers. */
export function entitles(
  { clock }: Pick<Context, 'clock'>,
  guild_id: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`
    (e.guild_id = ${guild_id} or e.user_id = (select g.owner_id from guilds g where g.guild_id = ${guild_id}))
    and (e.expires_at is null or e.expires_at > ${clock.now()}::timestamptz - interval '1 hour')`;
}

export async function hasPremium(
  ctx: PremiumGround,
  guild_id: string,
  options: { include_voting?: boolean } = {},
): Promise<boolean> {
  return (await premiumTier(ctx, guild_id, options)) >= 0;
}

/** As hasPremium(), for many servers that are asked about at the same time: they share statements. */
export function premiumLoader(ctx: PremiumGround): (guild_id: string) => Promise<boolean> {
  if (ctx.config.premium === 'everyone') return async () => true;
  return batched(
    async (guild_ids) => {
      const { rows } = await sql<{ guild_id: string }>`
        select w.guild_id from unnest(${guild_ids}::bigint[]) as w (guild_id)
        where exists (select from entitlements e where ${entitles(ctx, sql`w.guild_id`)})`.execute(ctx.db);
      const entitled = new Set(rows.map(({ guild_id }) => guild_id));
      return guild_ids.map((guild_id) => entitled.has(guild_id));
    },
    (guild_id) => guild_id,
  );
}
