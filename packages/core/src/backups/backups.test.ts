import { createHash, randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { emptyTestDatabase } from '@tickets/testkit/database/database';
import { gateTo } from '@tickets/testkit/database/database-gate';
import { fillEveryTable } from '@tickets/testkit/database/rows-everywhere';
import { allowDatabaseError } from '@tickets/testkit/guard/watch';
import { s3Bucket, s3Keys, startS3Double } from '@tickets/testkit/outside/s3-double';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createSealer, sealingKeyName } from '../platform/crypto/seal.ts';
import { withClient } from '../platform/db/embedded/connection.ts';
import { migrate, newestMigration } from '../platform/db/migrate.ts';
import { damagedMax, StorageProblem } from '../platform/storage/problem.ts';
import { openBucket } from '../platform/storage/s3.ts';
import { diskStorage, type Storage } from '../platform/storage/storage.ts';
import { fileColumns, noFiles } from './files.ts';
import { listBackups, removeHalf, removeOld, usableForUpgrade } from './kept.ts';
import { makeBackup } from './make.ts';
import { manifestPath, writeManifest } from './manifest.ts';
import { copiesInWords, makeAndNote } from './nightly.ts';
import { notOursInWords } from './not-ours.ts';
import type { Owner } from './own.ts';
import { type BackupPlace, bucketPlace, folderPlace } from './place.ts';
import { type RestoreInput, restoreBackup } from './restore.ts';
import { leftOut, readContent, readTables, type TableContent } from './snapshot.ts';
import { isLeft, whileMarked } from './writing.ts';

// What fails here on purpose is reported. What PostgreSQL makes of a table that was changed depends on where it was.
allowDatabaseError(/57014: COPY from stdin failed:|22021: invalid byte sequence|22P02: invalid input syntax/);

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const key = 'the key of the installation that is backed up';
let dir = '';
let source: Awaited<ReturnType<typeof emptyTestDatabase>>;
let storage: Storage;
let double: Awaited<ReturnType<typeof startS3Double>>;
const places: Record<string, BackupPlace> = {};
/** One file is much larger than what a stream holds. */
const files = [randomBytes(300_000), Buffer.from('small'), Buffer.alloc(0)];
const hashOf = (bytes = Buffer.alloc(0)) => createHash('sha256').update(bytes).digest();
const fileKeys = files.map(() => randomBytes(32).toString('hex'));
const journal = `${JSON.stringify({ simulated: 'world' })}\n`.repeat(1_000);

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tickets-backups-'));
  [source, double] = await Promise.all([emptyTestDatabase(), startS3Double()]);
  storage = diskStorage(join(dir, 'files'));
  places.folder = folderPlace(join(dir, 'backups'));
  const bucket = await openBucket({
    bucket: s3Bucket,
    region: 'eu-central-1',
    endpoint: double.url,
    ...s3Keys,
    spool_folder: join(dir, 'spool'),
  });
  places.bucket = bucketPlace(bucket, 'backups', 's3:backups');
  await migrate(source.url);
  await withClient(source.url, async (client) => {
    await fillEveryTable(client);
    const sealed = createSealer([key]).seal('a token', 'session:00000000-0000-4000-8000-000000000000');
    // Of the sealed values only this one was sealed with a key that there is.
    await client.query('update sessions set access_token = null, refresh_token = null');
    await client.query('update sessions set access_token = $1 where session_id::text like $2', [
      sealed,
      '%0',
    ]);
    for (const [n, storage_key] of fileKeys.entries())
      await client.query(
        'insert into stored_files (sha256, storage_key, size, content_type) values ($1, $2, $3, $4)',
        [hashOf(files[n]), storage_key, files[n]?.length, 'image/png'],
      );
    // Of a demo, as the journal is.
    await client.query("update installation set discord = 'simulated'");
    await client.query("select graphile_worker.add_job('files.remove_unused', '{}'::json, job_key := 'one')");
    await client.query("update graphile_worker._private_jobs set locked_at = now(), locked_by = 'somebody'");
    // Deleted rows have taken their numbers with them.
    await client.query("select setval(pg_get_serial_sequence('panels', 'panel_id'), 4711)");
  });
  for (const [n, name] of fileKeys.entries()) await storage.put(name, files[n] ?? Buffer.alloc(0));
  await writeFile(join(dir, 'journal.jsonl'), journal);
});
afterAll(async () => {
  await double[Symbol.asyncDispose]();
  await source[Symbol.asyncDispose]();
  await rm(dir, { recursive: true, force: true });
});

let moment = Date.UTC(2026, 5, 1);
const back = (place: BackupPlace, more: Partial<Parameters<typeof makeBackup>[0]> = {}) => {
  moment += 60_000;
  return makeBackup({
    url: source.url,
    storage,
    place,
    secrets: [key],
    journal: join(dir, 'journal.jsonl'),
    now: new Date(moment),
    reason: 'command',
    ...more,
  });
};

