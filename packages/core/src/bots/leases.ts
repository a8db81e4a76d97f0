import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';
import { type Holder, type Shard, shardKey, toTake } from './share.ts';

/**
 * A connection to the gateway is leased in the database, so that no two processes have it at once. All times in the
 * rows are the database's. A process goes by how long ago it last asked for its leases (its own steady clock, before the
 * statement left), and has closed its connections before the database lets another one take them.
 */
export interface LeaseTimes {
  /** How long a lease is good for. */
  valid_ms: number;
  /** When its holder closes the connection that it could not renew. The difference is the time that closing may take. */
  close_ms: number;
  renew_ms: number;
  /** For how long after its last look the others count on a process to take what waits. */
  counted_ms: number;
}

export const leaseTimes: LeaseTimes = {
  valid_ms: 6_000,
  close_ms: 4_500,
  renew_ms: 1_000,
  counted_ms: 2_500,
};

/** Where a session of the gateway is gone on with. */
export interface GatewaySession {
  resumeURL: string;
  sequence: number;
  sessionId: string;
  shardCount: number;
  shardId: number;
}

export interface Taken extends Shard {
  /** Up to where the one who had it before a moment ago has done the work. */
  session: GatewaySession | null;
}

/** Any number that nothing else in the database locks. */
const lockKey = 7_214_010;
/** Discord keeps a session for a while after its connection is lost; what was left longer ago is worth nothing. */
const sessionLeftWithin = '30 seconds';

const later = (ms: number) => sql`clock_timestamp() + ${ms} * interval '1 millisecond'`;

/** Has what was given back and not taken. */
const nobody = '00000000-0000-0000-0000-000000000000';

export type Place = Pick<Shard, 'bot_id' | 'shard_id'> & { session: GatewaySession };

/**
 * A process goes on with what it has, and says up to where it has done its work: from there another one goes on if it dies.
 * Returns what it has: it may have lost something.
 */
export async function renewLeases(
  db: Db,
  holder: string,
  { valid_ms, places }: { valid_ms: number; places: readonly Place[] },
): Promise<Shard[]> {
  const { rows } = await sql<Shard>`
    with places as (
      select * from jsonb_to_recordset(${JSON.stringify(places)}::jsonb)
        as place (bot_id bigint, shard_id integer, session jsonb)
    )
    update gateway_leases l set until = ${later(valid_ms)}, session = (
      select session from places p where p.bot_id = l.bot_id and p.shard_id = l.shard_id)
    where holder = ${holder} returning bot_id, shard_id, shard_count`.execute(db);
  return rows;
}

/** Says that a process looks for what is to be run, and what it carries. */
export async function showHolder(
  db: Db,
  { holder, capacity, runsMain }: Holder,
  counted_ms: number,
): Promise<void> {
  await sql`
    insert into gateway_holders (holder, capacity, runs_main, until)
    values (${holder}, ${capacity}, ${runsMain}, ${later(counted_ms)})
    on conflict (holder) do update
    set capacity = excluded.capacity, runs_main = excluded.runs_main, until = excluded.until`.execute(db);
}

export interface Leases {
  /** Those that look for what is to be run. */
  holders: Holder[];
  /** Who has what, with how many shards, and until when: milliseconds of the database's clock. */
  live: (Shard & Pick<Holder, 'holder'> & { until: number })[];
}

/** Which processes look, and who has what. */
export async function readLeases(db: Db): Promise<Leases> {
  const [holders, live] = await Promise.all([
    sql<Holder>`
      select holder, capacity, runs_main as "runsMain" from gateway_holders where until > clock_timestamp()`.execute(
      db,
    ),
    sql<Leases['live'][number]>`
      select bot_id, shard_id, shard_count, holder, (extract(epoch from until) * 1000)::float8 as until
      from gateway_leases where until > clock_timestamp()`.execute(db),
  ]);
  return { holders: holders.rows, live: live.rows };
}

/** Who has what, by key. */
export const holdersOf = ({ live }: Leases): Map<string, string> =>
  new Map(live.map((lease) => [shardKey(lease), lease.holder]));

/**
 * Takes connections that nobody has: as many of the program's own bot and of users' as `share.ts` says, and all `fixed`
 * ones, which somebody gave to this process. A bot's shards are all counted alike, so none is taken while others run with
 * another count. Takes nothing while another process does.
 */
