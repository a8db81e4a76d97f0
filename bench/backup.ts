/**
 * A backup of a million messages, and its restore: how long they take against PostgreSQL copying the same tables inside the
 * server, and the most memory that the process which does it needs. Another number of messages may be given.
 */

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import pg from 'pg';
import { makeBackup } from '../packages/core/src/backups/make.ts';
import { folderPlace } from '../packages/core/src/backups/place.ts';
import { restoreBackup } from '../packages/core/src/backups/restore.ts';
import { databaseNamed } from '../packages/core/src/platform/db/embedded/connection.ts';
import { diskStorage } from '../packages/core/src/platform/storage/storage.ts';
import { startBenchDatabase } from './database.ts';
import { atMost, report, round } from './report.ts';
import { fillServer, makeSentences, panelsOf } from './search/world.ts';

const MB = 1_000_000;

interface Work {
  what: 'backup' | 'restore';
  url: string;
  dir: string;
  folder: string;
}

interface Done {
  ms: number;
  bytes_max: number;
  folder: string;
}

/** What a process of its own does, so that its memory is that of this work alone. */
async function work({ what, url, dir, folder }: Work): Promise<Done> {
  const place = folderPlace(join(dir, 'backups'));
  const storage = diskStorage(join(dir, 'files'));
  const begun = performance.now();
  let made = folder;
  if (what === 'backup')
    made = (await makeBackup({ url, storage, place, secrets: [], now: new Date(), reason: 'command' }))
      .folder;
  else
    await restoreBackup({
      url,
      storage,
      place,
      folder,
      secrets: [],
      keys_belong: '',
      journal: join(dir, 'journal'),
    });
  // Of Linux and macOS alike, in kilobytes.
  return { ms: performance.now() - begun, bytes_max: process.resourceUsage().maxRSS * 1024, folder: made };
}

async function inProcess(given: Work): Promise<Done> {
  const child = fork(import.meta.filename, ['--work'], { execArgv: ['--max-semi-space-size=1'] });
  child.send(given);
  const [done] = await Promise.race([
    once(child, 'message') as Promise<[Done]>,
    once(child, 'exit').then(([code]) => {
      throw new Error(`the process that works ended with ${code}`);
    }),
  ]);
  child.disconnect();
  return done;
}

if (process.argv.includes('--work')) {
  process.once('message', async (given) => {
    process.send?.(await work(given as Work)); // written above
  });
} else {
  const messages = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 1_000_000);
  await using database = await startBenchDatabase();
  const client = new pg.Client(database.url);
  await client.connect();
  client.on('error', () => undefined);
  console.log('making messages ...');
  await makeSentences(client);
  await fillServer(client, { guild_id: '1001', messages }, { keep_texts: true });
  // The tickets are of panels, and a restore sees to it that there are any.
  await client.query(
    `insert into panels (panel_id, guild_id, custom_id, title, content, colour, channel_id, message_id, message_state,
       button_label, default_team) overriding system value
     select id, 1001, lpad(id::text, 30, '0'), 'A panel', 'Press', 0, 1, 1, 'posted', 'Help', false from unnest($1::int[]) id`,
    [Object.values(panelsOf('1001'))],
  );
  await client.query('vacuum analyze');

  const copied = await copyInside(client);
  const given = { dir: database.data_dir, folder: '' };
  const backup = await inProcess({ ...given, what: 'backup', url: database.url });
  const empty = databaseNamed(database.url, 'restored');
  await client.query('create database restored');
  const restore = await inProcess({ ...given, what: 'restore', url: empty, folder: backup.folder });
  await client.end();

  report(
    'backup',
    [
      atMost(
        `a backup of ${messages} messages to copying the tables inside the server`,
        backup.ms / copied,
        'times',
        5,
      ),
      atMost('its restore to the same', restore.ms / copied, 'times', 15),
      atMost('memory of a backup', backup.bytes_max / MB, 'MB', 200),
      atMost('memory of a restore', restore.bytes_max / MB, 'MB', 200),
    ],
    {
      copy_s: round(copied / 1_000),
      backup_s: round(backup.ms / 1_000),
      restore_s: round(restore.ms / 1_000),
    },
  );
}

/** The least that anything which copies these rows has to do. In milliseconds. */
async function copyInside(client: pg.Client): Promise<number> {
  const begun = performance.now();
  for (const table of ['ticket_messages', 'search_texts', 'tickets'])
    await client.query(`create table bench_copy as select * from ${table}; drop table bench_copy`);
  return performance.now() - begun;
}