async function newTarget() {
  const database = await emptyTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'tickets-restored-'));
  let isRemoved = false;
  const remove = async () => {
    if (isRemoved) return;
    isRemoved = true;
    await database[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  };
  const restore = (place: BackupPlace, backup: string, more: Partial<RestoreInput> = {}) =>
    restoreBackup({
      url: database.url,
      storage: diskStorage(join(folder, 'files')),
      place,
      folder: backup,
      secrets: [key],
      keys_belong: 'Name it in SECRET_KEYS.',
      journal: join(folder, 'journal.jsonl'),
      ...more,
    });
  return { url: database.url, folder, storage: diskStorage(join(folder, 'files')), restore, remove };
}

/** The same for one test. */
async function ownTarget() {
  const target = await newTarget();
  onTestFinished(target.remove);
  return target;
}

async function contentsOf(url: string): Promise<Record<string, TableContent>> {
  return withClient(url, async (client) => {
    await client.query("set timezone = 'UTC'");
    const contents: Record<string, TableContent> = {};
    for (const shape of await readTables(client)) contents[shape.name] = await readContent(client, shape);
    return contents;
  });
}

async function filesIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted();
}

const tablesIn = (url: string) =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ n: number }>(
      "select count(*)::int as n from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')",
    );
    return rows[0]?.n;
  });

describe.each(['folder', 'bucket'])('in a %s', (where) => {
  const place = () => {
    const found = places[where];
    if (!found) throw new Error(`there is no place ${where}`);
    return found;
  };

  test('a backup holds every table, file, counter and job, and gives all of it back', async () => {
    const { folder, manifest } = await back(place());
    expect(manifest.files).toMatchObject({ count: 3, bytes: 300_005 });
    const target = await ownTarget();
    const { without_jobs, migrated } = await target.restore(place(), folder);
    expect({ without_jobs, migrated }).toEqual({ without_jobs: false, migrated: [] });

    const [before, after] = await Promise.all([contentsOf(source.url), contentsOf(target.url)]);
    // It is given back, so that it is done.
    const { _private_jobs: held, ...others } = before;
    const { _private_jobs: free, ...theirs } = after;
    expect(theirs).toEqual(others);
    const empty = Object.entries(theirs).filter(
      ([name, { rows }]) => rows === 0 && !name.startsWith('_private'),
    );
    expect(empty).toEqual([]);
    expect(free).not.toEqual(held);
    await withClient(target.url, async (client) => {
      const { rows: jobs } = await client.query('select locked_at, key from graphile_worker._private_jobs');
      expect(jobs).toEqual([{ locked_at: null, key: 'one' }]);
      const { rows: next } = await client.query(
        "select nextval(pg_get_serial_sequence('panels', 'panel_id'))",
      );
      expect(next).toEqual([{ nextval: '4712' }]);
      expect(await offRules(client)).toEqual({ keys: await withClient(source.url, keysOf), triggers: 0 });
    });
    for (const [n, name] of fileKeys.entries()) {
      const file = await target.storage.get(name);
      expect(file && (await buffer(file.stream)).equals(files[n] ?? Buffer.alloc(0))).toBe(true);
    }
    expect(await readFile(join(target.folder, 'journal.jsonl'), 'utf8')).toBe(journal);
  });

  test('backups are listed and removed, and one without its manifest is none', async () => {
    const { folder } = await back(place());
    const half = 'tickets-20260101T000000Z';
    await place().write(
      `${half}/tables/public.tickets.1.gz`,
      Readable.from([Buffer.from('half')], { objectMode: false }),
    );
    expect((await listBackups(place())).map((backup) => backup.folder)).toContain(folder);
    expect((await listBackups(place())).map((backup) => backup.folder)).not.toContain(half);
    const target = await ownTarget();
    await expect(target.restore(place(), half)).rejects.toThrow('is not whole: it has no manifest');
    await expect(target.restore(place(), 'tickets-20260102T000000Z')).rejects.toThrow('There is no backup');
    await back(place());
    expect(await place().list()).not.toContain(half);
    await place().remove(folder);
    expect(await place().list()).not.toContain(folder);
  });

  /** Does something to the folder of a backup in the middle of its writing. */
  const meddling = (meddle: (folder: string) => Promise<void>): BackupPlace => ({
    ...place(),
    async write(path, source) {
      if (path.endsWith('public.tickets.1.gz')) await meddle(path.split('/')[0] ?? '');
      await place().write(path, source);
    },
  });

  test('one whose files are removed or changed by others while it is written fails, says why, and is not listed', async () => {
    const before = await place().list();
    const removed = meddling((folder) => place().remove(folder));
    await expect(back(removed)).rejects.toThrow(/were removed or changed.*a place of its own/);
    const other = Buffer.from('x');
    const longer = meddling((folder) =>
      place().replace(`${folder}/tables/public.tags.1.gz`, Buffer.alloc(9_999)),
    );
    await expect(back(longer)).rejects.toThrow(/were removed or changed.*a place of its own/);
    expect(await place().list()).toEqual(before);
    // What the system of a disk puts there is nobody's.
    const more = meddling((folder) => place().write(`${folder}/tables/.nfs0001`, Readable.from([other])));
    await place().remove((await back(more)).folder);
  });

  test('one whose files go as its manifest is written is not left with it', async () => {
    const before = await place().list();
    const late: BackupPlace = {
      ...place(),
      async write(path, source) {
        if (path.endsWith(manifestPath)) await place().remove(path.split('/')[0] ?? '');
        await place().write(path, source);
      },
    };
    await expect(back(late)).rejects.toThrow(/were removed or changed/);
    expect(await place().list()).toEqual(before);
  });

  test('one that is still written is left alone by copies of its installation, which have the same id', async () => {
    const { database } = (await back(place())).owner;
    const later = new Date(moment + 30 * 86_400_000);
    const { folder } = await back(meddling(async () => removeHalf(place(), database, later)));
    const target = await ownTarget();
    await target.restore(place(), folder);
  });
});

