import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { dueBy } from '../db/time.ts';
import { warnUnlessOutage } from '../outages.ts';
import type { EffectKey, EffectKind } from './effects.ts';
import { Peace } from './peace.ts';
import { settleQuietly } from './settle.ts';

/** How many effects are settled at once in one process, and how many of them may be of one server. */
const AT_ONCE = 64;
const AT_ONCE_IN_SERVER = 4;
const LOOK_MS = 1_000;

interface Due extends EffectKey {
  kind: string;
  /** By which the server is served; empty for the program's own. */
  bot: string;
}

/**
 * Settles everything that is due, servers beside each other. Returns false when something was not answered by Discord or the
 * database, and waits now.
 */
export async function settleDue(ctx: Context, kinds: readonly EffectKind[]): Promise<boolean> {
  const following = new Following(ctx, kinds, { once: true });
  try {
    for (;;) {
      await following.begin();
      if (!following.running.size) return following.isAllDone;
      await Promise.race(following.running);
    }
  } finally {
    await Promise.all(following.running);
  }
}

/** Settles what is due until stopped. Any number of processes may do so on one database. */
export async function followUntil(
  ctx: Context,
  kinds: readonly EffectKind[],
  stopping: AbortSignal,
): Promise<void> {
  const following = new Following(ctx, kinds);
  while (!stopping.aborted) {
    await following
      .begin()
      .catch((err: unknown) =>
        warnUnlessOutage(ctx.log, err, 'what Discord has to follow could not be looked for'),
      );
    const wait = sleep(LOOK_MS, undefined, { signal: stopping, ref: false }).catch(() => undefined); // ended by a stop
    await Promise.race([wait, ...following.running]);
  }
  await Promise.all(following.running);
}

class Following {
  readonly running = new Set<Promise<void>>();
  isAllDone = true;
  readonly #ctx: Context;
  readonly #kinds: Map<string, EffectKind>;
  /** Where each is tried once: those that were. */
  readonly #tried: Set<string> | undefined;
  readonly #peace = new Peace();
  readonly #inServer = new Map<string, number>();
  /** Of those that run: which they are, and what no other may be at. */
  readonly #at = new Set<string>();
  readonly #taken = new Set<string>();
  /** What was found due, and has not begun. */
  #waiting: Due[] = [];
  #looked_at = Number.NEGATIVE_INFINITY;

  constructor(ctx: Context, kinds: readonly EffectKind[], { once = false } = {}) {
    this.#ctx = ctx;
    this.#kinds = new Map(kinds.map((kind) => [kind.name, kind]));
    this.#tried = once ? new Set() : undefined;
  }

  /** Begins what there is room for: of what waits, or of what is due by now. */
  async begin(): Promise<void> {
    if (this.running.size >= AT_ONCE) return;
    // What was found earlier may have to wait for something that has become due since.
    if (performance.now() - this.#looked_at < LOOK_MS && this.#beginWaiting()) return;
    this.#looked_at = performance.now();
    const due = await findDue(this.#ctx, [...this.#kinds.values()], this.#peace.now());
    this.#waiting = due.filter((effect) => {
      const name = nameOf(effect);
      return !this.#at.has(name) && !this.#tried?.has(name);
    });
    this.#beginWaiting();
  }

  #beginWaiting(): boolean {
    const before = this.running.size;
    this.#waiting = this.#waiting.filter((effect) => {
      if (this.#peace.has(effect)) return false;
      const kind = this.#kinds.get(effect.kind);
      if (!kind || !this.#hasRoomFor(effect, kind)) return true;
      this.#run(effect, kind);
      return false;
    });
    return this.running.size > before;
  }

  #hasRoomFor(effect: Due, kind: EffectKind): boolean {
    if (this.running.size >= AT_ONCE) return false;
    if ((this.#inServer.get(effect.guild_id) ?? 0) >= AT_ONCE_IN_SERVER) return false;
    return !this.#taken.has(queueOf(effect, kind));
  }

  #run(effect: Due, kind: EffectKind): void {
    const { guild_id } = effect;
    const [name, queue] = [nameOf(effect), queueOf(effect, kind)];
    this.#tried?.add(name);
    this.#at.add(name);
    this.#taken.add(queue);
    this.#inServer.set(guild_id, (this.#inServer.get(guild_id) ?? 0) + 1);
    const settling = async () => {
      const isDone = await settleQuietly(this.#ctx, kind, effect, (error) =>
        this.#peace.failed(effect, error),
      );
      if (isDone) this.#peace.done(effect);
      this.isAllDone &&= isDone;
      this.#at.delete(name);
      this.#taken.delete(queue);
      const left = (this.#inServer.get(guild_id) ?? 1) - 1;
      if (left) this.#inServer.set(guild_id, left);
      else this.#inServer.delete(guild_id);
    };
    const run: Promise<void> = settling().finally(() => this.running.delete(run));
    this.running.add(run);
  }
}

const nameOf = ({ guild_id, kind, key }: Due) => `${guild_id}:${kind}:${key}`;
const queueOf = (effect: Due, kind: EffectKind) => kind.queueOf?.(effect) ?? nameOf(effect);

/**
 * Those of servers that a bot hears: of each server the first of each kind before the second ones, and of all servers the first ones
 * before the second. Rules may be told another time than the database's.
 */
async function findDue(
  ctx: Context,
  kinds: readonly EffectKind[],
  peace: { servers: readonly string[]; bots: readonly string[] },
): Promise<Due[]> {
  const names = kinds.map(({ name }) => name);
  const alsoWhereLeft = kinds.filter((kind) => kind.alsoWhereLeft).map(({ name }) => name);
  const { rows } = await sql<Due>`
    with due as (
      select e.guild_id, e.kind, e.key, e.due_at, coalesce(g.served_by::text, '') as bot,
        row_number() over (partition by e.guild_id, e.kind order by e.due_at, e.key) as place_in_kind
      from effects e join guilds g on g.guild_id = e.guild_id and (g.left_at is null or e.kind = any(${alsoWhereLeft}))
      where e.due_at <= greatest(clock_timestamp(), ${dueBy(ctx.clock.now())}) and e.kind = any(${names})
        and e.guild_id <> all(${peace.servers}::bigint[]) and coalesce(g.served_by::text, '') <> all(${peace.bots}::text[]))
    select guild_id, kind, key, bot from (
      select *, row_number() over (partition by guild_id order by place_in_kind, due_at, kind) as place from due) d
    where place <= 50 order by place, due_at limit 200`.execute(ctx.db);
  return rows;
}
