import type { Context } from '../context.ts';
import type { Db, Tx } from '../db/db.ts';
import { inDatabaseTime } from '../db/time.ts';

/** Which effect: one of its kind, within a server. */
export interface EffectKey {
  guild_id: string;
  key: string;
}

/** One thing in which Discord must follow our rows, until it does or has refused for good. */
export interface Effect<Wanted extends object = object> extends EffectKey {
  /** What the rows of its subject do not say. */
  wanted: Wanted;
  version: number;
  /** Tries since it was wanted, without this one. */
  attempts: number;
}

/** What all effects of a kind have in common. A subject declares its kinds; the program composes them. */
export interface EffectKind<Wanted extends object = object> {
  name: string;
  /** What is held while Discord is made to follow. */
  lockOf(of: EffectKey): string;
  /** Whether it is settled also in servers that no bot of ours hears. By default it waits until one does. */
  alsoWhereLeft?: boolean;
  /** Effects of the same queue are settled one after another; without one, each is for itself. */
  queueOf?(of: EffectKey): string;
  /**
   * Makes Discord agree with the rows; safe to repeat, also after an answer that was lost. Returns when to go on where
   * something is left. Lets Discord's errors pass: a refusal ends the effect, a silence postpones it.
   */
  settle(ctx: Context, effect: Effect<Wanted>): Promise<Date | undefined>;
  /** Discord has refused for good: writes down what that means. By default the log tells of it. */
  refused?(ctx: Context, effect: Effect<Wanted>, error: unknown): Promise<void>;
}

const TAKE_OVER_MS = 30_000;

/** When what somebody wants is taken up: at once `in_background`, else when they have not done it themselves in half a minute. */
export const takenUp = ({ in_background = false }: InBackground = {}): Date =>
  new Date(Date.now() + (in_background ? 0 : TAKE_OVER_MS));

/** When what Discord refused is tried again, unless permissions change before. */
export const nextTry = (): Date => new Date(Date.now() + 60 * 60_000);

/** Whether the caller leaves to others what is wanted, and does not do it next. */
export interface InBackground {
  in_background?: boolean;
}

/**
 * Notes what is wanted, in the transaction that wants it. Wanted again before it was done, only the latest counts.
 * `due`: when it is taken up, by the clock of this process.
 */
export async function want<Wanted extends object>(
  db: Db | Tx,
  kind: Pick<EffectKind<Wanted>, 'name'>,
  { guild_id, key, wanted }: EffectKey & { wanted: Wanted },
  due: Date,
): Promise<void> {
  await db
    .insertInto('effects')
    .values({ guild_id, kind: kind.name, key, wanted: JSON.stringify(wanted), due_at: inDatabaseTime(due) })
    .onConflict((conflict) =>
      conflict.columns(['guild_id', 'kind', 'key']).doUpdateSet((eb) => ({
        wanted: eb.ref('excluded.wanted'),
        due_at: eb.ref('excluded.due_at'),
        version: eb('effects.version', '+', 1),
        attempts: 0,
        problem: null,
      })),
    )
    .execute();
}

/**
 * Discord follows by now, or it is not wanted any more. Under the lock of the effect, which whoever wants it again holds,
 * too; else name the `version` that was done.
 */
export async function settled(
  db: Db | Tx,
  kind: Pick<EffectKind, 'name'>,
  { guild_id, key }: EffectKey,
  version?: number,
): Promise<void> {
  await db
    .deleteFrom('effects')
    .where('guild_id', '=', guild_id)
    .where('kind', '=', kind.name)
    .where('key', '=', key)
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .execute();
}

/** Which wish is the latest; undefined where nothing is wanted. */
export async function versionOf(
  db: Db | Tx,
  kind: Pick<EffectKind, 'name'>,
  { guild_id, key }: EffectKey,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('effects')
    .where('guild_id', '=', guild_id)
    .where('kind', '=', kind.name)
    .where('key', '=', key)
    .select('version')
    .executeTakeFirst();
  return row?.version;
}