const keysOf = async (client: pg.Client) => {
  const { rows } = await client.query<{ n: number }>(
    "select count(*)::int as n from pg_constraint where contype = 'f' and convalidated",
  );
  return rows[0]?.n;
};
const offRules = async (client: pg.Client) => {
  const { rows } = await client.query<{ n: number }>(
    "select count(*)::int as n from pg_trigger where tgenabled = 'D'",
  );
  return { keys: await keysOf(client), triggers: rows[0]?.n };
};

const place = () => places.folder as BackupPlace;

test('what is written during a backup is in none of its parts', async () => {
  let late: Promise<unknown> | undefined;
  const { folder, manifest } = await back(place(), {
    onProgress: (text) => {
      if (text.startsWith('guilds'))
        late = withClient(source.url, (client) =>
          client.query("insert into users (user_id, username) values (5000, 'late')"),
        );
    },
  });
  await late;
  const target = await ownTarget();
  await target.restore(place(), folder);
  const users = manifest.tables.find(({ name }) => name === 'users');
  expect(await contentsOf(target.url)).toMatchObject({
    users: { rows: users?.rows, content: users?.content },
  });
  expect((await contentsOf(source.url)).users?.rows).toBe((users?.rows ?? 0) + 1);
});

describe('numbers of tickets that were given out since the backup', () => {
  const minute = 60_000;

  /** A backup of an hour ago, of a server with tickets that were opened so many minutes before it, and of one without. */
  async function backOf(opened: number[], discord: 'real' | 'simulated', version?: number) {
    const database = await emptyTestDatabase();
    onTestFinished(() => database[Symbol.asyncDispose]());
    await migrate(database.url, version === undefined ? {} : { to: version });
    const made_at = Date.now() - 60 * minute;
    await withClient(database.url, async (client) => {
      if (version === undefined)
        await client.query('insert into installation (discord) values ($1)', [discord]);
      await client.query(
        "insert into guilds (guild_id, name, owner_id, last_ticket_id) values (1, 'a', 3, $1), (2, 'b', 3, 0)",
        [opened.length + 10],
      );
      for (const [n, minutes] of opened.entries())
        await client.query(
          `insert into tickets (guild_id, ticket_id, status, opener_id, source, interaction_id, subject, channel_name, opened_at)
           values (1, $1::integer, 'closed', 3, 'panel', $1::integer, '', '', $2)`,
          [n + 1, new Date(made_at - minutes * minute)],
        );
    });
    const here = folderPlace(join(dir, `numbers of ${opened.length} ${discord} ${version}`));
    const { folder } = await back(here, {
      url: database.url,
      journal: join(dir, 'none.jsonl'),
      now: new Date(made_at),
    });
    return { here, folder };
  }

  const lastIn = (url: string) =>
    withClient(url, async (client) => {
      const { rows } = await client.query<{ last: number }>(
        'select last_ticket_id as last from guilds order by guild_id',
      );
      return rows.map(({ last }) => last);
    });

  test('are not given again in the real Discord, where messages name them', async () => {
    const { here, folder } = await backOf([1, 30, 59, 90, 900], 'real');
    const target = await ownTarget();
    expect(await target.restore(here, folder)).toMatchObject({ has_number_gap: true });
    // Three were opened within an hour of the backup, which is an hour old.
    expect(await lastIn(target.url)).toEqual([15 + 100 + 2 * 3, 0]);
  });

  test('are not given again by an older program either, whose schema is kept', async () => {
    const { here, folder } = await backOf([1, 90], 'real', 20);
    const target = await ownTarget();
    await target.restore(here, folder, { keep_schema: true });
    expect(await lastIn(target.url)).toEqual([12 + 100 + 2, 0]);
  });

  test('go on as they were in a demo, whose Discord is restored, too', async () => {
    const { here, folder } = await backOf([1], 'simulated');
    const target = await ownTarget();
    expect(await target.restore(here, folder)).toMatchObject({ has_number_gap: false });
    expect(await lastIn(target.url)).toEqual([11, 0]);
  });
});

