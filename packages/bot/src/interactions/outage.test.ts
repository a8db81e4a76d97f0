import { type BotWorld, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let w: BotWorld;
beforeEach(async () => {
  w = await startBotWorld();
});
afterEach(() => w[Symbol.asyncDispose]());

test.each([
  ['a ban of the address', () => w.sim.faults.banAddress({ retryAfterSeconds: 60 }).lift],
  [
    'an outage of Discord',
    () => {
      w.sim.faults.next({ route: /./, kind: 503, times: 1_000 });
      return () => w.sim.faults.clear();
    },
  ],
])('during %s no press has a line of its own in the log', async (_, begin) => {
  const { message } = await w.panel();
  const debug = vi.spyOn(w.ctx.log, 'debug');
  const logged = [vi.spyOn(w.ctx.log, 'warn'), vi.spyOn(w.ctx.log, 'error')];
  const end = begin();
  await w.member.click(message, 'Get help');
  const said = () => debug.mock.calls.map(([, text]) => text);
  await expect.poll(said).toContain('a person could not be told what went wrong');
  end();
  expect(said()).toContain('an interaction was not acknowledged');
  expect(logged.flatMap(({ mock }) => mock.calls)).toEqual([]);
});
