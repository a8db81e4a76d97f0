import { API } from '@discordjs/core';
import { RateLimitError, REST, RESTEvents } from '@discordjs/rest';
import { describe, expect, it } from 'vitest';
import { stage } from '../testing.ts';

const MESSAGES = '/channels/:id/messages';

describe('faults on demand', () => {
  it('a refusal by rate is waited out by the library', async () => {
    await using on = await stage();
    on.sim.faults.next({ method: 'POST', route: MESSAGES, kind: 429, retryAfterSeconds: 0.2 });
    const start = performance.now();
    const sent = await new API(on.rest).channels.createMessage(on.channel.id, { content: 'patient' });
    expect(sent.content).toBe('patient');
    expect(performance.now() - start).toBeGreaterThan(190);
    expect(on.sim.faults.pending).toBe(0);
  });

  it('a refusal of everything by rate holds up other routes too', async () => {
    await using on = await stage();
    on.sim.faults.next({
      method: 'POST',
      route: MESSAGES,
      kind: 429,
      retryAfterSeconds: 0.3,
      global: true,
    });
    const api = new API(on.rest);
    const start = performance.now();
    const isWaiting = new Promise((resolve) => on.rest.once(RESTEvents.RateLimited, resolve));
    const refused = api.channels.createMessage(on.channel.id, { content: 'patient' });
    await isWaiting;
    await api.guilds.get(on.guild.id);
    expect(performance.now() - start).toBeGreaterThan(290);
    expect((await refused).content).toBe('patient');
  });

  it('a request can be chosen by its place among those before it, which are noted', async () => {
    await using on = await stage();
    const seen = on.sim.faults.record();
    on.sim.faults.next({ method: 'POST', route: MESSAGES, kind: 500, skip: 1 });
    const path = `/channels/${on.channel.id}/messages`;
    const statuses: number[] = [];
    for (const content of ['one', 'two', 'three'])
      statuses.push((await on.fetch('POST', path, { body: { content } })).status);
    expect(statuses).toEqual([200, 500, 200]);
    expect(seen).toEqual(Array.from({ length: 3 }, () => ({ method: 'POST', route: MESSAGES })));
  });

  it('a failed answer may have had its effect', async () => {
    await using on = await stage();
    on.sim.faults.next({ method: 'POST', route: MESSAGES, kind: 500, afterEffect: true });
    const path = `/channels/${on.channel.id}/messages`;
    expect((await on.fetch('POST', path, { body: { content: 'said' } })).status).toBe(500);
    expect(on.sim.world.messages.in('channel', on.channel.id).map((row) => row.content)).toEqual(['said']);
  });

  it('a failure before the work leaves nothing behind', async () => {
    await using on = await stage();
    on.sim.faults.next({ route: /messages$/, kind: 500, times: 2 });
    const path = `/channels/${on.channel.id}/messages`;
    const statuses = [1, 2, 3].map(
      async () => (await on.fetch('POST', path, { body: { content: 'x' } })).status,
    );
    expect((await Promise.all(statuses)).sort()).toEqual([200, 500, 500]);
    expect(on.sim.world.messages.countIn('channel', on.channel.id)).toBe(1);
  });

  it('a connection is torn down, before or after the work', async () => {
    await using on = await stage();
    const path = `/channels/${on.channel.id}/messages`;
    for (const afterEffect of [false, true]) {
      on.sim.faults.next({ method: 'POST', route: MESSAGES, kind: 'reset', afterEffect });
      await expect(on.fetch('POST', path, { body: { content: 'x' } })).rejects.toThrow();
    }
    expect(on.sim.world.messages.countIn('channel', on.channel.id)).toBe(1);
  });

  it('an answer never comes', async () => {
    await using on = await stage();
    on.sim.faults.next({ method: 'POST', route: MESSAGES, kind: 'timeout', afterEffect: true });
    const hasty = new REST({ api: `${on.sim.url}/api`, version: '10', retries: 0, timeout: 150 }).setToken(
      on.app.bot_token,
    );
    await expect(new API(hasty).channels.createMessage(on.channel.id, { content: 'x' })).rejects.toThrow();
    expect(on.sim.world.messages.countIn('channel', on.channel.id)).toBe(1);
  });
});

describe('a route that is missing', () => {
  it('answers 501 with its name and is counted under it', async () => {
    await using on = await stage();
    const answer = await on.fetch('GET', `/guilds/${on.guild.id}/welcome-screen`);
    expect(answer).toMatchObject({
      status: 501,
      body: { message: expect.stringContaining('GET /guilds/:id/welcome-screen') },
    });
    expect([...on.sim.unimplemented]).toEqual([['GET /guilds/:id/welcome-screen', 1]]);
  });
});

describe('rate limits', () => {
  it('that are real are told in headers and obeyed by the library', async () => {
    await using on = await stage({ limits: 'real' });
    const api = new API(on.rest);
    const start = performance.now();
    await Promise.all(
      [1, 2, 3, 4, 5, 6].map((n) => api.channels.createMessage(on.channel.id, { content: String(n) })),
    );
    expect(performance.now() - start).toBeGreaterThan(4_000);
    expect(on.sim.world.messages.in('channel', on.channel.id).map((row) => row.content)).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
    ]);
  });

  it('refuse the third renaming of a channel within ten minutes', async () => {
    await using on = await stage({ limits: 'real' });
    const rename = (name: string) => on.fetch('PATCH', `/channels/${on.channel.id}`, { body: { name } });
    expect((await rename('one')).status).toBe(200);
    expect((await rename('two')).status).toBe(200);
    const third = await rename('three');
    expect(third.status).toBe(429);
    expect(third.body.retry_after).toBeGreaterThan(590);
    expect(third.headers.get('x-ratelimit-scope')).toBe('user');
  });

  it('stop everything at fifty requests a second', async () => {
    await using on = await stage({ limits: 'real' });
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => on.fetch('GET', `/channels/${on.channel.id}?n=${n}`)),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(10);
    expect(refused.some(({ headers }) => headers.get('x-ratelimit-global') === 'true')).toBe(true);
  });

  it('that are off never make anybody wait', async () => {
    await using on = await stage();
    const strict = new REST({
      api: `${on.sim.url}/api`,
      version: '10',
      rejectOnRateLimit: () => true,
    }).setToken(on.app.bot_token);
    const api = new API(strict);
    const work = Promise.all(
      Array.from({ length: 40 }, (_, n) => api.channels.createMessage(on.channel.id, { content: String(n) })),
    );
    await expect(work.catch((error) => error instanceof RateLimitError)).resolves.toHaveLength(40);
  });
});