test('is restored only where nothing is', async () => {
  const { folder } = await back(place());
  const target = await ownTarget();
  await target.restore(place(), folder);
  const before = await contentsOf(target.url);
  await expect(target.restore(place(), folder)).rejects.toThrow(
    /is not empty \(it has a table .*Nothing was changed/,
  );
  expect(await contentsOf(target.url)).toEqual(before);
  expect(await readFile(join(target.folder, 'journal.jsonl'), 'utf8')).toBe(journal);
});

test('where an earlier restore may have been complete, the refusal says how to find out and what is left to do then', async () => {
  const { folder } = await back(place());
  const target = await ownTarget();
  await target.restore(place(), folder);
  await expect(target.restore(place(), folder)).rejects.toThrow(
    /If an earlier restore was interrupted at its very end.*npm run doctor.*storage take-over/,
  );
  const others = await ownTarget();
  await withClient(others.url, (client) => client.query('create table tags ()'));
  await expect(others.restore(place(), folder)).rejects.not.toThrow('earlier restore');
});

describe('what others keep in the database', () => {
  /** A database in that schema, with what an administrator made by hand in it. */
  async function amongOthers({ to }: { to?: number } = {}) {
    const database = await emptyTestDatabase();
    onTestFinished(() => database[Symbol.asyncDispose]());
    await migrate(database.url, to === undefined ? {} : { to });
    await withClient(database.url, async (client) => {
      await fillEveryTable(client);
      await client.query(`
        update guilds set last_ticket_id = 0;
        create table dba_notes (note_id serial primary key, note text); insert into dba_notes (note) values ('theirs');
        create table "DBA Notes" (id serial); insert into "DBA Notes" values (default);
        alter table tags add column notes jsonb, add column seen timestamptz[];
        update tags set notes = '{"a":  1}', seen = array[now(), null]`);
    });
    return database.url;
  }
  const columnsOf = (url: string) =>
    withClient(url, async (client) => {
      const { rows } = await client.query<{ name: string }>(`
        select attname as name from pg_attribute
        where attrelid = 'tags'::regclass and attnum > 0 and not attisdropped order by 1`);
      return rows.map(({ name }) => name);
    });

  test('is in no backup of the newest schema, which says so and becomes all that is ours', async () => {
    const url = await amongOthers();
    const { folder, manifest, not_ours } = await back(place(), { url, secrets: [] });
    expect(not_ours).toEqual(['DBA Notes', 'dba_notes', 'tags.notes', 'tags.seen']);
    expect(JSON.stringify(manifest.tables)).not.toMatch(/notes"/i);
    const target = await ownTarget();
    expect(await target.restore(place(), folder)).toMatchObject({ not_ours: [] });
    expect(await columnsOf(target.url)).toEqual(await columnsOf(source.url));
  });

  test('is left out where a backup of an older schema is restored, which says so and compares everything', async () => {
    const to = newestMigration() - 1;
    const url = await amongOthers({ to });
    const { folder, manifest } = await back(place(), { url, secrets: [] });
    expect(manifest.tables.map(({ name }) => name)).toContain('dba_notes');
    const target = await ownTarget();
    const { not_ours, migrated, tables } = await target.restore(place(), folder);
    expect(notOursInWords({ not_ours })).toBe(
      'Left out, because they are not of this program: dba_notes, tags.notes, tags.seen.',
    );
    expect(tables).toBe(manifest.tables.length - 1);
    expect(migrated).toHaveLength(1);
    expect(await columnsOf(target.url)).toEqual(await columnsOf(source.url));
  });

  test('stays as it is where a backup is restored beside it, but for what has a name of ours', async () => {
    const { folder } = await back(place());
    const target = await ownTarget();
    // A reference that does not hold shows whether it was made anew.
    await withClient(target.url, (client) =>
      client.query(`
        create table dba_notes (note_id int primary key, about int references dba_notes);
        alter table dba_notes disable trigger all; insert into dba_notes values (1, 2)`),
    );
    await target.restore(place(), folder);
    await withClient(target.url, async (client) => {
      expect((await client.query('select * from dba_notes')).rows).toEqual([{ note_id: 1, about: 2 }]);
      expect(
        (await client.query("select tgenabled from pg_trigger where tgrelid = 'dba_notes'::regclass")).rows,
      ).not.toContainEqual({ tgenabled: 'O' });
    });

    const taken = await ownTarget();
    await withClient(taken.url, (client) => client.query('create table dba_notes (); create table tags ()'));
    await expect(taken.restore(place(), folder)).rejects.toThrow('it has a table tags');
    expect(await tablesIn(taken.url)).toBe(2);
  });
});

test('names the keys that open its secrets, holds none of them, and asks for them', async () => {
  const { folder, manifest } = await back(place());
  expect(manifest.keys).toContainEqual({ name: sealingKeyName(key), is_known: true, values: 1 });
  const target = await ownTarget();
  await expect(target.restore(place(), folder, { secrets: ['another key'] })).rejects.toThrow(
    `sealed with a key that is not configured here: ${sealingKeyName(key)} (1 value). A backup never contains keys. Name it in SECRET_KEYS.`,
  );
  expect(await tablesIn(target.url)).toBe(0);
  await target.restore(place(), folder, { secrets: ['another key', key] });
  const { rows } = await withClient(target.url, (client) =>
    client.query('select session_id, access_token from sessions where access_token is not null'),
  );
  expect(createSealer([key]).open(rows[0].access_token, `session:${rows[0].session_id}`)).toBe('a token');
  const lost = await ownTarget();
  await lost.restore(place(), folder, { secrets: [], without_keys: true });
});

test('a journal that cannot be looked at fails the backup, and one that is not there is left out', async () => {
  const below = join(dir, 'journal.jsonl', 'no folder');
  await expect(back(place(), { journal: below })).rejects.toThrow(/ENOTDIR/);
  expect((await back(place(), { journal: join(dir, 'none.jsonl') })).manifest.journal).toBeNull();
});

const harms: Record<string, (backup: string) => Promise<void>> = {
  'a table that was changed': async (backup) => {
    const path = join(backup, 'tables/public.tickets.1.gz');
    const bytes = await readFile(path);
    bytes[bytes.length - 9] = (bytes.at(-9) ?? 0) ^ 1;
    await writeFile(path, bytes);
  },
  'a table that was cut short': (backup) => truncate(join(backup, 'tables/public.tickets.1.gz'), 20),
  'a table that is missing': (backup) => rm(join(backup, 'tables/public.users.1.gz')),
  'a file that was changed': async (backup) => {
    const [name = ''] = fileKeys;
    await writeFile(join(backup, 'files', name.slice(0, 2), name), randomBytes(300_000));
  },
  'a file that is missing': async (backup) => {
    const [name = ''] = fileKeys;
    await rm(join(backup, 'files', name.slice(0, 2), name));
  },
  'a list that was cut short': (backup) => truncate(join(backup, 'files/list.1.gz'), 30),
  'a journal that was changed': (backup) => writeFile(join(backup, 'journal.1.gz'), 'something else'),
  'a manifest that was changed': async (backup) => {
    const path = join(backup, manifestPath);
    await writeFile(path, (await readFile(path, 'utf8')).replace('"rows": 3', '"rows": 2'));
  },
  'a manifest that was cut short': (backup) => truncate(join(backup, manifestPath), 400),
};

describe('a backup that was harmed', () => {
  let whole = '';
  let target: Awaited<ReturnType<typeof newTarget>>;
  beforeAll(async () => {
    whole = (await back(place())).folder;
    target = await newTarget();
  });
  afterAll(() => target.remove());

  test.each(Object.keys(harms))('by %s is refused, and nothing of it stays', async (harm) => {
    const folder = `tickets-2026070${Object.keys(harms).indexOf(harm)}T000000Z`;
    await cp(place().nameOf(whole), place().nameOf(folder), { recursive: true });
    await harms[harm]?.(place().nameOf(folder));
    await expect(target.restore(place(), folder)).rejects.toThrow(/is not whole|is damaged|cannot be read/);
    expect(await tablesIn(target.url)).toBe(0);
    const left = await readdir(target.folder, { recursive: true, withFileTypes: true });
    expect(left.filter((entry) => entry.isFile())).toEqual([]);
  });

  test('does not keep a whole one from being restored there', async () => {
    await target.restore(place(), whole);
    expect(await contentsOf(target.url)).toMatchObject({
      users: await contentsOf(source.url).then(({ users }) => users),
    });
  });
});

describe('into storage that has files of another installation', () => {
  const [first = ''] = fileKeys;
  const bytesIn = async (shared: Storage, name: string) => {
    const found = await shared.get(name);
    return found && (await buffer(found.stream));
  };

  test('a restore that fails leaves the files that were there, takes back what it brought, and says that nothing was restored', async () => {
    const target = await ownTarget();
    const harmed = (await back(place())).folder;
    const list = await readFile(join(place().nameOf(harmed), 'files/list.1.gz'));
    const names = gunzipSync(list)
      .toString()
      .trim()
      .split('\n')
      .map((line) => String(JSON.parse(line).key));
    const last = names.at(-1) ?? '';
    await writeFile(join(place().nameOf(harmed), 'files', last.slice(0, 2), last), randomBytes(9));
    for (const [n, name] of fileKeys.entries())
      if (name === names[0]) await target.storage.put(name, files[n] ?? Buffer.alloc(0));
    await writeFile(join(target.folder, 'journal.jsonl'), journal);
    const before = await filesIn(target.folder);
    await expect(target.restore(place(), harmed)).rejects.toThrow(/is damaged/);
    expect(await filesIn(target.folder)).toEqual(before);
    expect(before).toHaveLength(2);
    expect(await tablesIn(target.url)).toBe(0);
  });

  test('a file that is there with other bytes is not written over, and the restore is refused', async () => {
    const { folder } = await back(place());
    const target = await ownTarget();
    await target.storage.put(first, Buffer.from('of somebody else'));
    await expect(target.restore(place(), folder)).rejects.toThrow(
      `There is a file ${first} in storage already, with other bytes than in the backup. It was left as it is, and nothing was restored.`,
    );
    expect(await filesIn(target.folder)).toEqual([first]);
    expect(String(await bytesIn(target.storage, first))).toBe('of somebody else');
    expect(await tablesIn(target.url)).toBe(0);
  });

  test('a restore says how many of its files were there already', async () => {
    const { folder } = await back(place());
    const target = await ownTarget();
    expect(await target.restore(place(), folder, { storage })).toMatchObject({ files_there: 3 });
    const other = await ownTarget();
    expect(await other.restore(place(), folder)).toMatchObject({ files_there: 0 });
  });
});

test('a restore whose last answer is lost finds out that the data is there, and keeps its files', async () => {
  const { folder } = await back(place());
  const target = await ownTarget();
  await using gate = await gateTo(target.url);
  await target.restore(place(), folder, {
    url: gate.url,
    onProgress: (text) => text === 'checking' && gate.loseAnswerTo('commit\0'),
  });
  expect(await contentsOf(target.url)).toMatchObject({
    users: await contentsOf(source.url).then(({ users }) => users),
  });
  for (const name of fileKeys) expect(await target.storage.get(name)).toBeDefined();
});

test('a restore whose connection breaks before its end finds out that nothing is there, and takes its files back', async () => {
  const { folder } = await back(place());
  const target = await ownTarget();
  await using gate = await gateTo(target.url);
  const cut = {
    ...target.storage,
    async putStream(name: string, source: Readable) {
      const measured = await target.storage.putStream(name, source);
      gate.replace();
      await gate.shut();
      await gate.open();
      return measured;
    },
  };
  await expect(target.restore(place(), folder, { url: gate.url, storage: cut })).rejects.toThrow(
    /was not restored: .*Everything is as before/,
  );
  expect(await filesIn(target.folder)).toEqual([]);
  expect(await tablesIn(target.url)).toBe(0);
  await target.restore(place(), folder);
});

test('of a newer program is refused', async () => {
  const { folder, manifest } = await back(place());
  const newer = {
    ...manifest,
    migrations: [...manifest.migrations, { version: 9_999, name: 'x', checksum: '0'.repeat(64) }],
  };
  await writeFile(join(place().nameOf(folder), manifestPath), writeManifest(newer));
  const target = await ownTarget();
  await expect(target.restore(place(), folder)).rejects.toThrow('knows only up to');
  expect(await tablesIn(target.url)).toBe(0);
});

test('what does not arrive as it left is not kept, although every byte of the backup is right', async () => {
  const { folder, manifest } = await back(place());
  const tables = manifest.tables.map((table) => (table.name === 'tags' ? { ...table, content: '1' } : table));
  await writeFile(join(place().nameOf(folder), manifestPath), writeManifest({ ...manifest, tables }));
  const target = await ownTarget();
  await expect(target.restore(place(), folder)).rejects.toThrow(
    'tags did not arrive as it was: 3 of 3 rows, some with other contents.',
  );
  expect(await tablesIn(target.url)).toBe(0);
});

test('what is left of one that was killed goes when the next begins; that of another database stays', async () => {
  const { database } = (await back(place())).owner;
  const left = async (ending: string, minutes?: number) => {
    const name = `tickets-20260601T030000Z-nightly-${ending}`;
    const write = async (path: string, text: string) =>
      place().write(`${name}/${path}`, Readable.from([Buffer.from(text)], { objectMode: false }));
    if (minutes !== undefined)
      await write('written_at', new Date(Date.now() - minutes * 60_000).toISOString());
    await write('tables/a.1.gz', 'half');
    return name;
  };
  const ours = await left(`${database}-00000001`, 11);
  // Of a copy of the installation, which goes on.
  const running = await left(`${database}-00000002`, 9);
  // Of an older program, which leaves no mark.
  const unmarked = await left(database);
  const others = await left('0a1b2c3d-00000001', 11);
  await back(place(), { now: new Date('2026-06-01T03:00:05Z'), reason: 'nightly' });
  const there = await place().list();
  expect(there).not.toContain(ours);
  expect(there).toEqual(expect.arrayContaining([running, unmarked, others]));
  await back(place(), { now: new Date('2026-06-02T03:00:05Z'), reason: 'nightly' });
  expect(await place().list()).not.toContain(unmarked);
  for (const name of [running, others]) await place().remove(name);
});

test('whoever writes a backup marks it again and again, until its end', async () => {
  const here = folderPlace(join(dir, 'marked'));
  const markOf = () => readFile(here.nameOf('a/written_at'), 'utf8');
  const work = async () => {
    const first = await markOf();
    await vi.waitFor(async () => expect(await markOf()).not.toBe(first));
    expect(await isLeft(here, 'a')).toBe(false);
    // It is not put again where somebody removes it.
    await here.remove('a');
    await sleep(50);
    return 'done';
  };
  expect(await whileMarked(here, 'a', work, 5)).toBe('done');
  expect(await here.list()).toEqual([]);
});

test('only one is made of a database at a time', async () => {
  const results = await Promise.allSettled([back(place()), back(place()), back(place())]);
  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused).toHaveLength(2);
  for (const { reason } of refused)
    expect(reason.message).toContain('Another backup of this database is being made');
});

test('that cannot be written leaves nothing and says why', async () => {
  const full: BackupPlace = {
    ...place(),
    async write(path, source) {
      if (path.includes('tickets.1')) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
      await place().write(path, source);
    },
  };
  const before = await place().list();
  await expect(back(full)).rejects.toThrow(
    /could not be written to .*: the disk is full\. What was written of it was removed again/,
  );
  expect(await place().list()).toEqual(before);
});

test('those that the clock makes go after their days, those before upgrades but for the newest, others never', async () => {
  const here = folderPlace(join(dir, 'old'));
  const day = 86_400_000;
  await using another = await emptyTestDatabase();
  await migrate(another.url);
  const names: Record<string, string> = {};
  let owner: Owner = { database: '', own: undefined };
  const own = new Set<string>();
  const now = Date.UTC(2026, 6, 20);
  for (const [name, reason, age] of [
    ['old', 'nightly', 9],
    ['young', 'nightly', 2],
    ['hand', 'command', 300],
    ['first', 'upgrade', 30],
    ['second', 'upgrade', 20],
    ['nightly of a copy', 'nightly', 8],
    ['upgrade of a copy', 'upgrade', 1],
  ] as const) {
    const made = await back(here, { reason, now: new Date(now - age * day) });
    names[name] = made.folder;
    if (!name.endsWith('copy')) own.add(made.folder);
    owner = { database: made.owner.database, own };
  }
  // Those of another database lie beside them.
  const others = (await back(here, { url: another.url, reason: 'nightly', now: new Date(now - 99 * day) }))
    .folder;
  const removed = await removeOld(here, owner, { days: 7, upgrades: 1 }, new Date(now));
  expect(removed.toSorted()).toEqual([names.old, names.first].toSorted());
  expect((await listBackups(here)).map(({ folder }) => folder)).toEqual([
    names.hand,
    others,
    names.second,
    names['nightly of a copy'],
    names.young,
    names['upgrade of a copy'],
  ]);
  // The last one stays, however old it is.
  const before = await here.list();
  await removeOld(here, owner, { days: 1, upgrades: 1 }, new Date(now + 90 * day));
  expect((await here.list()).toSorted()).toEqual(before.toSorted());
});

test('a database knows its own backups from those that a copy of it made in the same place', async () => {
  const here = folderPlace(join(dir, 'with a copy'));
  const noted = async (more: Partial<Parameters<typeof makeBackup>[0]>) => {
    moment += 60_000;
    const input = { url: source.url, storage, place: here, secrets: [key], now: new Date(moment) };
    return makeAndNote({ ...input, reason: 'command', ...more });
  };
  const usable = () => withClient(source.url, (client) => usableForUpgrade(here, client));
  const first = await noted({});
  // What is not written down here was written down in the copy.
  const theirs = await back(here, { reason: 'nightly' });
  const upgrade = await back(here, { reason: 'upgrade' });
  expect(await usable()).toBeUndefined();
  const second = await noted({});
  expect([first.of_copies, second.of_copies]).toEqual([[], [theirs.folder]]);
  expect(copiesInWords(here, second)).toContain(`${here.nameOf(theirs.folder)} has the id of this database`);
  expect([first.folder, second.folder].every((folder) => second.owner.own?.has(folder))).toBe(true);
  expect(second.owner.own?.has(upgrade.folder)).toBe(false);
  // Rows about those that were made stay, however old they are.
  const late = await noted({ now: new Date(moment + 400 * 86_400_000) });
  expect(late.owner.own?.has(first.folder)).toBe(true);
  const last = await noted({ now: new Date(moment + 401 * 86_400_000) });
  expect(last.owner.own?.has(first.folder)).toBe(true);
  expect(last.of_copies).toEqual([]);
});

/** Waits until no transaction on this server, in whatever database, is older than this call. */
async function othersEndTransactions(): Promise<void> {
  await withClient(source.url, async (client) => {
    const { rows } = await client.query<{ xid: string }>('select pg_current_xact_id()::text as xid');
    const oldest = async () => {
      const found = await client.query<{ isLater: boolean }>(
        'select pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 as "isLater"',
        [rows[0]?.xid],
      );
      return found.rows[0]?.isLater;
    };
    await vi.waitFor(async () => expect(await oldest()).toBe(true), { timeout: 60_000, interval: 100 });
  });
}

test('an upgrade uses again what an earlier try backed up of this database, not of another on the same server', async () => {
  await using another = await emptyTestDatabase();
  await migrate(another.url);
  const here = folderPlace(join(dir, 'shared'));
  const usable = (url: string) => withClient(url, (client) => usableForUpgrade(here, client));
  const noted = async (url: string) => {
    moment += 60_000;
    const input = { storage, place: here, secrets: [key], now: new Date(moment) };
    return makeAndNote({ ...input, url, reason: 'upgrade' });
  };
  // Until then what was written before the backup may count as written after it.
  await othersEndTransactions();
  const ours = await noted(source.url);
  expect(await usable(source.url)).toBe(ours.folder);
  expect(await usable(another.url)).toBeUndefined();
  const theirs = await noted(another.url);
  expect(await usable(another.url)).toBe(theirs.folder);
  expect(await usable(source.url)).toBe(ours.folder);
});

test('every column that names a file in storage is known', async () => {
  const { rows } = await withClient(source.url, (client) =>
    client.query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and data_type = 'text' and column_name ~ '(file|storage|image|object)_key$'`,
    ),
  );
  const known = [...fileColumns.map(({ table, column }) => `${table}.${column}`), ...Object.keys(noFiles)];
  expect(known.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

test('files are missing only where they are there to be used: not of uploads that were refused or replaced', async () => {
  const missing = async () => (await back(place())).manifest.files.missing;
  const guild_id = '4711';
  await withClient(source.url, async (client) => {
    await client.query(
      "insert into guilds (guild_id, name, owner_id) values ($1, 'Bakery', 1) on conflict do nothing",
      [guild_id],
    );
  });
  const upload = (state: string) =>
    withClient(source.url, (client) =>
      client.query(
        `insert into import_uploads (guild_id, file_type, origin, preview, content_type, file_key, state, created_at, expires_at)
         values ($1, 'data', 'upload', true, 'application/zip', $2, $3, now(), now())`,
        [guild_id, randomBytes(16).toString('hex'), state],
      ),
    );
  const before = await missing();
  for (const state of ['awaited', 'refused', 'discarded', 'done']) await upload(state);
  expect(await missing()).toBe(before);
  await upload('checked');
  expect(await missing()).toBe(before + 1);
  await withClient(source.url, (client) =>
    client.query('delete from guilds where guild_id = $1', [guild_id]),
  );
});

test('a file that was damaged in storage goes into a backup as it is, and is named when that is made and restored', async () => {
  const [key = ''] = fileKeys;
  await storage.put(key, Buffer.from('something else'));
  onTestFinished(() => storage.put(key, files[0] ?? Buffer.alloc(0)));
  const { folder, damaged } = await back(place());
  expect(damaged).toEqual({ count: 1, keys: [key] });
  const target = await ownTarget();
  expect((await target.restore(place(), folder)).damaged).toEqual(damaged);
  const file = await target.storage.get(key);
  expect(file && (await buffer(file.stream)).toString()).toBe('something else');
});

test('a file that cannot be read keeps no backup from being made, and is named', async () => {
  const [key = ''] = fileKeys;
  const path = storage.localPath?.(key) ?? '';
  await rm(path);
  await mkdir(path);
  onTestFinished(async () => {
    await rm(path, { recursive: true });
    await storage.put(key, files[0] ?? Buffer.alloc(0));
  });
  expect((await back(place())).damaged).toEqual({ count: 1, keys: [key] });
});

test('where more files cannot be read than a disk loses, there is no backup without them', async () => {
  const broken: Storage = {
    ...storage,
    get: async (key) => {
      throw new StorageProblem('damaged', 'it cannot be read', { key });
    },
  };
  const key = (n: number) => `many/${n}`;
  await withClient(source.url, async (client) => {
    for (let n = 0; n <= damagedMax; n += 1)
      await client.query(
        'insert into stored_files (sha256, storage_key, size) values (sha256($1::bytea), $2, 1)',
        [String(n), key(n)],
      );
  });
  onTestFinished(() =>
    withClient(source.url, async (client) => {
      await client.query("delete from stored_files where storage_key like 'many/%'");
    }),
  );
  await expect(back(place(), { storage: broken })).rejects.toThrow(
    /^More than 20 of the stored files cannot be read.*Among them: /,
  );
});

test('no table is left out but those that say why', async () => {
  const { rows } = await withClient(source.url, (client) =>
    client.query<{ name: string }>(
      `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('public', 'graphile_worker') and c.relkind in ('r', 'p') and not c.relispartition`,
    ),
  );
  const { manifest } = await back(place());
  const inIt = manifest.tables.map(({ schema, name }) => `${schema}.${name}`);
  expect([...inIt, ...Object.keys(leftOut)].toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});
