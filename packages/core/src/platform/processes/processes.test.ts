import { randomUUID } from 'node:crypto';
import { createTestContext } from '@tickets/testkit/context';
import { expect, onTestFinished, test, vi } from 'vitest';
import { installationOf, readProcesses, startHeartbeat } from './processes.ts';

const times = { valid_ms: 400, renew_ms: 100 };

async function setUp() {
  const { ctx, close } = await createTestContext();
  onTestFinished(close);
  const start = (roles: string[], bot_state: string | null = null) => {
    const me = { process_id: randomUUID(), roles, version: '1.0.0', host: 'desk', fingerprint: {} };
    const heartbeat = startHeartbeat(ctx.db, me, { bot_state: () => bot_state, log: ctx.log, times });
    return { ...heartbeat, process_id: me.process_id };
  };
  const seen = async () => (await readProcesses(ctx.db)).map(({ process_id }) => process_id);
  return { ctx, start, seen };
}

test('a process is seen while it lives, and no longer once it ended', async () => {
  const { start, seen } = await setUp();
  const bot = start(['bot'], 'ready');
  const jobs = start(['jobs']);
  await Promise.all([bot.beat(), jobs.beat()]);
  expect((await seen()).toSorted()).toEqual([bot.process_id, jobs.process_id].toSorted());
  expect(await bot.installation()).toEqual({ bot: 'ready', jobs: 'ready' });
  await jobs.stop();
  expect(await seen()).toEqual([bot.process_id]);
  expect(await bot.installation()).toEqual({ bot: 'ready', jobs: 'missing' });
  await bot.stop();
});

test('a process that was killed is no longer seen after a while, and later forgotten', async () => {
  const { ctx, start, seen } = await setUp();
  const killed = randomUUID();
  await ctx.db
    .insertInto('processes')
    .values({
      process_id: killed,
      roles: ['jobs'],
      version: '1',
      host: 'desk',
      until: new Date(Date.now() + 300),
    })
    .execute();
  expect(await seen()).toEqual([killed]);
  await vi.waitFor(async () => expect(await seen()).toEqual([]));
  await ctx.db
    .updateTable('processes')
    .set({ until: new Date(Date.now() - 3_700_000) })
    .execute();
  const next = start(['jobs']);
  await next.beat();
  expect(await ctx.db.selectFrom('processes').select('process_id').execute()).toEqual([
    { process_id: next.process_id },
  ]);
  await next.stop();
});

test('readiness names the worst that any process says of the bot', () => {
  const entry = { process_id: '', roles: ['bot'], version: '', host: '', fingerprint: {} };
  const botOf = (...states: (string | null)[]) =>
    installationOf(states.map((bot_state) => ({ ...entry, bot_state }))).bot;
  expect(botOf()).toBe('missing');
  expect(botOf(null)).toBe('missing');
  expect(botOf('elsewhere', 'ready')).toBe('ready');
  expect(botOf('ready', 'intents_refused')).toBe('intents_refused');
  // Between two processes that hand the connection over, none has it.
  expect(botOf('elsewhere')).toBe('connecting');
});