export async function takeLeases(
  db: Db,
  me: Holder,
  {
    main,
    users,
    fixed,
    valid_ms,
  }: Record<'main' | 'users' | 'fixed', readonly Shard[]> & { valid_ms: number },
): Promise<Taken[]> {
  return db.transaction().execute(async (tx) => {
    // One process at a time, so that two that look at once do not take each other's share. One that stands still in here
    // must not keep the others from looking.
    await sql`set local idle_in_transaction_session_timeout = '2s'`.execute(tx);
    const { rows: lock } = await sql<{
      got: boolean;
    }>`select pg_try_advisory_xact_lock(${lockKey}) as got`.execute(tx);
    if (!lock[0]?.got) return [];
    const leases = await readLeases(tx);
    const held = holdersOf(leases);
    const counts = new Map(leases.live.map(({ bot_id, shard_count }) => [bot_id, shard_count]));
    const fits = ({ bot_id, shard_count }: Shard) => (counts.get(bot_id) ?? shard_count) === shard_count;
    const { holders } = leases;
    const share = toTake({ me, holders, main: main.filter(fits), users: users.filter(fits), held });
    const mine = fixed.filter((shard) => fits(shard) && !held.has(shardKey(shard)));
    const shards = [...mine, ...share];
    if (!shards.length) return [];
    const { rows } = await sql<Taken>`
      with asked as (
        select * from jsonb_to_recordset(${JSON.stringify(shards)}::jsonb)
          as shard (bot_id bigint, shard_id integer, shard_count integer)
      ), left_over as (
        select l.bot_id, l.shard_id, l.session from gateway_leases l join asked using (bot_id, shard_id)
        where l.session is not null and l.shard_count = asked.shard_count
          and l.until > clock_timestamp() - ${sql.lit(sessionLeftWithin)}::interval
      ), taken as (
        insert into gateway_leases (bot_id, shard_id, shard_count, holder, until)
        select bot_id, shard_id, shard_count, ${me.holder}::uuid, ${later(valid_ms)} from asked
        on conflict (bot_id, shard_id) do update
        set shard_count = excluded.shard_count, holder = excluded.holder, until = excluded.until, session = null
        where gateway_leases.until <= clock_timestamp()
        returning bot_id, shard_id, shard_count
      )
      select taken.*, left_over.session from taken left join left_over using (bot_id, shard_id)`.execute(tx);
    return rows;
  });
}

/** Gives one connection back, which is closed. `session` is where another process may go on with it. */
export async function releaseLease(
  db: Db,
  holder: string,
  { bot_id, shard_id }: Pick<Shard, 'bot_id' | 'shard_id'>,
  session: GatewaySession | null,
): Promise<void> {
  const mine = sql`holder = ${holder} and bot_id = ${bot_id} and shard_id = ${shard_id}`;
  if (!session) await sql`delete from gateway_leases where ${mine}`.execute(db);
  else
    await sql`update gateway_leases
      set holder = ${nobody}, until = clock_timestamp(), session = ${JSON.stringify(session)}::jsonb
      where ${mine}`.execute(db);
}

/** A process ends. */
export async function forgetHolder(db: Db, holder: string): Promise<void> {
  await sql`delete from gateway_holders where holder = ${holder} or until < clock_timestamp() - interval '1 hour'`.execute(
    db,
  );
  await sql`delete from gateway_leases where until < clock_timestamp() - interval '1 hour'`.execute(db);
}

/**
 * For a database that no other process can use: what is leased in it is leased to the dead. `identifies`: Discord has
 * forgotten as well who identified when.
 */
export async function forgetLeases(db: Db, { identifies }: { identifies: boolean }): Promise<void> {
  await db.deleteFrom('gateway_leases').execute();
  await db.deleteFrom('gateway_holders').execute();
  if (identifies) await db.deleteFrom('gateway_identifies').execute();
}

/**
 * When one of a bot's shards may identify that share a bucket: each some time after the one before, whichever process it is
 * in. Returns how long to wait.
 */
export async function identifyTurn(
  db: Db,
  { bot_id, bucket, gap_ms }: { bot_id: string; bucket: number; gap_ms: number },
): Promise<number> {
  const { rows } = await sql<{ wait_ms: number }>`
    insert into gateway_identifies (bot_id, bucket, at) values (${bot_id}, ${bucket}, clock_timestamp())
    on conflict (bot_id, bucket) do update
    set at = greatest(clock_timestamp(), gateway_identifies.at + ${gap_ms} * interval '1 millisecond')
    returning greatest(0, extract(epoch from at - clock_timestamp()) * 1000)::float8 as wait_ms`.execute(db);
  return rows[0]?.wait_ms ?? 0;
}
