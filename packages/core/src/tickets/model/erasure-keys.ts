import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { remembered } from '../../platform/async/remembered.ts';
import type { Context } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/db.ts';

export const keyContext = (key_id: string) => `erasure key:${key_id}`;

const asked = new WeakMap<Db, () => Promise<readonly string[]>>();

/**
 * The keys of this database for fingerprints of erased people, newest first. Usually there is one. If it cannot be opened because its
 * sealing key is lost, a new one is made, and people who were erased before are no longer recognised.
 */
export function erasureKeys(ctx: Context): Promise<readonly string[]> {
  const ask = asked.get(ctx.db) ?? remembered(() => findKeys(ctx));
  asked.set(ctx.db, ask);
  return ask();
}

/** Identifies a person without revealing who it is. */
export const fingerprintWith = (key: string, user_id: string): Buffer =>
  createHmac('sha256', key).update(`erased:${user_id}`).digest().subarray(0, 16);

async function findKeys(ctx: Context): Promise<string[]> {
  const known = await openedKeys(ctx, ctx.db);
  if (known.length) return known;
  return ctx.db.transaction().execute(async (tx) => {
    // If several processes start at once, only one makes a key.
    await sql`lock table erasure_keys in exclusive mode`.execute(tx);
    const made = await openedKeys(ctx, tx);
    return made.length ? made : [await makeKey(ctx, tx)];
  });
}

async function openedKeys({ sealer }: Context, db: Db | Tx): Promise<string[]> {
  const rows = await db
    .selectFrom('erasure_keys')
    .select(['key_id', 'key'])
    .orderBy('made_at', 'desc')
    .orderBy('key_id')
    .execute();
  return rows.flatMap(({ key_id, key }) => sealer.openIfKnown(key, keyContext(key_id)) ?? []);
}

async function makeKey({ config, log, sealer }: Context, tx: Tx): Promise<string> {
  const { rows } = await sql<{ are_lost: boolean; has_fingerprints: boolean }>`
    select exists (select from erasure_keys) as are_lost, exists (select from erased_people) as has_fingerprints`.execute(
    tx,
  );
  const [{ are_lost = false, has_fingerprints = false } = {}] = rows;
  if (are_lost && has_fingerprints)
    log.warn(
      'The key by which erased people are recognised is lost, so their messages from before may be read from Discord again. Repeat the erasures.',
    );
  // No fingerprint was made with them.
  if (!has_fingerprints) await tx.deleteFrom('erasure_keys').execute();
  const isEarlier = has_fingerprints && !are_lost;
  if (isEarlier)
    log.info(
      'Erased people are now recognised by a key in the database, which this upgrade takes from JWT_SECRET. If you changed JWT_SECRET after an erasure, repeat the erasure.',
    );
  // Versions without this table made fingerprints with the secret that signs tokens.
  const key = isEarlier ? config.token_secret : randomBytes(32).toString('base64');
  const key_id = randomUUID();
  await tx
    .insertInto('erasure_keys')
    .values({ key_id, key: sealer.seal(key, keyContext(key_id)) })
    .execute();
  return key;
}
