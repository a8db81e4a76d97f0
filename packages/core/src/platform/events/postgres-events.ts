import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { inPlaceOfAnother } from '../db/fewer-connections.ts';
import { LostConnections } from '../db/lost-connections.ts';
import { isAway } from '../db/outage.ts';
import { withOwnConnection } from '../db/own-connection.ts';
import type { DB } from '../db/schema.generated.ts';
import { type AppEvent, type Events, memoryEvents } from './events.ts';

const channel = 'tickets_events';
/** How often it is noted how far everything was heard. An unanswered note is a dead connection. */
const noteMs = 5_000;

/** An event as the database tells it. */
interface Told {
  id: string;
  /** Of the transaction that wrote it. */
  xid: string;
  origin: string;
  event: AppEvent;
}

export interface PostgresEventsOptions {
  /** For the connection that listens. */
  url: string;
  /** For writing. */
  db: Kysely<DB>;
  onError(error: unknown): void;
  /** Nobody else listens for long, so what happens here is told here alone, and not written. */
  isAlone?: boolean;
}

/**
 * Events between processes that share a database. What a transaction wrote is told when it has ended; own events are told
 * at once. After its connection was broken a process reads on from what it had heard, so it misses nothing, and hears
 * nothing twice.
 */
export async function postgresEvents({
  url,
  db,
  onError,
  isAlone = false,
}: PostgresEventsOptions): Promise<Events> {
  const local = memoryEvents();
  const self = randomUUID();
  const heard = new Heard();
  let closed = false;
  /** The connection that listens, or is about to. There is never another one. */
  let client: pg.Client | undefined;
  let notes: NodeJS.Timeout | undefined;
  let lost_at: number | undefined;

  const hear = (told: Told) => {
    if (heard.add(told) && told.origin !== self) local.tell(told.event);
  };

  async function listen(): Promise<void> {
    if (closed) return;
    const config = {
      connectionString: url,
      application_name: 'tickets events',
      connectionTimeoutMillis: noteMs,
      query_timeout: noteMs,
    };
    const next = new pg.Client(config);
    client = next;
    // Before that, whoever called is told what fails, and sees to the next connection.
    let listens = false;
    const lose = (error: unknown) => {
      if (!listens || closed) return;
      listens = false;
      lost_at = performance.now();
      clearInterval(notes);
      next.end().catch(() => undefined); // it is broken already
      onError(error);
      void listenAgain();
    };
    const look = async () => {
      if ((await note(next, heard)) && (await takesChanges(config)))
        throw new Error('The database takes changes again, but not on the connection that listens.');
    };
    next.on('error', lose);
    /** What is told before everything that was missed has been told. */
    let early: Told[] | undefined = [];
    next.on('notification', ({ payload }) => {
      const told = JSON.parse(payload ?? '{}') as Told;
      if (early) early.push(told);
      else hear(told);
    });
    try {
      await next.connect();
      await new LostConnections(config).watch(next);
      await next.query(`listen ${channel}`);
      for (const told of await missed(next, heard)) hear(told);
      for (const told of early) hear(told);
      early = undefined;
      await note(next, heard);
    } catch (error) {
      next.end().catch(() => undefined); // it never began
      throw error;
    }
    if (closed) return;
    listens = true;
    lost_at = undefined;
    notes = setInterval(() => void look().catch(lose), noteMs).unref();
  }

  async function listenAgain(): Promise<void> {
    for (let wait = 1000; ; wait = Math.min(wait * 2, 10_000)) {
      await sleep(wait, undefined, { ref: false });
      try {
        return await inPlaceOfAnother(url, listen);
      } catch (error) {
        if (closed) return;
        onError(error);
      }
    }
  }
  await inPlaceOfAnother(url, listen);

  const write: Events['write'] = async (tx, events) => {
    if (isAlone || !events.length) return;
    const rows = events.map((event) => ({ origin: self, event: JSON.stringify(event) }));
    await tx.insertInto('events').values(rows).execute();
  };
  return {
    tell: local.tell,
    write,
    publish(event) {
      local.tell(event);
      write(db, [event]).catch(onError);
    },
    subscribe: local.subscribe,
    cutOffMs: () => (lost_at === undefined ? 0 : performance.now() - lost_at),
    async close() {
      closed = true;
      clearInterval(notes);
      await local.close();
      await client?.end();
    },
  };
}

/**
 * What was heard of transactions that began after a moment before which everything has been told. Two such moments are
 * kept: what is told right at the later one may still be on its way.
 */
class Heard {
  private readonly xids = new Map<string, bigint>();
  /** Transactions before this one have ended, and what they wrote was told. Undefined before the first connection. */
  from: bigint | undefined;
  private next: bigint | undefined;

  /** False when it was heard before. */
  add({ id, xid }: Pick<Told, 'id' | 'xid'>): boolean {
    if (this.xids.has(id)) return false;
    this.xids.set(id, BigInt(xid));
    return true;
  }

  moveOn(xid: bigint): void {
    const from = this.next ?? xid;
    this.from = from;
    this.next = xid;
    for (const [id, xid] of this.xids) if (xid < from) this.xids.delete(id);
  }
}

/**
 * On the connection that listens: what was told before the answer comes with it or before it. Returns whether that connection is
 * read-only, as it stays behind a proxy when another server has taken over.
 */
async function note(client: pg.Client, heard: Heard): Promise<boolean> {
  const { rows } = await client.query<{ xid: string; is_read_only: boolean }>(
    `select pg_snapshot_xmin(pg_current_snapshot())::text as xid, ${isReadOnlyHere}`,
  );
  const [row] = rows;
  if (row) heard.moveOn(BigInt(row.xid));
  return row?.is_read_only ?? false;
}

const isReadOnlyHere = `current_setting('transaction_read_only')::boolean as is_read_only`;

/** Whether somebody who connects now can change something. */
async function takesChanges(config: pg.ClientConfig): Promise<boolean> {
  try {
    return await withOwnConnection(config, async (client) => {
      const { rows } = await client.query<{ is_read_only: boolean }>(`select ${isReadOnlyHere}`);
      return rows[0]?.is_read_only === false;
    });
  } catch (error) {
    // The next look may learn more: the server has no place for one more, or is away.
    if (isAway(error)) return false;
    throw error;
  }
}

async function missed(client: pg.Client, { from }: Heard): Promise<Told[]> {
  if (from === undefined) return [];
  const { rows } = await client.query<Told>(
    'select event_id::text as id, xid::text, origin, event from events where xid >= $1::xid8 order by event_id',
    [String(from)],
  );
  return rows;
}

/** How long events are kept. Messages have numbers of their own, by which readers ask for what they missed. */
const keptFor = { messages: '1 hour', others: '7 days' };

/** Forgets events that nobody reads on from any more. */
export async function purgeEvents({ db }: { db: Kysely<DB> }): Promise<void> {
  await sql`delete from events where happened_at < now() - ${keptFor.messages}::interval
    and (event ->> 'type' in ('ticket.message', 'ticket.read') or happened_at < now() - ${keptFor.others}::interval)`.execute(
    db,
  );
}
