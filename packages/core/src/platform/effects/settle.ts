import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { inDatabaseTime } from '../db/time.ts';
import { isFinal } from '../discord/ask.ts';
import { inServer } from '../discord/bots.ts';
import { forServer } from '../discord/served-server.ts';
import { withLock } from '../locks/ticket-lock.ts';
import { warnUnlessOutage } from '../outages.ts';
import type { Effect, EffectKey, EffectKind } from './effects.ts';

const BUSY_WAIT_MS = 2_000;
const WAIT_MS_MAX = 60_000;

/**
 * Makes Discord follow now, if anything is still wanted. Throws where Discord did not answer; it is tried again later by
 * itself.
 */
export async function settleEffect<Wanted extends object>(
  ctx: Context,
  kind: EffectKind<Wanted>,
  of: EffectKey,
): Promise<void> {
  const done = await withLock(ctx.db, kind.lockOf(of), () => settleHeld(ctx, kind, of));
  if (done.busy) await postpone(ctx, kind, of, BUSY_WAIT_MS);
}

/** As settleEffect, by a caller who holds the lock. */
export async function settleHeld<Wanted extends object>(
  ctx: Context,
  kind: EffectKind<Wanted>,
  of: EffectKey,
): Promise<void> {
  const effect = await find(ctx, kind, of);
  if (!effect) return;
  try {
    const again = await forServer(of.guild_id, () => kind.settle(inServer(ctx, of.guild_id), effect));
    if (again)
      await change(ctx, kind, effect, sql`due_at = ${inDatabaseTime(again)}, attempts = 0, problem = null`);
    else await end(ctx, kind, effect);
  } catch (error) {
    if (!isFinal(error)) {
      await failed(ctx, kind, effect, error);
      throw error;
    }
    const { guild_id, key } = of;
    ctx.log.warn({ err: error, kind: kind.name, guild_id, key }, 'Discord refused what it should follow');
    try {
      await kind.refused?.(inServer(ctx, guild_id), effect, error);
    } catch (failure) {
      // The next try waits for longer, as after any other failure.
      await failed(ctx, kind, effect, failure);
      throw failure;
    }
    await end(ctx, kind, effect);
  }
}

async function find<Wanted extends object>(
  ctx: Context,
  kind: EffectKind<Wanted>,
  { guild_id, key }: EffectKey,
): Promise<Effect<Wanted> | undefined> {
  const row = await ctx.db
    .selectFrom('effects')
    .where('guild_id', '=', guild_id)
    .where('kind', '=', kind.name)
    .where('key', '=', key)
    .select(['wanted', 'version', 'attempts'])
    .executeTakeFirst();
  // Written by want(), for this kind.
  return row && { guild_id, key, ...row, wanted: row.wanted as unknown as Wanted };
}

const isSame = (kind: EffectKind, { guild_id, key, version }: Effect) =>
  sql`guild_id = ${guild_id} and kind = ${kind.name} and key = ${key} and version = ${version}`;

/** Unless it was wanted once more meanwhile. */
async function end(ctx: Context, kind: EffectKind, effect: Effect): Promise<void> {
  await sql`delete from effects where ${isSame(kind, effect)}`.execute(ctx.db);
}

async function change(
  ctx: Context,
  kind: EffectKind,
  effect: Effect,
  set: ReturnType<typeof sql>,
): Promise<void> {
  await sql`update effects set ${set} where ${isSame(kind, effect)}`.execute(ctx.db);
}

/**
 * Where the database is what failed, the effect stays due. It may have been wanted long before it was due; from its first
 * failure on `wanted_at` says since when it waits.
 */
async function failed(ctx: Context, kind: EffectKind, effect: Effect, error: unknown): Promise<void> {
  const wait_ms = Math.min(2 ** effect.attempts * 1_000, WAIT_MS_MAX);
  const problem = (error instanceof Error ? error.message : String(error)).slice(0, 500);
  const set = sql`due_at = clock_timestamp() + ${wait_ms} * interval '1 millisecond',
    wanted_at = case when attempts = 0 then least(due_at, clock_timestamp()) else wanted_at end,
    attempts = attempts + 1, problem = ${problem}`;
  await change(ctx, kind, effect, set).catch((err: unknown) =>
    ctx.log.debug({ err, kind: kind.name }, 'an attempt could not be written down'),
  );
}

async function postpone(ctx: Context, kind: EffectKind, of: EffectKey, wait_ms: number): Promise<void> {
  await sql`update effects set due_at = clock_timestamp() + ${wait_ms} * interval '1 millisecond'
    where guild_id = ${of.guild_id} and kind = ${kind.name} and key = ${of.key}`.execute(ctx.db);
}

/** As settleHeld, where nobody waits for it to succeed. Returns whether it did. */
export async function settleHeldQuietly(ctx: Context, kind: EffectKind, of: EffectKey): Promise<boolean> {
  return isDone(ctx, kind, of, settleHeld(ctx, kind, of));
}

/** As settleEffect, where nobody waits for it to succeed. Returns whether it did. */
export function settleQuietly(
  ctx: Context,
  kind: EffectKind,
  of: EffectKey,
  onFailure?: (error: unknown) => void,
): Promise<boolean> {
  return isDone(ctx, kind, of, settleEffect(ctx, kind, of), onFailure);
}

async function isDone(
  ctx: Context,
  kind: EffectKind,
  of: EffectKey,
  work: Promise<void>,
  onFailure?: (error: unknown) => void,
): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (err) {
    const effect = { kind: kind.name, guild_id: of.guild_id, key: of.key };
    warnUnlessOutage(ctx.log, err, 'Discord does not follow yet', effect);
    onFailure?.(err);
    return false;
  }
}

/**
 * Discord answers again: what waits for it, or was left by a process that has ended, has not to wait any longer. What is
 * due much later waits for something else.
 */
export async function hurry(ctx: Pick<Context, 'db'>): Promise<void> {
  await sql`update effects set due_at = clock_timestamp() where due_at > clock_timestamp()
    and (attempts > 0 or due_at < clock_timestamp() + interval '30 seconds')`.execute(ctx.db);
}
