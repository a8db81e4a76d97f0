import { expect, test } from 'vitest';
import { callAs } from '../people/call-as.ts';
import { stage } from '../testing.ts';

const marks = ({ headers }: { headers: Headers }) => ({
  via: headers.get('via'),
  retry_after: headers.get('retry-after'),
  type: headers.get('content-type'),
  limits: [...headers.keys()].filter((name) => name.startsWith('x-ratelimit')),
});

test('an address that Cloudflare shuts out gets its page for every call, until it is let in again', async () => {
  await using on = await stage();
  const ban = on.sim.faults.banAddress({ retryAfterSeconds: 3600 });
  for (const path of ['/users/@me', `/channels/${on.channel.id}`]) {
    const response = await fetch(`${on.sim.url}/api/v10${path}`, {
      headers: { authorization: `Bot ${on.app.bot_token}` },
    });
    expect(response.status).toBe(429);
    expect(marks(response)).toEqual({
      via: null,
      retry_after: '3600',
      type: 'text/html; charset=UTF-8',
      limits: [],
    });
    expect(await response.text()).toContain('1015');
  }
  expect(ban.answered()).toBe(2);
  ban.lift();
  const let_in = await on.fetch('GET', '/users/@me');
  expect(let_in.status).toBe(200);
  expect(marks(let_in)).toMatchObject({ via: '1.1 google', retry_after: null });
});

test('people write on while the address of a bot is shut out', async () => {
  await using on = await stage();
  const ban = on.sim.faults.banAddress({ retryAfterSeconds: 3600 });
  const { content } = await callAs<{ content: string }>(on.sim.world, on.owner, {
    method: 'POST',
    path: `/channels/${on.channel.id}/messages`,
    body: { content: 'nobody shut me out' },
  });
  expect(content).toBe('nobody shut me out');
  expect(ban.answered()).toBe(0);
});

test('a ban can be asked for over HTTP, also one that does not say how long it takes', async () => {
  await using on = await stage({ faultsOverHttp: true });
  const ask = (body: object) =>
    fetch(`${on.sim.url}/faults/ban-address`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await ask({ retry_after_seconds: null });
  const shut_out = await on.fetch('GET', '/users/@me');
  expect(shut_out).toMatchObject({ status: 429, body: { code: 0 } });
  expect(marks(shut_out)).toEqual({
    via: null,
    retry_after: null,
    type: 'application/json',
    limits: [],
  });
  await ask({ on: false });
  expect((await on.fetch('GET', '/users/@me')).status).toBe(200);
});
