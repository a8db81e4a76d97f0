import { type GateName, gates } from '@tickets/contract/premium/gates';
import { type RawBuilder, sql } from 'kysely';
import { batched } from '../platform/async/batched.ts';
import type { Context, CoreConfig } from '../platform/context.ts';
import { fact } from '../platform/facts.ts';

/** -1 none, 0 premium, 1 whitelabel. */
export type PremiumTier = -1 | 0 | 1;

/** How long premium that has run out goes on counting. */
export const graceMs = 3_600_000;

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
  const { tier, without_voting } = await tiersFor(ctx, guild_id);
  return include_voting ? tier : without_voting;
}

interface Tiers {
  tier: PremiumTier;
  without_voting: PremiumTier;
}

async function tiersFor(ctx: PremiumGround, guild_id: string): Promise<Tiers> {
  return ctx.config.premium === 'everyone' ? { tier: 1, without_voting: 1 } : entitledTiers(ctx, guild_id);
}

/** To be forgotten by whatever gives or takes premium in a call. */
export const entitledTiers = fact(async (ctx: PremiumGround, guild_id: string): Promise<Tiers> => {
  const { rows } = await sql<{ [N in keyof Tiers]: PremiumTier | null }>`
    select max(e.tier) as tier, max(e.tier) filter (where e.source <> 'voting') as without_voting
    from entitlements e where ${entitles(ctx, sql`${guild_id}::bigint`)}`.execute(ctx.db);
  return { tier: rows[0]?.tier ?? -1, without_voting: rows[0]?.without_voting ?? -1 };
});

/** Whether an entitlement `e` gives a server premium now, for statements about many servers. */
export function entitles(
  { clock }: Pick<Context, 'clock'>,
  guild_id: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`
    ${belongsTo(guild_id)}
    and (e.expires_at is null or e.expires_at > ${new Date(clock.now().getTime() - graceMs)})`;
}

/**
 * Whether an entitlement `e` is a server's, or its owner's. One of a server may say who bought it: it is the server's alone.
 * The alias within is long because a shorter one of the statement around it would be hidden, and `guild_id` with it.
 */
export const belongsTo = (guild_id: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  (e.guild_id = ${guild_id}
    or e.guild_id is null and e.user_id = (select entitled_guild.owner_id from guilds entitled_guild where entitled_guild.guild_id = ${guild_id}))`;

/**
 * The best tier that a person has for themselves: by what was granted to them or what they bought, and by a subscription
 * whose servers they choose. Voting does not count; what has run out counts for one more hour.
 */
export async function userTier(ctx: PremiumGround, user_id: string): Promise<PremiumTier> {
  if (ctx.config.premium === 'everyone') return 1;
  const { rows } = await sql<{ tier: PremiumTier | null }>`
    select max(h.tier) as tier from ${heldBy(ctx, sql`${user_id}::bigint`)} h`.execute(ctx.db);
  return rows[0]?.tier ?? -1;
}

/** The tiers that a person has for themselves now, as a table, for statements about many. */
export function heldBy({ clock }: Pick<Context, 'clock'>, user_id: RawBuilder<unknown>): RawBuilder<unknown> {
  const counts_from = new Date(clock.now().getTime() - graceMs);
  return sql`(
    select e.tier from entitlements e
    where e.user_id = ${user_id} and e.source <> 'voting' and (e.expires_at is null or e.expires_at > ${counts_from})
    union all
    select p.tier from premium_subscriptions p
    where p.user_id = ${user_id} and (p.expires_at is null or p.expires_at > ${counts_from}))`;
}

/** Whether a server has the premium that something needs. */
export async function isOpen(ctx: PremiumGround, guild_id: string, gate: GateName): Promise<boolean> {
  return (await openGates(ctx, guild_id))(gate);
}

/** As isOpen(), for several gates of a server. */
export async function openGates(ctx: PremiumGround, guild_id: string): Promise<(gate: GateName) => boolean> {
  const { tier, without_voting } = await tiersFor(ctx, guild_id);
  return (gate) => (gates[gate].voting ? tier : without_voting) >= 0;
}

/** As isOpen(), for many servers that are asked about at the same time: they share statements. */
export function gateLoader(ctx: PremiumGround, gate: GateName): (guild_id: string) => Promise<boolean> {
  if (ctx.config.premium === 'everyone') return async () => true;
  const { voting } = gates[gate];
  return batched(
    async (guild_ids) => {
      const { rows } = await sql<{ guild_id: string }>`
        select w.guild_id from unnest(${guild_ids}::bigint[]) as w (guild_id)
        where exists (select from entitlements e
          where ${entitles(ctx, sql`w.guild_id`)} and (${voting} or e.source <> 'voting'))`.execute(ctx.db);
      const entitled = new Set(rows.map(({ guild_id }) => guild_id));
      return guild_ids.map((guild_id) => entitled.has(guild_id));
    },
    (guild_id) => guild_id,
  );
}
