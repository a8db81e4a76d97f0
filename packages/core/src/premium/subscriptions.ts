import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/db.ts';
import type { ServerSubscriptions } from '../platform/db/schema.generated.ts';
import { type Ground, premiumChanged } from './grants.ts';

/** Gives premium to some servers, which the subscriber chooses. */
export type ServerSubscription = Selectable<ServerSubscriptions>;

/** What the operator says of a subscription. */
export type SubscriptionTerms = Pick<ServerSubscription, 'servers' | 'tier' | 'expires_at'>;

/**
 * Gives somebody a subscription, or changes the one that they have. Servers that were chosen keep premium by the new terms;
 * where it is for fewer, those that were chosen first.
 */
export async function grantSubscription(
  ctx: Ground,
  user_id: string,
  { servers, tier, expires_at }: SubscriptionTerms,
  label = 'Premium for several servers',
): Promise<ServerSubscription> {
  const now = ctx.clock.now();
  const { subscription, guild_ids } = await ctx.db.transaction().execute(async (tx) => {
    const terms = { servers, tier, expires_at, sku_label: label };
    const subscription = await tx
      .insertInto('server_subscriptions')
      .values({ user_id, ...terms, created_at: now })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(terms))
      .returningAll()
      .executeTakeFirstOrThrow();
    const chosen = await chosenServers(tx, user_id);
    await tx
      .updateTable('entitlements')
      .set({ tier, expires_at, sku_label: label })
      .where('subscriber_id', '=', user_id)
      .execute();
    await leave(tx, user_id, chosen.slice(servers));
    return { subscription, guild_ids: chosen };
  });
  await premiumChanged(ctx, guild_ids);
  return subscription;
}

/** Ends somebody's subscription, and with it the premium of the servers that they chose. Returns whether there was one. */
export async function revokeSubscription(ctx: Ground, user_id: string): Promise<boolean> {
  const { found, guild_ids } = await ctx.db.transaction().execute(async (tx) => {
    const found = await lockSubscription(tx, user_id);
    const guild_ids = await chosenServers(tx, user_id);
    await tx.deleteFrom('server_subscriptions').where('user_id', '=', user_id).execute();
    return { found, guild_ids };
  });
  await premiumChanged(ctx, guild_ids);
  return found !== undefined;
}

/** All of them, with how many servers were chosen by each. */
export async function listSubscriptions({
  db,
}: Pick<Ground, 'db'>): Promise<(ServerSubscription & { chosen: number })[]> {
  const { rows } = await sql<ServerSubscription & { chosen: number }>`
    select s.*, (select count(*)::int from entitlements e where e.subscriber_id = s.user_id) as chosen
    from server_subscriptions s order by s.created_at, s.user_id`.execute(db);
  return rows;
}

/** Somebody's subscription, while nobody else changes it or what was chosen by it. */
export function lockSubscription(tx: Tx, user_id: string): Promise<ServerSubscription | undefined> {
  return tx
    .selectFrom('server_subscriptions')
    .selectAll()
    .where('user_id', '=', user_id)
    .forUpdate()
    .executeTakeFirst();
}

/** In the order in which they were chosen. */
export async function chosenServers(db: Db | Tx, user_id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('entitlements')
    .where('subscriber_id', '=', user_id)
    .select('guild_id')
    .$narrowType<{ guild_id: string }>()
    .orderBy('created_at')
    .orderBy('guild_id')
    .execute();
  return rows.map(({ guild_id }) => guild_id);
}

/** Takes from servers what a subscription gave them. */
export async function leave(tx: Tx, user_id: string, guild_ids: readonly string[]): Promise<void> {
  if (!guild_ids.length) return;
  await tx
    .deleteFrom('entitlements')
    .where('subscriber_id', '=', user_id)
    .where('guild_id', 'in', guild_ids)
    .execute();
}
