import { workOnRequest } from '@tickets/core/personal-data/work';
import { readZip } from '@tickets/testkit/archives/zip';
import { type BusyPerson, buildBusyPerson, theirs } from '@tickets/testkit/data/busy-person';
import { buildSession, buildUser } from '@tickets/testkit/data/factories';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { startTestApp, type TestApp } from '@tickets/testkit/worlds/app';
import { createTestClock } from '@tickets/testkit/worlds/clock';
import { afterEach, beforeEach, expect, test } from 'vitest';

// What fails here on purpose is reported.
allowWarning(/"msg":"(Discord did not take back the keys of ended sessions)/);

const HOUR_MS = 3_600_000;
const clock = createTestClock();
let app: TestApp;
let person: BusyPerson;
let token: string;

beforeEach(async () => {
  app = await startTestApp({ clock });
  person = await buildBusyPerson(app.ctx);
  ({ token } = person);
});
afterEach(() => app.close());

const read = async (by = token) => (await app.call('own_data.get', { token: by })).body;
const ask = (by = token) => app.call('own_data.export', { token: by });
const link = (by = token) => app.call('own_data.export_link', { token: by });
const erase = (username: string, by = token) => app.call('own_data.erase', { body: { username }, token: by });

/** Does what was asked for, as the program's jobs do. */
async function work() {
  const rows = await app.ctx.db.selectFrom('data_requests').select('request_id').execute();
  for (const row of rows) await workOnRequest(app.ctx, row);
}

test('tells what is kept, of each kind how much, and nothing of anybody else', async () => {
  const counts = Object.fromEntries((await read()).kept.map(({ kind, count }) => [kind, count]));
  expect(counts).toEqual({
    servers: 1,
    sessions: 1,
    tickets_opened: 1,
    answers: 1,
    ratings: 1,
    messages: 6,
    attachments: 2,
    handled: 1,
    staff: 3,
    blacklisted: 1,
    premium: 2,
  });
  const other = await buildSession(app.ctx, (await buildUser(app.ctx)).user_id);
  expect((await read(other)).kept.filter(({ count, kind }) => count > 0 && kind !== 'sessions')).toEqual([]);
});

test('a copy is made, shown with its progress, and downloaded by its person', async () => {
  expect((await read()).export).toBeNull();
  expect((await link()).status).toBe(404);
  expect((await ask()).body).toMatchObject({ kind: 'export', state: 'waiting', file: null });
  await work();
  const { export: made } = await read();
  expect(made).toMatchObject({ state: 'done', steps: 1, steps_done: 1, is_failing: false });
  const { url } = (await link()).body;
  const answer = await fetch(url.replace(app.ctx.config.api_url, app.url));
  expect(answer.headers.get('content-disposition')).toContain('attachment; filename="tickets-data-');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(bytes.length).toBe(made?.file?.bytes);
  expect((await readZip(bytes)).get('account.json')?.toString()).toContain(theirs.username);
});

test('nobody else sees or downloads it, and a link is good for a minute', async () => {
  await ask();
  await work();
  const other = await buildSession(app.ctx, person.other.user_id);
  expect((await read(other)).export).toBeNull();
  expect((await link(other)).status).toBe(404);
  const url = (await link()).body.url.replace(app.ctx.config.api_url, app.url);
  const last = url.at(-2) === 'A' ? 'B' : 'A';
  expect((await fetch(url.slice(0, -2) + last + url.slice(-1))).status).toBe(404);
  clock.advance(61_000);
  expect((await fetch(url)).status).toBe(404);
});

test('a link to a file of a ticket opens no copy, and the other way round', async () => {
  await ask();
  await work();
  const { url } = (await link()).body;
  const signed = url.split('/').at(-1);
  expect((await fetch(`${app.url}/files/${signed}`)).status).toBe(404);
});

test('a sign-in of more than an hour ago sees, and neither copies, downloads nor erases', async () => {
  await ask();
  await work();
  clock.advance(HOUR_MS + 1);
  expect((await read()).is_fresh).toBe(false);
  for (const refused of [await ask(), await link(), await erase(theirs.username)]) {
    expect(refused.status).toBe(403);
    expect(refused.error.error).toContain('Sign in again');
  }
  const again = await buildSession(app.ctx, person.user_id);
  expect((await read(again)).is_fresh).toBe(true);
  expect((await link(again)).status).toBe(200);
});

test('erasing needs the username, typed at its field', async () => {
  const refused = await erase('somebody');
  expect(refused.status).toBe(400);
  expect(refused.error.fields).toEqual([
    { path: 'username', message: `Type your username, ${theirs.username}, to confirm.` },
  ]);
  expect((await read()).erasure).toBeNull();
  expect((await erase(` @${theirs.username.toUpperCase()} `)).body).toMatchObject({ state: 'waiting' });
});

test('an erasure waits an hour, is taken back by its person alone, and ends the sign-in when it is done', async () => {
  await erase(theirs.username);
  const other = await buildSession(app.ctx, person.other.user_id);
  expect((await app.call('own_data.cancel_erasure', { token: other })).status).toBe(409);
  await work();
  expect((await read()).erasure).toMatchObject({ state: 'waiting', steps_done: 0 });
  expect((await app.call('own_data.cancel_erasure', { token })).status).toBe(204);
  expect((await read()).erasure).toMatchObject({ state: 'cancelled' });

  await erase(theirs.username);
  clock.advance(HOUR_MS + 1);
  await work();
  expect((await app.call('own_data.get', { token })).status).toBe(401);
  // Who comes back is somebody new.
  const again = await buildSession(app.ctx, person.user_id);
  const { kept, erasure } = await read(again);
  const kinds = kept.filter(({ count }) => count > 0).map(({ kind }) => kind);
  expect(kinds).toEqual(['sessions', 'blacklisted']);
  expect(erasure).toBeNull();
});
