import { setTimeout as sleep } from 'node:timers/promises';
import { effects } from '@tickets/core/composition/effects';
import { settleDue } from '@tickets/core/platform/effects/following';
import { eventsMissed } from '@tickets/core/servers/members';
import { leaveGuild } from '@tickets/discord-sim/world/members';
import { type BotWorld, saidIn, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { afterEach, beforeEach, expect, test } from 'vitest';

let w: BotWorld;
beforeEach(async () => {
  w = await startBotWorld();
});
afterEach(() => w[Symbol.asyncDispose]());

type Channel = Awaited<ReturnType<BotWorld['openTicket']>>['channel'];

const add = async (channel: Channel) =>
  saidIn(await w.staff.goes(channel).slash('add', { user_or_role: w.other.id }));
const settle = async () => {
  await w.bot.settled();
  await settleDue(w.ctx, effects);
  await w.bot.settled();
};
const added = async () =>
  (await w.ctx.db.selectFrom('ticket_members').select('member_id').execute()).map(
    ({ member_id }) => member_id,
  );
/** Leaves, and comes back a second later. Nobody hears of it. */
async function returnsUnheard() {
  // A press tells nothing about what was heard within the tenth of a second before it.
  await sleep(200);
  const member = w.sim.world.members.get(`${w.guild_id}:${w.other.id}`);
  if (!member) throw new Error('they are no member');
  w.sim.world.members.put({ ...member, joined_at: new Date(Date.now() + 1_000).toISOString() });
}

test('a guest who left the server and came back while the bot was away is out of the ticket once the server is compared', async () => {
  const { channel } = await w.openTicket();
  await add(channel);
  expect(w.other.sees(channel)).toBe(true);
  await w.bot.stop();
  await returnsUnheard();
  await w.restart();
  await settle();
  expect([w.other.sees(channel), await added()]).toEqual([false, []]);
  await sleep(1_100);
  await add(channel);
  await eventsMissed(w.ctx, [w.guild_id]);
  await settle();
  expect([w.other.sees(channel), await added()]).toEqual([true, [w.other.id]]);
});

test('so is one whose joining a press of theirs is the first to tell', async () => {
  const { channel } = await w.openTicket();
  await add(channel);
  await returnsUnheard();
  await saidIn(await w.other.goes(w.lobby).slash('help'));
  await settle();
  expect([w.other.sees(channel), await added()]).toEqual([false, []]);
});

test('permissions that are written before they were taken out let them in no more', async () => {
  const { channel } = await w.openTicket();
  await add(channel);
  await saidIn(await w.other.goes(w.lobby).slash('help'));
  await w.ctx.db
    .updateTable('ticket_members')
    .set({ added_at: new Date(0) })
    .execute();
  await saidIn(await w.staff.goes(channel).slash('claim'));
  expect([w.other.sees(channel), await added()]).toEqual([false, [w.other.id]]);
});

test('one who is added again before they were taken out is in the ticket, and stays', async () => {
  const { channel } = await w.openTicket();
  await add(channel);
  await returnsUnheard();
  await saidIn(await w.other.goes(w.lobby).slash('help'));
  await sleep(1_100);
  await add(channel);
  await settle();
  expect([w.other.sees(channel), await added()]).toEqual([true, [w.other.id]]);
});

test('one who stayed in the server stays in the ticket, though our clock is far behind that of Discord', async () => {
  const { channel } = await w.openTicket();
  await add(channel);
  const { added_at } = await w.ctx.db
    .selectFrom('ticket_members')
    .select('added_at')
    .executeTakeFirstOrThrow();
  const joined_at = w.sim.world.members.get(`${w.guild_id}:${w.other.id}`)?.joined_at ?? '';
  expect(added_at?.getTime()).toBeGreaterThanOrEqual(Date.parse(joined_at));
  await eventsMissed(w.ctx, [w.guild_id]);
  await settle();
  expect([w.other.sees(channel), await added()]).toEqual([true, [w.other.id]]);
});

test('a guest who left and came back while their ticket was closed does not come along when it is reopened', async () => {
  const { channel } = await w.openTicket();
  await add(channel);
  await saidIn(await w.owner.goes(channel).slash('close', { reason: 'Done' }));
  await settle();
  await returnsUnheard();
  await w.ctx.db.deleteFrom('guild_members').where('user_id', '=', w.other.id).execute();
  await saidIn(await w.member.goes(w.lobby).slash('reopen', { ticket_id: '1' }));
  await settle();
  const again = w.sim.world.channels.get((await w.ticket(2))?.channel_id ?? '');
  if (!again) throw new Error('the ticket was not reopened');
  expect(w.other.sees(again)).toBe(false);
});

test('a guest whose leaving is heard is out of the ticket when they come back', async () => {
  const { channel } = await w.openTicket();
  await add(channel);
  const member = w.sim.world.members.get(`${w.guild_id}:${w.other.id}`);
  leaveGuild(w.sim.world, w.guild_id, w.other.id);
  await w.bot.settled();
  if (member) w.sim.world.members.put(member);
  await settle();
  expect([w.other.sees(channel), await added()]).toEqual([false, []]);
});
