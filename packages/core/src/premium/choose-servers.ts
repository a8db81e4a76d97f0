import { AppError } from '@tickets/contract/platform/errors';
import type { OwnEntitlements, UserEntitlement } from '@tickets/contract/premium/selection';
import { accessLoader } from '../access/load.ts';
import type { Context } from '../platform/context.ts';
import { premiumChanged } from './grants.ts';
import { chosenServers, leave, lockSubscription, type ServerSubscription } from './subscriptions.ts';
import { GRACE_MS } from './tier.ts';

/** So long after its end servers can still be chosen: who renews late finds them as they were. */
const CHANGEABLE_MS = 7 * 24 * 3_600_000;

/** What each tier is called in the answers about what somebody holds, the less one first. */
const tiers = [
  { tier: 'premium', sku_id: '7a5b6a0e-6d0c-4d53-9a0c-6f8f2b1c7e01' },
  { tier: 'whitelabel', sku_id: '7a5b6a0e-6d0c-4d53-9a0c-6f8f2b1c7e02' },
] as const;
const tierOf = (tier: number) => tiers[tier === 1 ? 1 : 0];

/** Whose entitlements they are is whose session it is: no call names a person. */
export async function readOwnEntitlements(ctx: Context, user_id: string): Promise<OwnEntitlements> {
  const [entitlements, subscription] = await Promise.all([
    ownEntitlements(ctx, user_id),
    ctx.db.selectFrom('server_subscriptions').selectAll().where('user_id', '=', user_id).executeTakeFirst(),
  ]);
  if (!subscription || hasEnded(ctx, subscription, GRACE_MS))
    return { entitlements, legacy_entitlement: null };
  return {
    entitlements,
    legacy_entitlement: {
      user_id,
      tier_id: subscription.tier,
      sku_label: subscription.sku_label,
      sku_id: subscription.subscription_id,
      is_legacy: false,
      expires_at: subscription.expires_at?.toISOString() ?? null,
    },
    permitted_server_count: subscription.servers,
    selected_guilds: await chosenServers(ctx.db, user_id),
  };
}

/** Whether somebody has servers to choose, which is told when they sign in. */
export async function choosesServers(ctx: Context, user_id: string): Promise<boolean> {
  return (await readOwnEntitlements(ctx, user_id)).legacy_entitlement !== null;
}

/**
 * Makes these the servers that have premium by somebody's subscription. Those that were chosen before may stay, whatever
 * their subscriber is there today.
 */
export async function chooseServers(
  ctx: Context,
  user_id: string,
  selected: readonly string[],
): Promise<void> {
  const wanted = [...new Set(selected)];
  // What Discord is asked of new servers is asked before the subscription is held.
  const denied = await deniedIn(ctx, user_id, wanted);
  const changed = await ctx.db.transaction().execute(async (tx) => {
    const subscription = await lockSubscription(tx, user_id);
    if (!subscription || hasEnded(ctx, subscription, CHANGEABLE_MS)) {
      const holdsOther = (await ownEntitlements({ ...ctx, db: tx }, user_id)) !== null;
      throw new AppError(holdsOther ? 'premium.not_by_server' : 'premium.no_subscription');
    }
    if (wanted.length > subscription.servers) throw new AppError('premium.too_many_servers');
    const before = await chosenServers(tx, user_id);
    const added = wanted.filter((guild_id) => !before.includes(guild_id));
    const refused = added.find((guild_id) => denied.has(guild_id));
    if (refused) throw new AppError('premium.server_denied', { params: { guild_id: refused } });
    const left = before.filter((guild_id) => !wanted.includes(guild_id));
    await leave(tx, user_id, left);
    const { tier, sku_label, expires_at } = subscription;
    if (added.length)
      await tx
        .insertInto('entitlements')
        .values(
          added.map((guild_id) => ({
            guild_id,
            subscriber_id: user_id,
            source: 'patreon',
            tier,
            sku_label,
            expires_at,
            created_at: ctx.clock.now(),
          })),
        )
        .execute();
    return [...left, ...added];
  });
  await premiumChanged(ctx, changed);
}

/** Of these servers, those in which somebody is no administrator, or the bot is not. */
async function deniedIn(
  ctx: Context,
  user_id: string,
  guild_ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const subscription = await ctx.db
    .selectFrom('server_subscriptions')
    .where('user_id', '=', user_id)
    .select('servers')
    .executeTakeFirst();
  // It is refused anyway, so Discord is not asked about what somebody made up.
  if (!subscription || guild_ids.length > subscription.servers) return new Set(guild_ids);
  const load = accessLoader(ctx);
  const levels = await Promise.all(
    guild_ids.map(async (guild_id) => (await load({ guild_id, user_id }))?.level ?? 0),
  );
  return new Set(guild_ids.filter((_, index) => levels[index] !== 2));
}

/** What counts for all servers that somebody owns; null where there is none. */
async function ownEntitlements(
  { db, clock }: Pick<Context, 'clock'> & { db: Pick<Context['db'], 'selectFrom'> },
  user_id: string,
): Promise<UserEntitlement[] | null> {
  const rows = await db
    .selectFrom('entitlements')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('guild_id', 'is', null)
    .orderBy('tier', 'desc')
    .orderBy('created_at')
    .execute();
  const current = rows.filter((row) => !hasEnded({ clock }, row, GRACE_MS));
  if (!current.length) return null;
  return current.map((row) => ({
    id: row.entitlement_id,
    user_id,
    source: row.source,
    expires_at: row.expires_at?.toISOString() ?? null,
    ...tierOf(row.tier),
    sku_label: row.sku_label,
    sku_priority: row.tier,
  }));
}

function hasEnded(
  { clock }: Pick<Context, 'clock'>,
  { expires_at }: Pick<ServerSubscription, 'expires_at'>,
  grace_ms: number,
): boolean {
  return expires_at !== null && expires_at.getTime() + grace_ms <= clock.now().getTime();
}
