import { isProductAction } from '@tickets/contract/access/actions';
import { seededRandom } from '@tickets/testkit/data/random';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { mutated, oddText } from '@tickets/testkit/surface/odd-input';
import { accessTo, guarded, routeNames, withBody } from '@tickets/testkit/surface/routes';
import { buildSurfaceRows, type Surface, startSurface } from '@tickets/testkit/surface/world';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

// What fails here on purpose is reported.
allowWarning(/"msg":"(Cron hit an error; restarting in|Discord does not follow yet|discord\.unavailable)/);

let surface: Surface;
beforeAll(async () => {
  surface = await startSurface();
});
afterAll(() => surface[Symbol.asyncDispose]());

const asAdmin = (name: (typeof routeNames)[number], body: string | undefined, more = {}) =>
  surface.send(name, { token: surface.token.admin, body, ...more });

/** What a person may do who administers no product. */
const withOwnBody = withBody.filter((name) => !isProductAction(accessTo(name)));

test.each(withOwnBody)('%s says plainly that a body is not JSON', async (name) => {
  for (const body of ['{', '{"a":}', 'nope', '[1,']) {
    const { status, json } = await asAdmin(name, body);
    expect([status, json.code]).toEqual([400, 'request.malformed']);
  }
});

test('a body that is not JSON at all, or too large, is named as such', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const form = await asAdmin('settings.save', 'a=1', { headers });
  expect([form.status, form.json.code]).toEqual([415, 'request.unsupported_media_type']);
  const large = await asAdmin('settings.save', JSON.stringify({ a: 'x'.repeat(2 << 20) }));
  expect([large.status, large.json.code]).toEqual([413, 'request.too_large']);
});

test.each(withBody)('%s breaks at no depth of what is sent', async (name) => {
  const deep = `${'['.repeat(100_000)}"\\u0000"${']'.repeat(100_000)}`;
  for (const body of [deep, `{"message":${deep},"embed":${deep}}`])
    expect((await asAdmin(name, body)).status).toBeLessThan(500);
});

test('every problem of an input is told at once, with its path', async () => {
  const wrong = { users_can_close: 'yes', auto_close: { since_last_message: 'soon' } };
  const { status, json } = await asAdmin('settings.save', JSON.stringify(wrong));
  expect([status, json.code]).toEqual([400, 'request.invalid']);
  const paths = json.fields.map(({ path }: { path: string }) => path);
  expect(paths).toEqual(['users_can_close', 'auto_close.since_last_message']);
});

describe('hostile input', () => {
  // Logging out would make every later call of the round a 401.
  const attacked = guarded.filter((name) => name !== 'session.logout');
  test.each([1, 2, 3].flatMap((seed) => attacked.map((name) => ({ seed, name }))))(
    'never makes $name fail by itself (seed $seed)',
    async ({ seed, name }) => {
      const random = seededRandom(seed * 7919 + routeNames.indexOf(name));
      const { app, guild_id, ticket_id, somebody } = surface;
      surface.rows = await buildSurfaceRows(app.ctx, guild_id); // Some routes delete theirs.
      for (let round = 0; round < 12; round++) {
        const isPathTurn = round % 3 === 2;
        const ids = Object.entries({ ...surface.rows, ticket_id, ...somebody }).map(([key, id]) => [
          key,
          isPathTurn ? oddText(random) || 'x' : id,
        ]);
        const params = { guild_id, ...Object.fromEntries(ids) };
        const body = withBody.includes(name)
          ? JSON.stringify(mutated(surface.sample(name), random))
          : undefined;
        const { status, text } = await asAdmin(name, body, { params });
        // 502 says that Discord is down, as it is here.
        if (status >= 500 && status !== 502) throw new Error(`${name} ${body} answered ${status} ${text}`);
      }
    },
  );
});
