import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { emptyTestDatabase } from '@tickets/testkit/database/database';
import { countEveryTable, fillEveryTable } from '@tickets/testkit/database/rows-everywhere';
import { allowDatabaseError } from '@tickets/testkit/guard/watch';
import type pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { askDiscord } from '../doctor/ask-discord.ts';
import { databaseSchema, discordFollows } from '../doctor/database-checks.ts';
import { withClient } from '../platform/db/embedded/connection.ts';
import { migrate, newestMigration } from '../platform/db/migrate.ts';
import { diskStorage } from '../platform/storage/storage.ts';
import { makeBackup } from './make.ts';
import { folderPlace } from './place.ts';
import { restoreBackup } from './restore.ts';
import { readContent, readTables } from './snapshot.ts';

// What fails here on purpose is reported.
allowDatabaseError(/23505: duplicate key value violates unique constraint/);

vi.setConfig({ testTimeout: 60_000 });

/** Schemas in which there may be data somewhere, oldest first; the newest one is always among them. */
const schemas = [8, 20, 28, 35, 38, newestMigration()];

/** Of every table the rows, as far as it had columns before: in words that do not depend on their order. */
type Contents = Map<string, { columns: string[]; content: string }>;
async function contentsOf(client: pg.Client, as?: Contents): Promise<Contents> {
  await client.query("set timezone = 'UTC'");
  const contents: Contents = new Map();
  for (const shape of await readTables(client)) {
    if (as && !as.has(shape.name)) continue;
    const columns = as?.get(shape.name)?.columns ?? shape.columns;
    contents.set(shape.name, {
      columns,
      content: (await readContent(client, { ...shape, columns })).content,
    });
  }
  return contents;
}

test.each(schemas)(
  'everything that stands in schema %i is there after an upgrade to the newest',
  async (version) => {
    await using database = await emptyTestDatabase();
    await migrate(database.url, { to: version });
    await withClient(database.url, async (client) => {
      await fillEveryTable(client);
      const counts = await countEveryTable(client);
      expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([]);
      const before = await contentsOf(client);

      await migrate(database.url);

      const after = await countEveryTable(client);
      expect(Object.keys(counts).filter((table) => !(table in after))).toEqual([]);
      expect(Object.entries(counts).filter(([table, count]) => (after[table] ?? 0) < count)).toEqual([]);
      const shapes = new Map((await readTables(client)).map((shape) => [shape.name, shape]));
      const differing: string[] = [];
      for (const [name, { columns, content }] of before) {
        const shape = shapes.get(name);
        if (!shape || after[name] !== counts[name]) continue;
        const same = columns.filter((column) => shape.columns.includes(column));
        expect(same, `columns of ${name}`).toEqual(columns);
        if ((await readContent(client, { ...shape, columns })).content !== content) differing.push(name);
      }
      expect(differing).toEqual([]);
    });
    const asked = { database_url: database.url } as Parameters<typeof databaseSchema.run>[0];
    expect(await databaseSchema.run(asked, askDiscord(undefined))).toMatchObject({ status: 'ok' });
    expect(await discordFollows.run(asked, askDiscord(undefined))).not.toMatchObject({ status: 'error' });
  },
);

test.each(schemas)(
  'a backup of schema %i becomes the newest schema where it is restored',
  async (version) => {
    const dir = await mkdtemp(join(tmpdir(), 'tickets-upgrades-'));
    onTestFinished(() => rm(dir, { recursive: true, force: true }));
    await using source = await emptyTestDatabase();
    await using target = await emptyTestDatabase();
    await migrate(source.url, { to: version });
    await withClient(source.url, async (client) => {
      await fillEveryTable(client);
      // A restore leaves a gap after other numbers.
      await client.query('update guilds set last_ticket_id = 0');
    });
    const common = {
      storage: diskStorage(join(dir, 'files')),
      place: folderPlace(join(dir, 'backups')),
      secrets: [],
    };
    const { folder } = await makeBackup({ ...common, url: source.url, now: new Date(), reason: 'upgrade' });
    const { manifest, migrated } = await restoreBackup({
      ...common,
      url: target.url,
      folder,
      keys_belong: '',
      journal: join(dir, 'journal'),
    });
    expect(manifest.migrations.at(-1)?.version).toBe(version);
    expect(migrated.length > 0).toBe(version < newestMigration());
    // The same as if the old one had been upgraded where it stands.
    const old = await withClient(source.url, (client) => contentsOf(client));
    await migrate(source.url);
    const [upgraded, restored] = await Promise.all([
      withClient(source.url, (client) => contentsOf(client, old)),
      withClient(target.url, (client) => contentsOf(client, old)),
    ]);
    expect(restored).toEqual(upgraded);
  },
);

test.each(schemas)('a backup of schema %i holds the files that members sent', async (version) => {
  const dir = await mkdtemp(join(tmpdir(), 'tickets-upgrades-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  await using source = await emptyTestDatabase();
  await using target = await emptyTestDatabase();
  await migrate(source.url, { to: version });
  const storage = diskStorage(join(dir, 'files'));
  // Before schema 35 the hash of a file was its place.
  const key = createHash('sha256').update('notes').digest('hex');
  await withClient(source.url, (client) =>
    client.query(
      version < 35
        ? "insert into stored_files (sha256, size) values (decode($1, 'hex'), 5)"
        : "insert into stored_files (sha256, size, storage_key) values (decode($1, 'hex'), 5, $1)",
      [key],
    ),
  );
  await storage.put(key, Buffer.from('notes'));
  const place = folderPlace(join(dir, 'backups'));
  const { folder, manifest } = await makeBackup({
    url: source.url,
    storage,
    place,
    secrets: [],
    now: new Date(),
    reason: 'upgrade',
  });
  expect(manifest.files).toMatchObject({ count: 1, missing: 0 });
  const elsewhere = diskStorage(join(dir, 'elsewhere'));
  await restoreBackup({
    url: target.url,
    storage: elsewhere,
    place,
    folder,
    secrets: [],
    keys_belong: '',
    journal: join(dir, 'journal'),
  });
  const file = await elsewhere.get(key);
  expect(file && (await text(file.stream))).toBe('notes');
});
