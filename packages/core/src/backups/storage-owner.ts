import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type pg from 'pg';
import { z } from 'zod';
import { withOwnConnection } from '../platform/db/own-connection.ts';
import { StorageProblem, storageProblem } from '../platform/storage/problem.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { databaseId } from './moment.ts';

/**
 * Says in storage which database names the files there. A copy of a database may have the same id, so there is a stamp as well,
 * renewed while the program works: a copy knows only those from before the copying. One that was written for a database with an
 * older schema, which can keep none, has no stamp.
 */
const Mark = z.object({ database: z.string(), stamp: z.uuid().optional(), written_at: z.coerce.date() });
type Mark = z.output<typeof Mark>;

export type Holder =
  | { is: 'nobody' }
  | { is: 'us'; written_at: Date; has_stamp: boolean }
  /** `database`: unknown where the mark cannot be read. `ours`: the id of the one that asks. */
  | { is: 'another' | 'copy'; ours: string; database?: string; written_at?: Date };

/** Storage belongs to another database, or to a copy of this one. */
export class OthersFiles extends StorageProblem {}

const CHECK_MS = 60_000;
const AGAIN_MS = 10_000;
const ANSWER_MS = 2_000;
export const STAMP_MS = 10 * 60_000;
const DAYS_KEPT = 30;

/** Whose the files in storage are, for a database whose schema may be an older one. */
export async function holderOf(client: pg.ClientBase, { mark }: Storage): Promise<Holder> {
  const ours = await databaseId(client);
  const text = await mark?.read();
  if (text === undefined) return { is: 'nobody' };
  const found = readMark(text);
  if (!found) return { is: 'another', ours };
  const { database, stamp, written_at } = found;
  if (database !== ours) return { is: 'another', ours, database, written_at };
  if (stamp === undefined) return { is: 'us', written_at, has_stamp: false };
  if (!(await isKnown(client, stamp))) return { is: 'copy', ours, database, written_at };
  return { is: 'us', written_at, has_stamp: true };
}

function readMark(text: string): Mark | undefined {
  try {
    return Mark.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined; // no mark of this program, so somebody else's
  }
}

/** An older schema has no place for stamps, so none is known there. */
async function keepsStamps(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ name: string | null }>(
    "select to_regclass('public.storage_stamps') as name",
  );
  return Boolean(rows[0]?.name);
}

async function isKnown(client: pg.ClientBase, stamp: string): Promise<boolean> {
  if (!(await keepsStamps(client))) return false;
  const { rowCount } = await client.query('select from public.storage_stamps where stamp = $1', [stamp]);
  return Boolean(rowCount);
}

/** Marks the files in storage as those of this database, whosever they were. Its schema may be an older one. */
export async function takeStorage(client: pg.ClientBase, storage: Storage): Promise<void> {
  const refusal = await writeMark(client, storage, randomUUID());
  if (refusal) throw refusal;
}

