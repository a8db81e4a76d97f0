import { AppError } from '@tickets/contract/platform/errors';
import type { OwnEntitlements } from '@tickets/contract/premium/premium';
import type { Selectable } from 'kysely';
import { loadAccess } from '../access/load.ts';
import type { Context } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import type { Entitlements, Subscriptions } from '../platform/db/schema.generated.ts';
import { applyPremium, type GrantGround } from './grants.ts';

const HOUR_MS = 3_600_000;
/** What has run out counts for one more hour. */
const GRACE_MS = HOUR_MS;
/** So long after its end servers can still be chosen: it may have been renewed elsewhere. */
const CHOOSING_GRACE_MS = 7 * 24 * HOUR_MS;

type Subscription = Selectable<Subscriptions>;

/**
 * Gives somebody premium for a number of servers that they choose, or changes that. Of servers that are too many now, the
 * ones that were chosen last lose it.
 */
export async function grantSubscription(
  ctx: GrantGround,
  user_id: string,
  granted: { server_count: number; tier: 0 | 1; label?: string; expires_at: Date | null },
): Promise<void> {
  const { server_count, tier, label = 'Premium for chosen servers', expires_at } = granted;
  const changed = await ctx.db.transaction().execute(async (tx) => {
    const { subscription_id } = await tx
      .insertInto('subscriptions')
      .values({ user_id, server_count, tier, label, expires_at, created_at: ctx.clock.now() })
      .onConflict((oc) => oc.column('user_id').doUpdateSet({ server_count, tier, label, expires_at }))
      .returning('subscription_id')
      .executeTakeFirstOrThrow();
    const chosen = await chosenIn(tx, subscription_id);
    const surplus = chosen.slice(server_count).map(({ entitlement_id }) => entitlement_id);
    if (surplus.length) await tx.deleteFrom('entitlements').where('entitlement_id', 'in', surplus).execute();
    await tx
      .updateTable('entitlements')
      .set({ tier, sku_label: label, expires_at })
      .where('subscription_id', '=', subscription_id)
      .execute();
    return chosen;
  });
  await applyToServers(ctx, changed);
}

/** Ends somebody's subscription, with what their servers had by it. Returns whether there was one. */
export async function endSubscription(ctx: GrantGround, user_id: string): Promise<boolean> {
  const ended = await ctx.db.transaction().execute(async (tx) => {
    const found = await subscriptionOf(tx, user_id, { forUpdate: true });
    if (!found) return undefined;
    const chosen = await chosenIn(tx, found.subscription_id);
    await tx.deleteFrom('subscriptions').where('user_id', '=', user_id).execute();
    return chosen;
  });
  await applyToServers(ctx, ended ?? []);
  return ended !== undefined;
}

export const listSubscriptions = ({ db }: Pick<Context, 'db'>): Promise<Subscription[]> =>
  db.selectFrom('subscriptions').selectAll().orderBy('created_at').orderBy('user_id').execute();

/** The premium that somebody has themselves, and what they chose for it. */
export async function readOwnPremium(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  user_id: string,
): Promise<OwnEntitlements> {
  const lasts = ({ expires_at }: Pick<Subscription, 'expires_at'>) =>
    expires_at === null || expires_at.getTime() + GRACE_MS > clock.now().getTime();
  const rows = await db
    .selectFrom('entitlements')
    .where('user_id', '=', user_id)
    .selectAll()
    .orderBy('created_at')
    .orderBy('entitlement_id')
    .execute();
  const own = rows.filter(lasts);
  const found = await subscriptionOf(db, user_id);
  const subscription = found && lasts(found) ? found : undefined;
  const chosen = subscription && (await chosenIn(db, subscription.subscription_id));
  // What was bought for all servers of a person is of the kind for which nothing is chosen.
  const whole = own.find(({ source }) => source === 'patreon');
  return {
    entitlements: own.length ? own.map(viewOf) : null,
    legacy_entitlement: subscription
      ? legacyOf(
          { ...subscription, sku_label: subscription.label, sku_id: subscription.subscription_id },
          false,
        )
      : whole
        ? legacyOf({ ...whole, user_id, sku_id: whole.entitlement_id }, true)
        : null,
    ...(subscription && {
      permitted_server_count: subscription.server_count,
      selected_guilds: (chosen ?? []).map(({ guild_id }) => guild_id),
    }),
  };
}

