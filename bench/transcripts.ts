/**
 * The list of closed tickets, the search, and a transcript, in servers of three sizes in one database; and what a message
 * costs to write with and without what finds it again. `--plans` prints how PostgreSQL goes about the searches.
 */

import pg from 'pg';
import { callBy, type UserCall } from '../packages/core/src/access/caller.ts';
import { loadAccess } from '../packages/core/src/access/load.ts';
import { search } from '../packages/core/src/search/search.ts';
import { listTranscripts } from '../packages/core/src/transcripts/list.ts';
import { renderTranscript } from '../packages/core/src/transcripts/render.ts';
import { benchContext } from './context.ts';
import { startBenchDatabase } from './database.ts';
import { atMost, type Figure, median, percentile, report, round } from './report.ts';
import { fillClosedTickets, listFilters } from './search/closed-tickets.ts';
import { plansOf } from './search/plans.ts';
import { fillServer, makeSentences, panelsOf, rareWord, wordOf } from './search/world.ts';
import { writeCost } from './search/write-cost.ts';

const withPlans = process.argv.includes('--plans');
const most = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 1_000_000);
const sizes = [1_000, 100_000, 1_000_000].filter((size) => size <= most);
const rounds = 7;

function day(offset: number): string {
  return new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
}

const searches = {
  'a word that all use': wordOf(1),
  'a word of every tenth message': wordOf(20),
  'a word that is rare': rareWord,
  'words that are rarely together': `${wordOf(400)} ${wordOf(700)} ${wordOf(900)}`,
  'a phrase': `"${wordOf(3)} ${wordOf(5)}"`,
  'what one of the staff said': `${wordOf(2)} from:41`,
  'what a member said': `${wordOf(2)} from:4001`,
  'in tickets of a seldom panel': `${wordOf(2)} panel:seldom`,
  'with a file': `${wordOf(2)} has:file`,
  'before a day': `${wordOf(2)} before:${day(-3)}`,
  'after a day': `${wordOf(2)} after:${day(-2)}`,
  'rated five stars': `${wordOf(2)} rating:5`,
  'nothing but one word left out': `-${wordOf(2)}`,
};

/** How long each takes, in milliseconds, in turns so that none has a quieter machine. */
async function timesOf(works: Record<string, () => Promise<unknown>>): Promise<Record<string, number[]>> {
  const times: Record<string, number[]> = {};
  for (let n = 0; n <= rounds; n += 1)
    for (const [name, work] of Object.entries(works)) {
      const start = performance.now();
      await work();
      // The first round warms up.
      if (n > 0) times[name] = [...(times[name] ?? []), performance.now() - start];
    }
  return times;
}

await using database = await startBenchDatabase();
const client = new pg.Client(database.url);
await client.connect();
// The database ends with its connections when something here fails, which then is what is told.
client.on('error', () => undefined);
const ctx = benchContext(database.url);

console.log('making sentences, messages and tickets ...');
await makeSentences(client);
const servers = sizes.map((size, index) => ({
  size,
  said: String(1_001 + index),
  closed: String(2_001 + index),
}));
const admin = '900';
const staff = '901';
for (const { size, said, closed } of servers) {
  await fillServer(client, { guild_id: said, messages: size }, { keep_texts: true });
  await client.query(
    `insert into panels (panel_id, guild_id, custom_id, title, content, colour, channel_id, message_id, message_state,
       button_label, default_team) overriding system value
     values ($2::int, $1, lpad($2::text, 30, '0'), 'usual', 'Press', 0, 1, 1, 'posted', 'Help', false),
       ($3::int, $1, lpad($3::text, 30, '0'), 'seldom', 'Press', 0, 1, 1, 'posted', 'Help', true)`,
    [said, panelsOf(said).usual, panelsOf(said).seldom],
  );
  await fillClosedTickets(client, { guild_id: closed, tickets: size });
  for (const guild_id of [said, closed]) {
    await client.query(
      `insert into guild_members (guild_id, user_id, role_ids, present) values ($1, $2, '{}', true), ($1, $3, '{}', true)`,
      [guild_id, admin, staff],
    );
    await client.query(
      'insert into permissions (guild_id, user_id, admin, support) values ($1, $2, true, false), ($1, $3, false, true)',
      [guild_id, admin, staff],
    );
  }
}
await client.query(`insert into users (user_id, username)
  select id, 'person ' || id from (
    select distinct opener_id id from tickets union select closed_by from tickets where closed_by is not null
    union select claimed_by from tickets where claimed_by is not null
    union select distinct author_id from ticket_messages union values (900::bigint), (901)) ids
  on conflict do nothing`);
