/**
 * A server's data out and in: a million messages of ten thousand tickets, as an archive, and from it into an empty server.
 * How long it takes against what the database takes for the same rows, and how much memory grows meanwhile.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { diskStorage } from '../packages/core/src/platform/storage/storage.ts';
import { exportOf } from '../packages/core/src/transfer/export/write-export.ts';
import { importByOperator } from '../packages/core/src/transfer/import/by-operator.ts';
import { benchContext } from './context.ts';
import { startBenchDatabase } from './database.ts';
import { atMost, type Figure, report, round } from './report.ts';

const { values } = parseArgs({ options: { messages: { type: 'string', default: '1000000' } } });
const MESSAGES = Number(values.messages);
const PER_TICKET = 100;
const TICKETS = MESSAGES / PER_TICKET;
const MiB = 1024 * 1024;
const from = '1001';
const to = '1002';
const other = '1003';

await using database = await startBenchDatabase();
const client = new pg.Client(database.url);
await client.connect();
client.on('error', () => undefined);
const folder = await mkdtemp(join(tmpdir(), 'tickets-bench-'));
const ctx = { ...benchContext(database.url), storage: diskStorage(join(folder, 'files')) };

/** How much the memory of this process grows while something runs, and how long that takes. */
async function measured(work: () => Promise<unknown>): Promise<{ seconds: number; grown: number }> {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 20);
  const started = performance.now();
  await work();
  clearInterval(timer);
  return { seconds: (performance.now() - started) / 1000, grown: (most - before) / MiB };
}

console.log(`making ${MESSAGES} messages ...`);
for (const [guild_id, name] of [
  [from, 'Bakery'],
  [to, 'Empty'],
  [other, 'Other'],
])
  await client.query(
    `insert into guilds (guild_id, name, owner_id, preferred_locale) values ($1, $2, 900, 'en-US')`,
    [guild_id, name],
  );
const make = async (guild_id: string, tickets: number) => {
  await client.query(
    `insert into tickets (guild_id, ticket_id, status, opener_id, source, interaction_id, subject, channel_name, opened_at,
       closed_at, has_transcript, message_count, last_seq)
     select $1::bigint, n, 'closed', 1000 + n % 500, 'panel', n, 'Help', 'ticket-' || n, timestamptz '2026-01-01' + n * interval '1 minute',
       timestamptz '2026-02-01' + n * interval '1 minute', true, $3, $3 from generate_series(1, $2::int) n`,
    [guild_id, tickets, PER_TICKET],
  );
  await client.query('update guilds set last_ticket_id = $2 where guild_id = $1', [guild_id, tickets]);
  await client.query(
    `insert into ticket_messages (guild_id, ticket_id, message_id, seq, first_seq, author_id, content, created_at, by_staff)
     select $1::bigint, n, n::bigint * 1000 + m, m, m, 1000 + (n * m) % 500,
       (array['Where is my parcel', 'The bread was cold', 'Thank you', 'We look into it', 'It left the oven'])[1 + (n + m) % 5]
         || ' ' || md5((n * 1000 + m)::text) || ' ' || md5(m::text),
       timestamptz '2026-01-01' + n * interval '1 minute' + m * interval '1 second', m % 2 = 0
     from generate_series(1, $2::int) n, generate_series(1, $3::int) m`,
    [guild_id, tickets, PER_TICKET],
  );
};
// What is read needs nothing of what finds it again.
await client.query('set session_replication_role = replica');
await make(from, TICKETS);
await client.query('set session_replication_role = origin');
/** What it costs the database alone, of a part: as many as it takes to be measured. */
const part = Math.min(TICKETS, 200);
const rows = await measured(() => make(other, part));
const rows_s = (rows.seconds * TICKETS) / part;
await client.query('vacuum analyze tickets');
await client.query('vacuum analyze ticket_messages');

const file = join(folder, 'server.zip');
console.log('exporting ...');
const out = await measured(() =>
  pipeline(exportOf(ctx, { guild_id: from, contents: 'everything' }), createWriteStream(file)),
);
const { size } = await stat(file);
console.log('importing ...');
let problem: string | undefined;
const back = await measured(async () => {
  ({ problem } = await importByOperator(ctx, to, {
    name: 'server.zip',
    bytes: createReadStream(file),
    dry_run: false,
  }));
});
if (problem) throw new Error(problem);
const countIn = async (guild_id: string) =>
  (
    await client.query<{ digest: string }>(
      `select count(*) || ' ' || sum(hashtextextended(ticket_id || content || created_at, 0)) as digest
       from ticket_messages where guild_id = $1`,
      [guild_id],
    )
  ).rows[0]?.digest;
const [first, second] = [await countIn(from), await countIn(to)];
if (first !== second) throw new Error(`${first} messages went out, and ${second} came in`);

const figures: Figure[] = [
  atMost('out: memory that grows', out.grown, 'MiB', 256),
  atMost('in: memory that grows', back.grown, 'MiB', 256),
  atMost('out, against writing the rows', out.seconds / rows_s, 'times', 1),
  atMost('in, checked and written, against writing the rows', back.seconds / rows_s, 'times', 2.5),
];
report('transfer', figures, {
  messages: MESSAGES,
  tickets: TICKETS,
  rows_s: round(rows_s),
  out_s: round(out.seconds),
  in_s: round(back.seconds),
  file_mib: round(size / MiB),
});
await ctx.db.destroy();
await client.end();
await rm(folder, { recursive: true, force: true });
