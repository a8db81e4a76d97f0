import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { BuiltPage, PageAnswer } from '@tickets/contract/platform/first-view';
import { buildGuild, buildMember, buildSession } from '@tickets/testkit/data/factories';
import { startTestApp, type TestApp } from '@tickets/testkit/worlds/app';
import { createTestClock } from '@tickets/testkit/worlds/clock';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';

const SETTINGS = '/api/$guildId/settings';
const PANELS = '/api/$guildId/panels';
const page: BuiltPage = {
  path: '/manage/$guildId/settings',
  level: 2,
  scripts: [],
  reads: [SETTINGS, PANELS, '/api/$guildId/none'],
  long_reads: [],
};

let web_dir: string;
let app: TestApp;
let guild_id: string;
let owner: string;

beforeAll(async () => {
  web_dir = await mkdtemp(join(tmpdir(), 'tickets-reads-'));
  await writeFile(
    join(web_dir, 'index.html'),
    '<head><script type="application/json" id="first-view">{}</script></head>',
  );
  await writeFile(join(web_dir, 'pages.json'), JSON.stringify([page]));
  app = await startTestApp({ api: { web_dir } });
  const guild = await buildGuild(app.ctx);
  guild_id = guild.guild_id;
  owner = await buildSession(app.ctx, guild.owner_id);
});
afterAll(async () => {
  await app.close();
  await rm(web_dir, { recursive: true });
});

const here = (path: string) => path.replace('$guildId', guild_id);
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(app.url + path, { headers: { 'x-tickets': 'true', ...headers } });
const asOwner = () => ({ authorization: owner });
const readTogether = (more = '', headers: Record<string, string> = asOwner()) =>
  get(`/reads?page=${here(page.path)}${more}`, headers);

const linesOf = (text: string): PageAnswer[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

async function told(more?: string, headers?: Record<string, string>) {
  const lines = linesOf(await (await readTogether(more, headers)).text());
  return Object.fromEntries(lines.map((line) => [line.path.replace(guild_id, '$guildId'), line]));
}

test.each(['gzip', 'identity'])(
  'what a page reads comes in one answer, as if each were asked for by itself (%s)',
  async (encoding) => {
    const lines = await told('&level=true', { ...asOwner(), 'accept-encoding': encoding });
    const level = '/user/permissionlevel?guild=$guildId';
    expect(Object.keys(lines).toSorted()).toEqual([...page.reads, level].toSorted());
    for (const [path, { status, headers, body }] of Object.entries(lines)) {
      const alone = await get(here(path), asOwner());
      expect([path, status, JSON.parse(body)]).toEqual(
        [path, alone.status, await alone.json()].map((value, index) =>
          index === 2 ? expect.objectContaining(withoutId(value)) : value,
        ),
      );
      expect([path, headers['content-type']]).toEqual([path, alone.headers.get('content-type')]);
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    }
    expect(await told()).not.toHaveProperty([level]);
  },
);

/** An error names its own request. */
function withoutId(value: unknown): object {
  const { request_id: _, ...rest } = value as Record<string, unknown>;
  return rest;
}

test('each read has the rights of whoever asks', async () => {
  const statuses = async (headers: Record<string, string>) =>
    Object.fromEntries(Object.entries(await told('', headers)).map(([path, { status }]) => [path, status]));
  expect(await statuses({})).toMatchObject({ [SETTINGS]: 401, [PANELS]: 401 });
  const member = await buildSession(app.ctx, await buildMember(app.ctx, { guild_id, level: 0 }));
  expect(await statuses({ authorization: member })).toMatchObject({ [SETTINGS]: 403, [PANELS]: 403 });
  expect(await statuses(asOwner())).toMatchObject({ [SETTINGS]: 200, [PANELS]: 200 });
});

test('a read is there as soon as it is known, and nothing is kept of it, while another one waits', async () => {
  const answered: WeakRef<ServerResponse>[] = [];
  const { end } = ServerResponse.prototype;
  vi.spyOn(ServerResponse.prototype, 'end').mockImplementation(function (this: ServerResponse, ...given) {
    answered.push(new WeakRef(this));
    return Reflect.apply(end, this, given);
  });
  const held = await app.ctx.db.startTransaction().execute();
  onTestFinished(async () => {
    if (!held.isRolledBack) await held.rollback().execute();
  });
  await sql`lock table panels in access exclusive mode`.execute(held);
  const response = await readTogether();
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes(here(SETTINGS))) text += (await reader?.read())?.value ?? '';
  expect(linesOf(text.slice(0, text.lastIndexOf('\n'))).map(({ path }) => path)).not.toContain(here(PANELS));
  vi.restoreAllMocks(); // A mock holds whatever it was called on.
  await setImmediate();
  collectGarbage();
  expect(answered.length).toBeGreaterThan(0);
  expect(answered.filter((response) => response.deref()).length).toBe(0);
  await held.rollback().execute();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) text += next.value;
  expect(linesOf(text).find(({ path }) => path === here(PANELS))?.status).toBe(200);
});

function collectGarbage() {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)(); // The flag defines it in new contexts.
}

test('only what is a page of the dashboard is read so', async () => {
  for (const address of ['', '?page=/manage/x/settings', `?page=/api/${guild_id}/settings`, '?page=a&page=b'])
    expect([address, (await get(`/reads${address}`, asOwner())).status]).toEqual([address, 404]);
});

test('an address has so many pages read, and no more', { timeout: 180_000 }, async () => {
  await using other = await startTestApp({ clock: createTestClock(), api: { web_dir, limits_scale: 1 } });
  const ask = async () => (await fetch(`${other.url}/reads?page=/`)).status;
  const answers = [];
  for (let asked = 0; asked < 201; asked += 1) answers.push(await ask());
  expect([answers[199], answers[200]]).toEqual([404, 429]);
});
