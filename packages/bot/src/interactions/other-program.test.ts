import { allowWarning } from '@tickets/testkit/guard/watch';
import { type BotWorld, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDispatcher } from './dispatch.ts';
import { OtherProgram } from './other-program.ts';

// What the other program has answered cannot be answered here.
allowWarning(/"code":40060|another program answers for this bot|an interaction that nothing handles/);

let w: BotWorld;
beforeEach(async () => {
  w = await startBotWorld();
});
afterEach(() => w[Symbol.asyncDispose]());

const callback = { method: 'POST', route: '/interactions/:id/:token/callback' };
const answeredElsewhere = { ...callback, kind: 400, code: 40060, times: Number.POSITIVE_INFINITY } as const;

/** What the operator is told when so many presses come, each some time after the one before. */
async function linesAfter(presses: number, everyMs: number) {
  const { message } = await w.panel();
  await w.bot.stop();
  const warn = vi.spyOn(w.ctx.log, 'warn');
  let now = 0;
  const other = new OtherProgram(w.ctx.log, () => now);
  const dispatch = createDispatcher(w.ctx, [], { other });
  const dispatched: Promise<void>[] = [];
  w.sim.world.listenAs({ userId: w.bot_id, applicationId: w.bot_id }, ({ t, d }) => {
    if (t === 'INTERACTION_CREATE') dispatched.push(dispatch(d as Parameters<typeof dispatch>[0])); // as Discord documents it
  });
  const clicks: Promise<unknown>[] = [];
  for (let press = 1; press <= presses; press++) {
    clicks.push(w.member.click(message, 'Get help'));
    await vi.waitFor(() => expect(dispatched).toHaveLength(press));
    await Promise.all(dispatched);
    now += everyMs;
  }
  await Promise.all(clicks);
  return warn.mock.calls.filter(([, text]) => text?.includes('another program answers for this bot'));
}

test.each([
  ['one press', 1, 5_000, 0],
  ['five presses within a minute', 5, 5_000, 1],
  ['twelve presses within a minute', 12, 5_000, 1],
  ['five presses within minutes', 5, 30_000, 0],
  ['twelve presses at one moment, as one that died and was taken over', 12, 0, 0],
])(
  'a program with the same token that answers %s is told to the operator where it goes on',
  async (_, presses, everyMs, lines) => {
    w.sim.faults.next(answeredElsewhere);
    expect(await linesAfter(presses, everyMs)).toHaveLength(lines);
  },
);

test('our own first answers, of which only the word of Discord was lost, are no other program', async () => {
  w.sim.faults.next({ ...callback, kind: 'reset', afterEffect: true, times: Number.POSITIVE_INFINITY });
  expect(await linesAfter(6, 5_000)).toHaveLength(0);
});
