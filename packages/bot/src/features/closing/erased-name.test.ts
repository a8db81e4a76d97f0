import { askForErasure } from '@tickets/core/personal-data/requests';
import { findRequest, workOnRequest } from '@tickets/core/personal-data/work';
import type { SimChannel } from '@tickets/discord-sim/world/entities';
import { updateUser } from '@tickets/discord-sim/world/users';
import { rowsWith } from '@tickets/testkit/data/busy-person';
import { type BotWorld, saidIn, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { settleAll } from '@tickets/testkit/worlds/effects';
import { afterEach, beforeEach, expect, test } from 'vitest';

let w: BotWorld;
beforeEach(async () => {
  w = await startBotWorld();
  await w.settings({ close_confirmation: false });
});
afterEach(() => w[Symbol.asyncDispose]());

const settled = async () => {
  await settleAll(w.ctx);
  await w.bot.settled();
};

async function openNamed(naming_scheme: string) {
  const { message } = await w.panel({ naming_scheme });
  const { channel } = await w.opened(await w.member.click(message, 'Get help'));
  await settled();
  return channel;
}

async function close(channel: SimChannel) {
  await saidIn(await w.owner.goes(channel).slash('close'));
  await expect.poll(() => w.ticket(1)).toMatchObject({ status: 'closed' });
  await settled();
}

async function erase({ id }: { id: string }) {
  const { request_id } = await askForErasure(w.ctx, id, { now: true });
  await workOnRequest(w.ctx, { request_id });
  expect((await findRequest(w.ctx, request_id))?.state).toBe('done');
}

const rename = async ({ id }: { id: string }, username: string) => {
  updateUser(w.sim.world, id, { username });
  await w.bot.settled();
};

test.each([
  ['opened', '%username%', () => w.member],
  ['claimed', 'ticket-%claimed_by%', () => w.staff],
] as const)(
  'a closed ticket that somebody %s does not keep what they were called at the time',
  async (how, scheme, whom) => {
    const name = 'zebulonquist';
    await rename(whom(), name);
    const channel = await openNamed(scheme);
    if (how === 'claimed') {
      await saidIn(await w.staff.goes(channel).slash('claim'));
      await settled();
    }
    expect(w.sim.world.channels.get(channel.id)?.name).toContain(name);
    await close(channel);
    await rename(whom(), 'bob');
    expect(await rowsWith(w.ctx, [name])).not.toEqual([]);
    await erase(whom());
    expect(await rowsWith(w.ctx, [name])).toEqual([]);
    expect(await w.ticket(1)).toMatchObject({ channel_name: 'ticket-1' });
  },
);
