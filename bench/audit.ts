/**
 * The audit log: its pages in a server with many entries among many more of others, what an entry costs the save that it
 * tells of, and that messages, of which there are most, write none.
 */

import pg from 'pg';
import { callBy } from '../packages/core/src/access/caller.ts';
import { loadAccess } from '../packages/core/src/access/load.ts';
import { listEntries } from '../packages/core/src/audit/list.ts';
import { withFacts } from '../packages/core/src/platform/facts.ts';
import { updateSettings } from '../packages/core/src/settings/save.ts';
import { recordMessage } from '../packages/core/src/tickets/conversation/messages.ts';
import { buildTicket } from '../packages/testkit/src/data/factories.ts';
import { benchContext } from './context.ts';
import { startBenchDatabase } from './database.ts';
import { atMost, type Figure, median, percentile, report, round } from './report.ts';

const OWN = 100_000;
const OTHERS = 900_000;
const rounds = 40;
const guild_id = '1001';
const owner_id = '900';

await using database = await startBenchDatabase();
const client = new pg.Client(database.url);
await client.connect();
// The database ends with its connections when something here fails, which then is what is told.
client.on('error', () => undefined);
const ctx = benchContext(database.url);

console.log('making entries ...');
await client.query(
  `insert into guilds (guild_id, name, owner_id, preferred_locale) values ($1, 'Bench', $2, 'en-US')`,
  [guild_id, owner_id],
);
await client.query(
  `insert into guilds (guild_id, name, owner_id, preferred_locale)
   select 2000 + n, 'Other', 901, 'en-US' from generate_series(1, 300) n`,
);
const entries = `insert into audit_entries
    (guild_id, created_at, user_id, source, action, resource, resource_id, before, after)
  select $1::bigint + case when $3 then n % 300 else 0 end, now() - n * interval '1 minute', 900 + n % 20, 'dashboard',
    (array[1, 11, 41, 50])[1 + n % 4], (array[1, 2, 5, 7])[1 + n % 4], (n % 50)::text,
    jsonb_build_object('title', 'Before ' || n), jsonb_build_object('title', 'After ' || n)
  from generate_series(1, $2::int) n`;
await client.query(entries, ['2001', OTHERS, true]);
await client.query(entries, [guild_id, OWN, false]);
// As the database does by itself in time.
await client.query('vacuum analyze audit_entries');

const access = await loadAccess(ctx, guild_id, owner_id);
if (!access) throw new Error('the server is there');
const call = () => withFacts(callBy(ctx, access, 'dashboard'));
const { rows: middle } = await client.query<{ entry_id: number }>(
  'select entry_id from audit_entries where guild_id = $1 order by entry_id offset $2 limit 1',
  [guild_id, OWN / 2],
);
const [{ entry_id: deep } = { entry_id: 1 }] = middle;
const pages = {
  'the newest page': {},
  'a page deep in the log': { older_than: deep },
  'of one person': { user_id: '907' },
  'of one kind': { action_type: 41 },
  'the history of one thing': { resource_type: 7, resource_id: '7' },
  'of some days': {
    after: new Date(Date.now() - 9 * 86_400_000).toISOString(),
    before: new Date(Date.now() - 7 * 86_400_000).toISOString(),
  },
};
const figures: Figure[] = [];
for (const [name, filter] of Object.entries(pages)) {
  const times: number[] = [];
  for (let n = 0; n <= rounds; n += 1) {
    const started = performance.now();
    await listEntries(call(), guild_id, filter);
    // The first round warms up.
    if (n) times.push(performance.now() - started);
  }
  figures.push(atMost(name, percentile(times, 95), 'ms', 50));
}

/** Whether entries are kept, in turns, so that neither has a quieter machine. */
const kept: number[] = [];
const dropped: number[] = [];
await client.query(
  `create function drop_entry() returns trigger language plpgsql as $$ begin return null; end $$`,
);
for (let n = 0; n < 2 * rounds * 4; n += 1) {
  const keeps = n % 2 === 0;
  if (!keeps)
    await client.query(
      'create trigger dropped before insert on audit_entries for each row execute function drop_entry()',
    );
  await updateSettings(call(), guild_id, { ticket_limit: 1 + (n % 3) });
  const started = performance.now();
  await updateSettings(call(), guild_id, { ticket_limit: 4 + (n % 3) });
  (keeps ? kept : dropped).push(performance.now() - started);
  if (!keeps) await client.query('drop trigger dropped on audit_entries');
}
figures.push(
  atMost('a save with its entry, against one without', median(kept) / median(dropped), 'times', 1.5),
);

const channel_id = '5001';
await buildTicket(ctx, { guild_id, channel_id, opener_id: '950' });
const count = async () =>
  Number(
    (await client.query('select count(*) from audit_entries where guild_id = $1', [guild_id])).rows[0].count,
  );
const before = await count();
for (let n = 0; n < 200; n += 1)
  await recordMessage(ctx, {
    id: String(9_000_000 + n),
    guild_id,
    channel_id,
    content: `message ${n}`,
    author: { id: '950', username: 'mia', global_name: null, avatar: null, discriminator: '0' },
    attachments: [],
    embeds: [],
    timestamp: new Date().toISOString(),
    edited_timestamp: null,
  } as never); // As much of one of Discord's messages as is read.
figures.push(atMost('entries that 200 messages write', (await count()) - before, 'entries', 0));
report('audit', figures, { entries: OWN, of_others: OTHERS, save_ms: round(median(kept)) });
await ctx.db.destroy();
await client.end();
