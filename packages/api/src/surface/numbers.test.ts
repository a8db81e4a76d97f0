import { type RouteName, routePaths } from '@tickets/contract/route-paths';
import { pathOf } from '@tickets/contract/routes';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { guarded, withBody } from '@tickets/testkit/surface/routes';
import { sampleQueries } from '@tickets/testkit/surface/samples';
import { bodyWith, placesOf } from '@tickets/testkit/surface/stuffed';
import { nothing, type Surface, startSurface } from '@tickets/testkit/surface/world';
import { afterAll, beforeAll, describe, test } from 'vitest';

// What fails here on purpose is reported.
allowWarning(/"msg":"(Cron hit an error; restarting in|discord\.unavailable)/);

let surface: Surface;
beforeAll(async () => {
  surface = await startSurface();
});
afterAll(() => surface[Symbol.asyncDispose]());

async function call(name: RouteName, query: string, body?: string) {
  const { app, guild_id, ticket_id, rows, somebody, token } = surface;
  const params = { guild_id, ticket_id, ...rows, ...somebody, ...nothing };
  const { statusCode, payload } = await app.api.inject({
    method: routePaths[name][0],
    url: pathOf(name, params) + query,
    headers: {
      'x-tickets': 'true',
      authorization: token.admin,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { payload: body }),
  });
  // 502 says that Discord is down, as it is here.
  if (statusCode >= 500 && statusCode !== 502)
    throw new Error(`${name}${query} ${body ?? ''} answered ${statusCode} ${payload}`);
}

/** At the ends of what the database's types hold, past them, and past those of JavaScript. */
const texts = ['2147483647', '2147483648', '9223372036854775807', '9223372036854775808', '9'.repeat(30)];
const numbers = [...texts.slice(0, 4), '-2147483649', '1e300', '-1'];
const moments = ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-23:59'];
const cursors = [
  '2147483648.message.1',
  '1.message.9223372036854775808',
  '1.message.9999999999999999999',
  '999999999-9223372036854775808',
  '1.99999999999999999.9999999999999999999.1',
  '1.1.1.9999999999',
];

// Logging out would make every later call a 401.
const asked = guarded.filter((name) => name !== 'session.logout');

describe('no number is too large to be answered', () => {
  test.each(asked.filter((name) => placesOf(name, 'query').length))('in the query of %s', async (name) => {
    const usual = sampleQueries[name] ?? '';
    for (const [key] of placesOf(name, 'query')) {
      if (key === undefined) continue;
      for (const value of [...texts, '-1', '1e300', ...moments, ...cursors]) {
        const query = new URLSearchParams(usual);
        query.set(String(key), value);
        await call(name, `?${query}`, withBody.includes(name) ? '{}' : undefined);
      }
    }
  });

  test.each(asked.filter((name) => withBody.includes(name)))('in the body of %s', async (name) => {
    const values = [...numbers, ...[...texts, ...moments].map((text) => JSON.stringify(text))];
    for (const place of placesOf(name))
      for (const value of values)
        await call(name, sampleQueries[name] ?? '', bodyWith(surface.sample(name), place, value));
  });

  test('in a mention that a refusal repeats', async () => {
    const body = JSON.stringify({ naming_scheme: `%date:<@${'9'.repeat(20)}>%` });
    await call('panels.create', '', body);
  });
});