await client.query('vacuum analyze');

const as = async (guild_id: string, user_id: string): Promise<() => UserCall> => {
  const access = await loadAccess(ctx, guild_id, user_id);
  if (!access) throw new Error('whoever asks is a member');
  return () => callBy(ctx, access, 'dashboard');
};

const listed: Record<number, number[]> = {};
const listed_by_words: Record<number, number[]> = {};
const found: Record<number, number[]> = {};
const rendered: Record<number, number> = {};
const slowest: string[] = [];
for (const { size, said, closed } of servers) {
  const [call, limited] = [await as(closed, admin), await as(closed, staff)];
  const lists = await timesOf(
    Object.fromEntries(
      listFilters(size).flatMap(([name, filter]) => [
        [`list: ${name}`, () => listTranscripts(call(), closed, filter)],
        [`list of staff: ${name}`, () => listTranscripts(limited(), closed, filter)],
      ]),
    ),
  );
  const isByWords = ([name]: [string, number[]]) => name.includes('word');
  listed[size] = Object.entries(lists)
    .filter((each) => !isByWords(each))
    .flatMap(([, times]) => times);
  listed_by_words[size] = Object.entries(lists)
    .filter(isByWords)
    .flatMap(([, times]) => times);
  const [wide, narrow] = [await as(said, admin), await as(said, staff)];
  const finds = await timesOf(
    Object.fromEntries(
      Object.entries(searches).flatMap(([name, q]) => [
        [`search: ${name}`, () => search(wide(), said, { q, tz: 'UTC' })],
        [`search of staff: ${name}`, () => search(narrow(), said, { q, tz: 'UTC' })],
      ]),
    ),
  );
  found[size] = Object.values(finds).flat();
  const ticket_id = Math.ceil(size / 100);
  const [renders = []] = Object.values(
    await timesOf({
      render: () => renderTranscript(wide(), { guild_id: said, ticket_id, deleted: true }),
    }),
  );
  rendered[size] = median(renders);
  const all = Object.entries({ ...lists, ...finds }).map(([name, times]) => [name, median(times)] as const);
  slowest.push(
    ...all
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, 8)
      .map(([name, time]) => `at ${size}: ${name}, ${round(time)} ms`),
  );
}
for (const line of slowest) console.log(line);

const last = sizes.at(-1) ?? 0;
const before = sizes.at(-2) ?? last;
const figures: Figure[] = [
  atMost(
    `list of closed tickets, any filter, ${last} tickets (p95)`,
    percentile(listed[last] ?? [], 95),
    'ms',
    50,
  ),
  atMost(
    `list of closed tickets that say some words, ${last} tickets (p95)`,
    percentile(listed_by_words[last] ?? [], 95),
    'ms',
    100,
  ),
  atMost(
    `list with ${last} tickets to list with ${before} (p95)`,
    percentile(listed[last] ?? [], 95) / percentile(listed[before] ?? [], 95),
    'times',
    2,
  ),
  atMost(`search among ${last} messages (p95)`, percentile(found[last] ?? [], 95), 'ms', 100),
  atMost(
    `a transcript among ${last} messages to one among ${sizes[0]}`,
    (rendered[last] ?? 0) / (rendered[sizes[0] ?? 0] ?? 1),
    'times',
    1.5,
  ),
  atMost(
    'writing a message that can be found to writing one that cannot',
    await writeCost(client, servers.at(-1)?.said ?? ''),
    'times',
    3,
  ),
];
if (withPlans) {
  const plans = await plansOf(ctx, await as(servers.at(-1)?.said ?? '', staff), searches);
  for (const { name, plan } of plans) console.log(`\n-- ${name}\n${plan}`);
  figures.push(
    atMost(
      'partitions of search_texts that any search reads',
      Math.max(...plans.map(({ partitions }) => partitions)),
      'partitions',
      1,
    ),
  );
}
const p95 = (times: Record<number, number[]>) =>
  Object.fromEntries(Object.entries(times).map(([size, all]) => [size, round(percentile(all, 95))]));
report('transcripts', figures, {
  list_p95_ms: p95(listed),
  search_p95_ms: p95(found),
  render_ms: rendered,
  panels: panelsOf(servers[0]?.said ?? '1'),
});
await client.end();
await ctx.db.destroy();
