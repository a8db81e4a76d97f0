import { writeState } from '@tickets/core/bots/users-bots';
import { openTicketsToShow } from '@tickets/core/personal-data/kept';
import { askForErasure } from '@tickets/core/personal-data/requests';
import { findRequest, workOnRequest } from '@tickets/core/personal-data/work';
import { submitToken } from '@tickets/core/whitelabel/submit';
import { leaveGuild } from '@tickets/discord-sim/world/members';
import { type BotWorld, saidIn, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { settleAll } from '@tickets/testkit/worlds/effects';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let w: BotWorld;
beforeEach(async () => {
  w = await startBotWorld();
});
afterEach(() => w[Symbol.asyncDispose]());

async function removeBot() {
  await settleAll(w.ctx);
  await w.bot.settled();
  leaveGuild(w.sim.world, w.guild_id, w.bot_id);
  await expect.poll(guildLeftAt).not.toEqual({ left_at: null });
}

const guildLeftAt = () => w.ctx.db.selectFrom('guilds').select('left_at').executeTakeFirstOrThrow();

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

test('a ticket that was named after somebody who claimed it there is not any more, nor its channel once the bot is back', async () => {
  const { welcome, channel } = await w.openTicket();
  await w.ctx.db.updateTable('panels').set({ naming_scheme: '%claimed_by%-%id%' }).execute();
  await saidIn(await w.staff.click(welcome, 'Claim'));
  await settleAll(w.ctx);
  const nameNow = () => w.sim.world.channels.get(channel.id)?.name;
  expect(nameNow()).toBe('sam-1');
  await removeBot();
  expect(await erase(w.staff)).toBe('done');
  expect(await w.ticket(1)).toMatchObject({ status: 'open', channel_name: 'ticket-1' });
  const { guild_id } = w;
  const { id: role } = w.sim.world.addRole({ guild_id, permissions: PermissionFlagsBits.Administrator });
  w.sim.world.addMember({ guild_id, user_id: w.bot_id, roles: [role] });
  await expect.poll(guildLeftAt).toEqual({ left_at: null });
  await settleAll(w.ctx);
  expect(nameNow()).toBe('1');
  expect(await w.ticket(1)).toMatchObject({ channel_name: '1' });
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

/** An own bot that its user runs is all that is left there. It hears nothing. */
async function leaveOwnBot(is_trusted: boolean) {
  const { ctx, guild_id } = w;
  await removeBot();
  const { bot_token, bot_user_id: bot_id } = w.sim.world.addApplication({ name: 'Bakery Desk' });
  await submitToken(ctx, w.owner.id, bot_token);
  await writeState(ctx, { bot_id, token_version: 1 }, is_trusted ? 'token_refused' : 'ready');
  await ctx.db.insertInto('bot_guilds').values({ guild_id, bot_id, is_trusted }).execute();
}

test('somebody with an open ticket in a server whose only bot is not trusted any more can be erased', async () => {
  await w.openTicket();
  await leaveOwnBot(false);
  expect(await erase(w.member)).toBe('done');
  expect(await w.ticket(1)).toMatchObject({ status: 'closed', opener_id: '1' });
});

test('somebody with an open ticket in a server whose only bot was refused its token a week ago can be erased', async () => {
  await w.openTicket();
  await leaveOwnBot(true);
  const days = (count: number) =>
    w.ctx.db
      .updateTable('guilds')
      .set({ left_at: new Date(Date.now() - count * 86_400_000) })
      .execute();
  await days(6);
  await expect(erase(w.member)).rejects.toThrow('#1 in Bakery');
  await days(8);
  expect(await erase(w.member)).toBe('done');
  expect(await w.ticket(1)).toMatchObject({ status: 'closed', opener_id: '1' });
});

test('an open ticket in a server with the bot keeps its opener from being erased', async () => {
  await w.openTicket();
  await expect(erase(w.member)).rejects.toThrow('#1 in Bakery');
});

describe('somebody who left a server with an open ticket there', () => {
  let channel: string;
  beforeEach(async () => {
    const opened = await w.openTicket();
    channel = opened.channel.id;
    await w.member.write(opened.channel, 'My order is late');
    await settleAll(w.ctx);
    leaveGuild(w.sim.world, w.guild_id, w.member.id);
    await expect.poll(memberPresent).toEqual({ present: false });
  });

  const memberPresent = () =>
    w.ctx.db
      .selectFrom('guild_members')
      .where('user_id', '=', w.member.id)
      .select('present')
      .executeTakeFirst();
  const forgetMembers = () => sql`select events_missed(guild_id) from guilds`.execute(w.ctx.db);

  test.each([
    ['as is known', async () => undefined],
    ['as Discord is asked after a restart', forgetMembers],
  ])('can be erased, %s, and it is closed, in Discord too', async (_, before) => {
    await before();
    expect(await openTicketsToShow(w.ctx, w.member.id)).toEqual([]);
    expect(await erase(w.member)).toBe('done');
    expect(await w.ticket(1)).toMatchObject({
      status: 'closed',
      close_source: 'user_left',
      opener_id: '1',
      has_transcript: true,
    });
    expect(w.sim.world.channels.has(channel)).toBe(false);
  });

  test('is erased once Discord has let it be closed, and not before', async () => {
    const { request_id } = await askForErasure(w.ctx, w.member.id, { now: true });
    w.sim.faults.next({ method: 'DELETE', route: '/channels/:id', kind: 500, times: 1_000 });
    await expect(workOnRequest(w.ctx, { request_id })).rejects.toThrow('not closed yet');
    expect(await findRequest(w.ctx, request_id)).toMatchObject({ state: 'running', steps_done: 0 });
    w.sim.faults.clear();
    await workOnRequest(w.ctx, { request_id });
    expect(await findRequest(w.ctx, request_id)).toMatchObject({ state: 'done' });
    expect(await w.ticket(1)).toMatchObject({ status: 'closed', opener_id: '1' });
  });

  test('and is back by the time that the erasure begins keeps the ticket, and is not erased', async () => {
    const { request_id } = await askForErasure(w.ctx, w.member.id, { now: true });
    w.sim.world.addMember({ guild_id: w.guild_id, user_id: w.member.id });
    await expect.poll(memberPresent).toEqual({ present: true });
    await workOnRequest(w.ctx, { request_id });
    expect((await findRequest(w.ctx, request_id))?.state).toBe('refused');
    expect(await w.ticket(1)).toMatchObject({ status: 'open', opener_id: w.member.id });
  });

  test('is told nothing else while Discord does not say whether they left', async () => {
    await forgetMembers();
    w.sim.faults.next({ route: '/guilds/:id/members/:id', kind: 500, times: 1_000 });
    await expect(erase(w.member)).rejects.toMatchObject({ code: 'discord.unavailable' });
    expect(await openTicketsToShow(w.ctx, w.member.id)).toHaveLength(1);
    expect(await w.ticket(1)).toMatchObject({ status: 'open' });
  });
});
