import { createHash, randomUUID } from 'node:crypto';
import { AppError, type ErrorCode } from '@tickets/contract/platform/errors';
import { type Selectable, sql } from 'kysely';
import { authorise } from '../access/authorise.ts';
import { nameOfCaller, type UserCall } from '../access/caller.ts';
import { record } from '../audit/record.ts';
import type { Tx } from '../platform/db/db.ts';
import type { PremiumKeys } from '../platform/db/schema.generated.ts';
import { transact } from '../platform/events/events.ts';
import { holdGuild } from '../servers/hold-guild.ts';
import { entitlementsOf, followPremium, type PremiumChange } from './follow.ts';
import { byOperator, premiumOf } from './record-premium.ts';

const example = '123e4567-e89b-42d3-a456-426614174000';
const DAY_MS = 86_400_000;
/** So many wrong keys in a row are looked at; then one waits. */
const MISSES_MAX = 5;
const MISSES_MS = 10 * 60_000;

export interface KeyTerms {
  tier: 0 | 1;
  /** Undefined: for good. */
  days: number | undefined;
}

/** Makes keys. They are told here and never again: only what tells a right one from a wrong one is kept. */
export async function makeKeys(
  { db, clock }: PremiumChange,
  { tier, days }: KeyTerms,
  count: number,
): Promise<string[]> {
  const keys = Array.from({ length: count }, () => randomUUID());
  await db
    .insertInto('premium_keys')
    .values(keys.map((key) => ({ hash: hashOf(key), tier, days: days ?? null, created_at: clock.now() })))
    .execute();
  return keys;
}

export function listKeys({ db }: PremiumChange) {
  return db
    .selectFrom('premium_keys')
    .select(['key_id', 'tier', 'days', 'created_at', 'revoked_at', 'redeemed_at', 'redeemed_by', 'guild_id'])
    .orderBy('key_id')
    .execute();
}

/**
 * Makes a key worth nothing, and takes back the premium that it gave: keys that were to count after it count from now on.
 * Returns the server that had it; undefined: no such key.
 */
export async function revokeKey(
  ctx: PremiumChange,
  key_id: number,
): Promise<{ guild_id: string | null } | undefined> {
  const revoked = await ctx.db.transaction().execute(async (tx) => {
    const key = await tx
      .updateTable('premium_keys')
      .set({ revoked_at: ctx.clock.now() })
      .where('key_id', '=', key_id)
      .where('revoked_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (!key?.guild_id) return key;
    await holdGuild(tx, key.guild_id);
    await takeBack(ctx, tx, key);
    await record(tx, byOperator, key.guild_id, { ...premiumOf, before: { by: 'a key' } });
    return key;
  });
  if (revoked?.guild_id) await followPremium(ctx, revoked.guild_id);
  return revoked;
}

/** Keys that have not begun to count begin when those end that were redeemed before them, as if this one had never been. */
async function takeBack({ clock }: PremiumChange, tx: Tx, { key_id, guild_id }: Key): Promise<void> {
  await tx.deleteFrom('entitlements').where('key_id', '=', key_id).execute();
  const now = clock.now().getTime();
  const keys = await tx
    .selectFrom('entitlements as e')
    .innerJoin('premium_keys as k', 'k.key_id', 'e.key_id')
    .where('e.guild_id', '=', guild_id)
    .orderBy('e.created_at')
    .orderBy('e.expires_at')
    .select(['k.key_id', 'k.days', 'e.tier', 'e.expires_at'])
    .execute();
  const counted: { tier: number; end: number }[] = [];
  for (const { key_id, days, tier, expires_at } of keys) {
    if (!days || !expires_at) continue;
    const was = expires_at.getTime();
    const before = counted.filter((one) => one.tier >= tier).map(({ end }) => end);
    const end = was - days * DAY_MS > now ? Math.max(now, ...before) + days * DAY_MS : was;
    counted.push({ tier, end });
    if (end === was) continue;
    const set = { expires_at: new Date(end) };
    await tx.updateTable('entitlements').set(set).where('key_id', '=', key_id).execute();
  }
}

/**
 * Gives a server the premium of a key, once. What a server has of another key goes on first: the days are added. Returns
 * until when it has premium by it.
 */
export async function redeemKey(
  call: UserCall,
  guild_id: string,
  given: string,
): Promise<{ expires_at: Date | null }> {
  authorise(call, 'premium.redeem_key', guild_id);
  await checkMisses(call);
  const key = given.trim().toLowerCase();
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(key))
    throw new AppError('premium_key.malformed', { params: { example } });
  const hash = hashOf(key);
  const done = await transact(call, async (tx): Promise<Redeemed> => {
    await holdGuild(tx, guild_id);
    const found = await tx
      .selectFrom('premium_keys')
      .where('hash', '=', hash)
      .selectAll()
      .forUpdate()
      .executeTakeFirst();
    if (!found) return { refusal: 'premium_key.unknown' };
    const refusal = refusalOf(found, guild_id);
    if (refusal) return { refusal };
    const expires_at = await endOf({ ...call, db: tx }, guild_id, found);
    if (expires_at === 'not_needed') return { refusal: 'premium_key.not_needed' };
    await entitle(tx, { call, guild_id, expires_at, key_id: found.key_id, tier: found.tier });
    return { expires_at };
  });
  if ('refusal' in done) {
    if (done.refusal === 'premium_key.unknown') await noteMiss(call);
    throw new AppError(done.refusal);
  }
  await call.db.deleteFrom('premium_key_misses').where('user_id', '=', call.caller.user_id).execute();
  call.log.info({ guild_id, by: nameOfCaller(call.caller) }, 'premium key redeemed');
  await followPremium(call, guild_id);
  return done;
}

