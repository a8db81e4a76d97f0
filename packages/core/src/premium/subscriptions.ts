import { PermissionLevel } from '@tickets/contract/access/levels';
import { AppError } from '@tickets/contract/platform/errors';
import { EntitlementSource, type OwnEntitlements } from '@tickets/contract/premium/premium';
import type { Selectable } from 'kysely';
import { accessLoader } from '../access/load.ts';
import { record } from '../audit/record.ts';
import type { Context } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import type { PremiumSubscriptions } from '../platform/db/schema.generated.ts';
import { followPremium, type PremiumChange } from './follow.ts';
import { byOperator, premiumOf } from './record-premium.ts';
import { graceMs } from './tier.ts';

const DAY_MS = 86_400_000;
/** So long after its end servers may still be taken out of a subscription, or kept for its renewal. */
const CHANGEABLE_MS = 7 * DAY_MS;

type Subscription = Selectable<PremiumSubscriptions>;

export interface SubscriptionTerms {
  servers: number;
  tier: 0 | 1;
  expires_at: Date | null;
}

/**
 * Gives a person premium for some servers, which they choose. Given again, the new terms count for those they chose.
 * Returns the terms that counted before, if any.
 */
export async function grantSubscription(
  ctx: PremiumChange,
  user_id: string,
  terms: SubscriptionTerms,
): Promise<SubscriptionTerms | undefined> {
  const label = `Premium for ${terms.servers} ${terms.servers === 1 ? 'server' : 'servers'}`;
  const { before, touched } = await ctx.db.transaction().execute(async (tx) => {
    const before = await heldSubscription(tx, user_id);
    const chosen = before ? await chosenServers(tx, before) : [];
    const { subscription_id } = await tx
      .insertInto('premium_subscriptions')
      .values({ user_id, ...terms, sku_label: label, created_at: ctx.clock.now() })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...terms, sku_label: label }))
      .returning('subscription_id')
      .executeTakeFirstOrThrow();
    // Of too many, those that were chosen first stay.
    await removeServers(tx, subscription_id, chosen.slice(terms.servers));
    const { tier, expires_at } = terms;
    await tx
      .updateTable('entitlements')
      .set({ tier, expires_at, sku_label: label })
      .where('subscription_id', '=', subscription_id)
      .execute();
    const after = { by: label, until: expires_at };
    for (const guild_id of chosen.slice(0, terms.servers))
      await record(tx, byOperator, guild_id, { ...premiumOf, after });
    for (const guild_id of chosen.slice(terms.servers))
      await record(tx, byOperator, guild_id, { ...premiumOf, before: { by: label } });
    return { before, touched: chosen };
  });
  for (const guild_id of touched) await followPremium(ctx, guild_id);
  if (!before || hasEnded(before, ctx.clock.now(), 0)) return undefined;
  return { servers: before.servers, tier: before.tier === 1 ? 1 : 0, expires_at: before.expires_at };
}

/** Ends a subscription, and the premium of its servers. Returns whether there was one. */
export async function revokeSubscription(ctx: PremiumChange, user_id: string): Promise<boolean> {
  const touched = await ctx.db.transaction().execute(async (tx) => {
    const subscription = await heldSubscription(tx, user_id);
    if (!subscription) return undefined;
    const chosen = await chosenServers(tx, subscription);
    await tx.deleteFrom('premium_subscriptions').where('user_id', '=', user_id).execute();
    for (const guild_id of chosen)
      await record(tx, byOperator, guild_id, { ...premiumOf, before: { by: subscription.sku_label } });
    return chosen;
  });
  for (const guild_id of touched ?? []) await followPremium(ctx, guild_id);
  return touched !== undefined;
}

export function listSubscriptions({ db }: Pick<Context, 'db'>): Promise<Subscription[]> {
  return db.selectFrom('premium_subscriptions').selectAll().orderBy('created_at').execute();
}

/** Whether somebody chooses servers that have premium by their subscription. */
export async function choosesServers(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  user_id: string,
): Promise<boolean> {
  const subscription = await findSubscription(db, user_id);
  return subscription !== undefined && !hasEnded(subscription, clock.now(), graceMs);
}

/** What somebody has, for the page on which they choose their servers. */
export async function ownEntitlements(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  user_id: string,
): Promise<OwnEntitlements> {
  const counts_from = new Date(clock.now().getTime() - graceMs);
  const rows = await db
    .selectFrom('entitlements')
    .where('user_id', '=', user_id)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', counts_from)]))
    .select(['entitlement_id', 'source', 'sku_label', 'tier', 'expires_at'])
    .orderBy('tier', 'desc')
    .orderBy('created_at')
    .execute();
  const entitlements = rows.map(({ entitlement_id, source, sku_label, tier, expires_at }) => ({
    id: entitlement_id,
    user_id,
    source: EntitlementSource.parse(source),
    expires_at: expires_at?.toISOString() ?? null,
    sku_id: entitlement_id,
    sku_label,
    tier: tier === 1 ? ('whitelabel' as const) : ('premium' as const),
    sku_priority: tier,
  }));
  const own = { entitlements: entitlements.length ? entitlements : null };
  const subscription = await findSubscription(db, user_id);
  if (!subscription || hasEnded(subscription, clock.now(), graceMs))
    return { ...own, legacy_entitlement: null };
  const { subscription_id, tier, sku_label, servers, expires_at } = subscription;
  return {
    ...own,
    legacy_entitlement: {
      user_id,
      tier_id: tier,
      sku_label,
      sku_id: subscription_id,
      is_legacy: false,
      expires_at: expires_at?.toISOString() ?? null,
    },
    permitted_server_count: servers,
    selected_guilds: await chosenServers(db, subscription),
  };
}

