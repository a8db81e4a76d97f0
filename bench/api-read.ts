/**
 * An authenticated read of the API against bare node:http that runs the same statements; each in a process of its own,
 * in turns. The second peer prepares its statements, as we do.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setUpBusyServers } from '../packages/testkit/src/data/busy-servers.ts';
import { startBenchDatabase } from './database.ts';
import { type Question, requestsPerSecond } from './load.ts';
import { atLeast, median, report, round } from './report.ts';

const ROUNDS = 5;
const SECONDS = 2;
const PEOPLE = 16;

const children: ChildProcess[] = [];
function start(file: string, args: string[], tell?: object): Promise<unknown> {
  const child = fork(join(import.meta.dirname, 'servers', file), args);
  children.push(child);
  if (tell) child.send(tell);
  return once(child, 'message').then(([message]) => message);
}

await using database = await startBenchDatabase();
const world = await setUpBusyServers({ database_url: database.url, servers: 50, members: 0, staff: 4 });
// One person is not answered much at a time.
const askers = world.servers
  .flatMap(({ guild_id, staff }) => staff.slice(0, 1).map(({ id }) => `${guild_id}:${id}`))
  .slice(0, PEOPLE);
await world.db
  .insertInto('guild_members')
  .values(
    world.servers.flatMap((each) => each.staff.map(({ id }) => ({ guild_id: each.guild_id, user_id: id }))),
  )
  .execute();
await world.close();

try {
  const api = (await start('api.ts', [database.url, ...askers])) as {
    questions: Question[];
    statements: { text: string; values: unknown[] }[];
    body: string;
  };
  const tell = { statements: api.statements, body: api.body };
  const plain = (await start('bare.ts', [database.url], tell)) as { url: string };
  const prepared = (await start('bare.ts', [database.url, 'prepared'], tell)) as { url: string };
  const fromPeer = ({ url }: { url: string }) => api.questions.map(({ headers }) => ({ url, headers }));
  const asked = { api: api.questions, plain: fromPeer(plain), prepared: fromPeer(prepared) };
  const rates: Record<keyof typeof asked, number[]> = { api: [], plain: [], prepared: [] };
  for (let n = 0; n <= ROUNDS; n += 1)
    for (const name of ['api', 'plain', 'prepared'] as const) {
      const rate = await requestsPerSecond(asked[name], SECONDS);
      // The first round warms up.
      if (n > 0) rates[name].push(rate);
    }
  const ratio = (peer: 'plain' | 'prepared') =>
    median(rates.api.map((rate, n) => rate / (rates[peer][n] ?? Number.NaN)));
  const share = (name: string, value: number) => atLeast(name, value, 'of its requests a second', 0.5);
  report(
    'api-read',
    [
      share('API read to bare node:http', ratio('plain')),
      share('API read to bare node:http that prepares', ratio('prepared')),
    ],
    {
      statements: api.statements.length,
      requests_a_second: Object.fromEntries(
        Object.entries(rates).map(([name, all]) => [name, round(median(all))]),
      ),
    },
  );
} finally {
  for (const child of children) child.kill();
}