type Redeemed = { refusal: ErrorCode } | { expires_at: Date | null };
type Key = Selectable<PremiumKeys>;

function refusalOf({ revoked_at, redeemed_at, guild_id }: Key, here: string): ErrorCode | undefined {
  if (revoked_at) return 'premium_key.revoked';
  if (!redeemed_at) return undefined;
  return guild_id === here ? 'premium_key.redeemed_here' : 'premium_key.redeemed';
}

/** Until when a key gives a server premium. A key is not spent where it would give nothing. */
async function endOf(
  call: UserCall,
  guild_id: string,
  { tier, days }: Key,
): Promise<Date | null | 'not_needed'> {
  if (call.config.premium === 'everyone') return 'not_needed';
  const has = (await entitlementsOf(call, guild_id)).filter(
    (one) => one.source !== 'voting' && one.tier >= tier,
  );
  if (has.some(({ expires_at }) => expires_at === null)) return 'not_needed';
  if (days === null) return null;
  const of_keys = has.filter(({ source, by_owner }) => source === 'key' && !by_owner);
  const begins = Math.max(
    call.clock.now().getTime(),
    ...of_keys.map((one) => one.expires_at?.getTime() ?? 0),
  );
  return new Date(begins + days * DAY_MS);
}

async function entitle(
  tx: Tx,
  given: { call: UserCall; guild_id: string; expires_at: Date | null; key_id: number; tier: number },
): Promise<void> {
  const { call, guild_id, expires_at, key_id, tier } = given;
  const redeemed_at = call.clock.now();
  await tx
    .updateTable('premium_keys')
    .set({ redeemed_at, redeemed_by: call.caller.user_id, guild_id })
    .where('key_id', '=', key_id)
    .execute();
  await tx
    .insertInto('entitlements')
    .values({ guild_id, tier, source: 'key', sku_label: 'Key', expires_at, key_id, created_at: redeemed_at })
    .execute();
  await record(tx, call, guild_id, { ...premiumOf, after: { by: 'a key', until: expires_at } });
}

/** Nobody finds a key by trying; who tries is told to wait, so that the database has not to answer them. */
async function checkMisses({ db, clock, caller }: UserCall): Promise<void> {
  const row = await db
    .selectFrom('premium_key_misses')
    .where('user_id', '=', caller.user_id)
    .where('since', '>', new Date(clock.now().getTime() - MISSES_MS))
    .where('misses', '>=', MISSES_MAX)
    .select('since')
    .executeTakeFirst();
  if (row) throw new AppError('premium_key.too_many');
}

async function noteMiss({ db, clock, caller }: UserCall): Promise<void> {
  const now = clock.now();
  const is_old = sql<boolean>`premium_key_misses.since <= ${new Date(now.getTime() - MISSES_MS)}`;
  await db
    .insertInto('premium_key_misses')
    .values({ user_id: caller.user_id, misses: 1, since: now })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({
        misses: sql`case when ${is_old} then 1 else premium_key_misses.misses + 1 end`,
        since: sql`case when ${is_old} then excluded.since else premium_key_misses.since end`,
      }),
    )
    .execute();
}

/** A key has 122 random bits, so nobody finds it from its hash. */
export const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest();