/**
 * Makes these the servers of somebody's subscription. They administer whatever they add; what they chose before may stay
 * also where they do not any more.
 */
export async function chooseServers(
  ctx: Context,
  user_id: string,
  selected: readonly string[],
): Promise<void> {
  const now = ctx.clock.now();
  const found = await findSubscription(ctx.db, user_id);
  if (!found || hasEnded(found, now, CHANGEABLE_MS))
    throw new AppError(
      (await hasAny(ctx.db, user_id)) ? 'premium.not_multi_server' : 'premium.not_subscriber',
    );
  // Before anything is asked about servers that nobody could choose.
  if (selected.length > found.servers) throw new AppError('premium.too_many_servers');
  const access = accessLoader(ctx);
  const levels = new Map(
    await Promise.all(
      selected.map(async (guild_id) => [guild_id, (await access({ guild_id, user_id }))?.level] as const),
    ),
  );
  const touched = await ctx.db.transaction().execute(async (tx) => {
    const subscription = await heldSubscription(tx, user_id);
    if (!subscription) throw new AppError('premium.not_subscriber');
    if (selected.length > subscription.servers) throw new AppError('premium.too_many_servers');
    const chosen = await chosenServers(tx, subscription);
    const added = selected.filter((guild_id) => !chosen.includes(guild_id));
    const removed = chosen.filter((guild_id) => !selected.includes(guild_id));
    for (const guild_id of added)
      if (levels.get(guild_id) !== PermissionLevel.admin)
        throw new AppError('premium.server_denied', { params: { guild_id } });
    const { subscription_id, tier, sku_label, expires_at } = subscription;
    await removeServers(tx, subscription_id, removed);
    if (added.length)
      await tx
        .insertInto('entitlements')
        .values(
          added.map((guild_id) => ({
            guild_id,
            subscription_id,
            tier,
            sku_label,
            expires_at,
            source: 'patreon',
            created_at: now,
          })),
        )
        .execute();
    const by = { user_id, source: 'dashboard' as const };
    const given = { by: sku_label, until: expires_at };
    for (const guild_id of added) await record(tx, by, guild_id, { ...premiumOf, after: given });
    for (const guild_id of removed) await record(tx, by, guild_id, { ...premiumOf, before: given });
    return [...added, ...removed];
  });
  ctx.log.info({ user_id, changed: touched }, 'premium servers chosen');
  for (const guild_id of touched) await followPremium(ctx, guild_id);
}

const hasEnded = ({ expires_at }: Subscription, now: Date, after_ms: number): boolean =>
  expires_at !== null && expires_at.getTime() + after_ms <= now.getTime();

async function hasAny(db: Db, user_id: string): Promise<boolean> {
  const row = await db
    .selectFrom('entitlements')
    .where('user_id', '=', user_id)
    .select('entitlement_id')
    .executeTakeFirst();
  return row !== undefined;
}

const findSubscription = (db: Db | Tx, user_id: string): Promise<Subscription | undefined> =>
  db.selectFrom('premium_subscriptions').where('user_id', '=', user_id).selectAll().executeTakeFirst();

/** The subscription, while nobody else changes it or its servers. */
const heldSubscription = (tx: Tx, user_id: string): Promise<Subscription | undefined> =>
  tx
    .selectFrom('premium_subscriptions')
    .where('user_id', '=', user_id)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();

/** In the order in which they were chosen. */
async function chosenServers(
  db: Db | Tx,
  { subscription_id }: Pick<Subscription, 'subscription_id'>,
): Promise<string[]> {
  const rows = await db
    .selectFrom('entitlements')
    .where('subscription_id', '=', subscription_id)
    .select('guild_id')
    .orderBy('created_at')
    .orderBy('guild_id')
    .execute();
  return rows.flatMap(({ guild_id }) => (guild_id === null ? [] : [guild_id]));
}

async function removeServers(tx: Tx, subscription_id: string, guild_ids: readonly string[]): Promise<void> {
  if (!guild_ids.length) return;
  await tx
    .deleteFrom('entitlements')
    .where('subscription_id', '=', subscription_id)
    .where('guild_id', 'in', guild_ids)
    .execute();
}
