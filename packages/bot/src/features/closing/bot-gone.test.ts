import { askForErasure } from '@tickets/core/personal-data/requests';
import { findRequest, workOnRequest } from '@tickets/core/personal-data/work';
import { leaveGuild } from '@tickets/discord-sim/world/members';
import { type BotWorld, saidIn, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { settleAll } from '@tickets/testkit/worlds/effects';
import { afterEach, beforeEach, expect, test } from 'vitest';

let w: BotWorld;
beforeEach(async () => {
  w = await startBotWorld();
});
afterEach(() => w[Symbol.asyncDispose]());

async function removeBot() {
  await settleAll(w.ctx);
  await w.bot.settled();
  leaveGuild(w.sim.world, w.guild_id, w.bot_id);
  await expect
    .poll(() => w.ctx.db.selectFrom('guilds').select('left_at').executeTakeFirstOrThrow())
    .not.toEqual({ left_at: null });
}

async function erase({ id }: { id: string }) {
  const { request_id } = await askForErasure(w.ctx, id, { now: true });
  await workOnRequest(w.ctx, { request_id });
  return (await findRequest(w.ctx, request_id))?.state;
}

test('somebody with an open ticket in a server that removed the bot can be erased, and the ticket is closed', async () => {
  const { channel } = await w.openTicket();
  await w.member.write(channel, 'My order is late');
  await removeBot();
  expect(await erase(w.member)).toBe('done');
  expect(await w.ticket(1)).toMatchObject({ status: 'closed', opener_id: '1', has_transcript: true });
});

test('somebody who claimed a ticket there can be erased, and the ticket is free when the bot is back', async () => {
  const { welcome } = await w.openTicket();
  await saidIn(await w.staff.click(welcome, 'Claim'));
  await removeBot();
  expect(await erase(w.staff)).toBe('done');
  expect(await w.ticket(1)).toMatchObject({ status: 'open', claimed_by: null });
});

test('somebody who claimed a ticket that was being closed there is erased, too', async () => {
  await w.openTicket();
  await w.ctx.db.updateTable('tickets').set({ claimed_by: w.staff.id, claimed_at: new Date() }).execute();
  await removeBot();
  await w.ctx.db.updateTable('tickets').set({ status: 'closing', closed_at: new Date() }).execute();
  expect(await erase(w.staff)).toBe('done');
  expect(await w.ticket(1)).toMatchObject({ status: 'closed', claimed_by: '1' });
});

test('a ticket in a server whose bot Discord does not let in for now is not closed for an erasure', async () => {
  await w.openTicket();
  await settleAll(w.ctx);
  await w.ctx.db.updateTable('guilds').set({ left_at: new Date() }).execute();
  await expect(erase(w.member)).rejects.toThrow('#1 in Bakery');
  expect(await w.ticket(1)).toMatchObject({ status: 'open' });
});

test('an open ticket in a server with the bot keeps its opener from being erased', async () => {
  await w.openTicket();
  await expect(erase(w.member)).rejects.toThrow('#1 in Bakery');
});
