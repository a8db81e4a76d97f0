import { stage } from '@tickets/discord-sim/testing';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createDiscord } from './discord.ts';
import { RequestGuard } from './request-guard.ts';

interface Line {
  level: number;
  msg: string;
  refused?: number;
  because?: string;
  err?: unknown;
}

/** A client whose log is read, by a clock that goes on as far as is waited for. */
async function logged() {
  const on = await stage();
  const lines: Line[] = [];
  const log = pino({ level: 'info' }, { write: (line) => lines.push(JSON.parse(line) as Line) });
  let now = Date.UTC(2026, 10, 26);
  const waiting = new Set<() => void>();
  const guard = new RequestGuard({
    log,
    now: () => now,
    wait: (ms) =>
      new Promise((resolve) => {
        const until = now + ms;
        const look = () => {
          if (now < until) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
  });
  const { sim, app, channel } = on;
  const discord = createDiscord({ url: sim.url, token: app.bot_token, application_id: app.id, guard });
  return {
    on,
    sim,
    guard,
    lines,
    said: () => lines.map(({ msg }) => msg),
    pass(ms: number) {
      now += ms;
      for (const look of waiting) look();
    },
    say: () => discord.api.channels.createMessage(channel.id, { content: 'hello' }),
  };
}

const fails = { route: '/channels/:id/messages', kind: 503, times: 3 } as const;

test('a ban has one line when it begins, and one when it is over, with how many calls it refused', async () => {
  const { on, sim, lines, pass, say } = await logged();
  await using _ = on;
  const { lift } = sim.faults.banAddress({ retryAfterSeconds: 60 });
  for (const _try of [1, 2, 3]) await expect(say()).rejects.toThrow('shut out');
  lift();
  pass(60_000);
  await say();
  expect(lines).toEqual([
    expect.objectContaining({ level: 50, until: '2026-11-26T00:01:00.000Z' }),
    expect.objectContaining({
      level: 30,
      refused: 3,
      msg: expect.stringContaining('ban of this address is over'),
    }),
  ]);
});

test('so has an outage of Discord, and calls that are answered in between do not end it', async () => {
  const { on, sim, lines, said, pass, say } = await logged();
  await using _ = on;
  sim.faults.next(fails);
  for (const _try of [1, 2, 3]) await expect(say()).rejects.toThrow();
  await say();
  pass(4_000);
  sim.faults.next({ ...fails, times: 1 });
  await expect(say()).rejects.toThrow();
  pass(1_000);
  expect(said()).toEqual(['Discord does not answer']);
  await say();
  pass(5_000);
  await expect.poll(said).toEqual(['Discord does not answer', 'Discord answers again']);
  expect(lines[0]).toMatchObject({ level: 40, because: 'it answers with 503' });
  expect(lines[1]).toMatchObject({ level: 30, refused: 4, seconds: 4 });
  sim.faults.next({ ...fails, times: 1 });
  await expect(say()).rejects.toThrow();
  expect(said()).toHaveLength(3);
});

test('and so has a time in which calls are put off, because too many were refused', async () => {
  const { on, guard, said, lines, pass } = await logged();
  await using _ = on;
  const ask = (status: number) =>
    guard.send({ path: '/channels/1/messages' }, async () => new Response('{}', { status }));
  for (let n = 0; n < 4_000; n += 1) await ask(401);
  const asked = Promise.allSettled(Array.from({ length: 200 }, () => ask(200)));
  await expect.poll(said).toEqual(['calls to Discord are put off']);
  pass(11 * 60_000);
  const refused = (await asked).filter(({ status }) => status === 'rejected').length;
  await ask(200);
  pass(5_000);
  await expect
    .poll(said)
    .toEqual(['calls to Discord are put off', 'calls to Discord are not put off any more']);
  expect(lines[1]).toMatchObject({ level: 30, refused });
});