/** Returns the reason where storage refuses the mark. The next try uses the same stamp, so that unused ones do not pile up. */
async function writeMark(
  client: pg.ClientBase,
  { mark }: Storage,
  stamp: string,
): Promise<Error | undefined> {
  const database = await databaseId(client);
  const isKept = await keepsStamps(client);
  // Known here before it stands there: whatever ends this in between, nobody takes it for another's.
  if (isKept)
    await client.query(
      'insert into storage_stamps (stamp) values ($1) on conflict (stamp) do update set written_at = now()',
      [stamp],
    );
  const text = JSON.stringify({ database, ...(isKept && { stamp }), written_at: new Date().toISOString() });
  try {
    await mark?.write(`${text}\n`);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
  if (isKept)
    await client.query('delete from storage_stamps where written_at < now() - make_interval(days => $1)', [
      DAYS_KEPT,
    ]);
  return undefined;
}

/** For a database that is about to be thrown away: the next one may have the files. Those of another one stay marked as its own. */
export async function leaveStorage(client: pg.ClientBase, storage: Storage): Promise<void> {
  if ((await holderOf(client, storage)).is === 'us') await storage.mark?.remove();
}

/** Whose storage is not ours, and what to do about it. `place`: where the files are; `take_over`: the command. */
export function strangerInWords(
  { is, ours, database, written_at }: Extract<Holder, { ours: string }>,
  { place, take_over }: { place: string; take_over: string },
): string {
  const when = written_at ? `, which last renewed its mark at ${written_at.toISOString()}` : '';
  const whose =
    is === 'copy'
      ? `The files in ${place} are those of a copy of this installation${when}, or its database was set back to an earlier state.`
      : `The files in ${place} are those of another installation, with the database ${database ?? '(unknown)'}${when}; this one is ${ours}.`;
  return (
    `${whose} Two databases on the same files would remove what the other one needs. ` +
    'Give this one files of its own (S3_PREFIX or S3_BUCKET, or without a bucket --data-dir). ' +
    `If the other one is gone for good, take its files over: ${take_over}`
  );
}

export interface OwnerCheck {
  /** Throws where storage belongs to another database, or where nobody can say. */
  requireOwn(): Promise<void>;
  /** Throws also where storage is ours and does not take the mark that says so. */
  requireMarked(): Promise<void>;
}

/**
 * Makes sure that storage belongs to the database at `url`: marks what is nobody's, and renews a mark that is old. It asks again a
 * minute after it was sure.
 */
export function ownerCheck(
  url: string,
  storage: Storage,
  words: { place: string; take_over: string },
): OwnerCheck {
  let isSure = false;
  let askAt = 0;
  let asking: Promise<void> | undefined;
  let refusal: Error | undefined;
  let stamp = randomUUID();
  const ask = async () => {
    try {
      refusal = await makeOwn(url, storage, { words, stamp });
      if (!refusal) stamp = randomUUID();
      isSure = true;
      askAt = performance.now() + (refusal ? AGAIN_MS : CHECK_MS);
    } catch (error) {
      if (error instanceof OthersFiles) isSure = false;
      // While the database is away nothing is removed that it would have to name.
      if (storageProblem(error) || !isSure) throw error;
      askAt = performance.now() + AGAIN_MS;
    }
  };
  const requireOwn = async () => {
    if (isSure && performance.now() < askAt) return;
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    await asking;
  };
  return {
    requireOwn,
    async requireMarked() {
      await requireOwn();
      if (refusal) throw refusal;
    },
  };
}

/** Returns the reason where storage that is ours already refuses a new mark: files can still be removed from it. */
async function makeOwn(
  url: string,
  storage: Storage,
  { words, stamp }: { words: { place: string; take_over: string }; stamp: string },
): Promise<Error | undefined> {
  const lookAt = async (client: pg.Client) => {
    const holder = await holderOf(client, storage);
    if ('ours' in holder) throw new OthersFiles('denied', strangerInWords(holder, words));
    if (holder.is === 'nobody') return 'nobodys';
    return holder.has_stamp && Math.abs(Date.now() - holder.written_at.getTime()) < STAMP_MS
      ? 'fresh'
      : 'old';
  };
  const config = {
    connectionString: url,
    application_name: 'tickets storage',
    // Whoever writes a file waits for it, and so do probes.
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  };
  return withOwnConnection(config, async (client) => {
    if ((await lookAt(client)) === 'fresh') return undefined;
    // Processes of one database that come at once are served one after another.
    await client.query("select pg_advisory_lock(hashtextextended('tickets storage', 0))");
    const found = await lookAt(client);
    if (found === 'fresh') return undefined;
    const refusal = await writeMark(client, storage, stamp);
    if (refusal && found === 'nobodys') throw refusal;
    return refusal;
  });
}

/** The same storage, which writes and removes nothing where it belongs to another database. */
export function ownedStorage(storage: Storage, { requireOwn, requireMarked }: OwnerCheck): Storage {
  const { uploadUrl } = storage;
  return {
    ...storage,
    async put(key, bytes) {
      await requireOwn();
      await storage.put(key, bytes);
    },
    async putStream(key, source: Readable) {
      await requireOwn().catch((error: unknown) => {
        source.destroy();
        throw error;
      });
      return storage.putStream(key, source);
    },
    async remove(key) {
      await requireOwn();
      await storage.remove(key);
    },
    async check() {
      await storage.check();
      await requireMarked();
    },
    ...(uploadUrl && {
      async uploadUrl(key, file) {
        await requireOwn();
        return uploadUrl(key, file);
      },
    }),
  };
}