/** Makes these the servers that have premium by somebody's subscription. All of it happens, or nothing. */
export async function chooseServers(
  ctx: Context,
  user_id: string,
  selected: readonly string[],
): Promise<void> {
  const wanted = [...new Set(selected)];
  const before = await requireSubscription(ctx, ctx.db, user_id);
  const known = new Set((await chosenIn(ctx.db, before.subscription_id)).map(({ guild_id }) => guild_id));
  if (wanted.length > before.server_count) throw new AppError('premium.too_many_servers');
  for (const guild_id of wanted)
    if (!known.has(guild_id) && (await loadAccess(ctx, guild_id, user_id))?.level !== 2)
      throw new AppError('premium.server_denied', { params: { guild_id } });

  const changed = await ctx.db.transaction().execute(async (tx) => {
    const subscription = await requireSubscription(ctx, tx, user_id);
    if (wanted.length > subscription.server_count) throw new AppError('premium.too_many_servers');
    const chosen = await chosenIn(tx, subscription.subscription_id);
    const left = chosen.filter(({ guild_id }) => !wanted.includes(guild_id));
    // What another window took away meanwhile was checked by nobody here.
    const added = wanted.filter((guild_id) => !chosen.some((one) => one.guild_id === guild_id));
    const lost = added.find((guild_id) => known.has(guild_id));
    if (lost) throw new AppError('premium.server_denied', { params: { guild_id: lost } });
    if (left.length)
      await tx
        .deleteFrom('entitlements')
        .where(
          'entitlement_id',
          'in',
          left.map(({ entitlement_id }) => entitlement_id),
        )
        .execute();
    const { subscription_id, tier, label: sku_label, expires_at } = subscription;
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
            created_at: ctx.clock.now(),
          })),
        )
        .execute();
    return [...left, ...added.map((guild_id) => ({ guild_id }))];
  });
  await applyToServers(ctx, changed);
}

/** Locks it in a transaction, so that two choices come one after the other. */
async function requireSubscription(
  { clock }: Pick<Context, 'clock'>,
  db: Db | Tx,
  user_id: string,
): Promise<Subscription> {
  const found = await subscriptionOf(db, user_id, { forUpdate: db.isTransaction });
  const until = found?.expires_at && found.expires_at.getTime() + CHOOSING_GRACE_MS;
  if (found && (!until || until > clock.now().getTime())) return found;
  const own = await db
    .selectFrom('entitlements')
    .where('user_id', '=', user_id)
    .select('entitlement_id')
    .executeTakeFirst();
  throw new AppError(own ? 'premium.not_for_chosen_servers' : 'premium.no_subscription');
}

const subscriptionOf = (db: Db | Tx, user_id: string, { forUpdate = false } = {}) =>
  db
    .selectFrom('subscriptions')
    .where('user_id', '=', user_id)
    .selectAll()
    .$if(forUpdate, (query) => query.forUpdate())
    .executeTakeFirst();

/** The servers that were chosen, in the order in which they were. */
async function chosenIn(db: Db | Tx, subscription_id: string) {
  const rows = await db
    .selectFrom('entitlements')
    .where('subscription_id', '=', subscription_id)
    .select(['entitlement_id', 'guild_id'])
    .orderBy('created_at')
    .orderBy('guild_id')
    .execute();
  return rows.flatMap(({ entitlement_id, guild_id }) => (guild_id ? [{ entitlement_id, guild_id }] : []));
}

async function applyToServers(ctx: GrantGround, servers: readonly { guild_id: string }[]): Promise<void> {
  for (const { guild_id } of servers) await applyPremium(ctx, { guild_id });
}

function viewOf(row: Selectable<Entitlements>): NonNullable<OwnEntitlements['entitlements']>[number] {
  return {
    id: row.entitlement_id,
    user_id: row.user_id ?? '0',
    source: row.source,
    expires_at: row.expires_at?.toISOString() ?? null,
    sku_label: row.sku_label,
    tier: row.tier === 1 ? 'whitelabel' : 'premium',
  };
}

function legacyOf(
  of: { user_id: string; tier: number; sku_label: string; sku_id: string; expires_at: Date | null },
  is_legacy: boolean,
): NonNullable<OwnEntitlements['legacy_entitlement']> {
  const { user_id, tier, sku_label, sku_id, expires_at } = of;
  return {
    user_id,
    tier_id: tier,
    sku_label,
    sku_id,
    is_legacy,
    expires_at: expires_at?.toISOString() ?? null,
  };
}
