import type { Tx } from '@tickets/core/platform/db/db';
import { requestClose, sweepCloseRequests } from '@tickets/core/tickets/closing/close-request';
import { beginClosing, systemClosing } from '@tickets/core/tickets/model/begin-closing';
import { holdTicket } from '@tickets/core/tickets/model/find';
import type { SimChannel } from '@tickets/discord-sim/world/entities';
import { leaveGuild } from '@tickets/discord-sim/world/members';
import { callAs } from '@tickets/testkit/data/access';
import { buildTeam } from '@tickets/testkit/data/factories';
import { untilLockWaits } from '@tickets/testkit/database/lock-waits';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { type BotWorld, saidIn, startBotWorld, textOf } from '@tickets/testkit/worlds/bot-world';
import { createTestClock } from '@tickets/testkit/worlds/clock';
import { settleAll } from '@tickets/testkit/worlds/effects';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

// What fails here on purpose is reported.
allowWarning(/"msg":"(a ticket waits for Discord before it closes)/);

const hour = 3_600_000;
const clock = createTestClock();
let w: BotWorld;
let channel: SimChannel;
beforeEach(async () => {
  clock.set(new Date());
  w = await startBotWorld({ clock });
  ({ channel } = await w.openTicket());
});
afterEach(() => w[Symbol.asyncDispose]());

async function request(options: Record<string, string | number> = {}, who = w.staff) {
  const said = await saidIn(await who.goes(channel).slash('closerequest', options));
  clock.advance(1000);
  return said;
}
const messages = () => w.sim.world.messages.in('channel', channel.id);
const requests = () => messages().filter((message) => textOf(message).includes('Close Request'));
const newest = () => requests().at(-1)!; // each test has asked before
/** The bot itself is still at work while Discord keeps it waiting. */
const heard = (text: string) =>
  expect
    .poll(() =>
      w.ctx.db.selectFrom('ticket_messages').where('content', '=', text).select('content').execute(),
    )
    .toHaveLength(1);
const rows = () => w.ctx.db.selectFrom('close_requests').selectAll().execute();

describe('asking', () => {
  test('pings the opener alone, shows the reason and the time, and leaves the ticket to its opener', async () => {
    expect(await request({ close_delay: 5, reason: 'Solved ```' })).toContain(
      'Your close request is in the ticket',
    );
    const text = textOf(newest());
    expect(text).toContain(`<@${w.member.id}>`);
    expect(text).toMatch(/Solved/);
    expect(text).toMatch(/closes <t:\d+:R>/);
    expect(newest().mentions).toEqual([w.member.id]);
    expect(await w.ticket(1)).toMatchObject({ status: 'open', awaits_opener: true });
    expect(await rows()).toMatchObject([{ requester_id: w.staff.id, reason: 'Solved ```' }]);
  });

  test('cuts a long reason, but no emoji in two', async () => {
    const asked = { reason: '🍞'.repeat(300), hours: null };
    await requestClose(await callAs(w, w.staff.id), { guild_id: w.guild_id, ticket_id: 1 }, asked);
    expect((await rows())[0]?.reason).toBe(`${'🍞'.repeat(254)}…`);
    expect(textOf(newest())).toContain(`${'🍞'.repeat(254)}…`);
  });

  test('is for staff', async () => {
    expect(await request({}, w.member)).toContain('Only support staff');
    expect(await rows()).toEqual([]);
  });

  test.each(['the opener', 'a guest'])(
    'of %s who is staff of another team is no answer of the team, and takes the place of one',
    async (who) => {
      const { ctx, guild_id } = w;
      const asker = who === 'a guest' ? w.other : w.member;
      await buildTeam(ctx, { guild_id, user_ids: [asker.id] });
      if (who === 'a guest')
        await saidIn(await w.staff.goes(channel).slash('add', { user_or_role: asker.id }));
      const awaits = async () => (await w.ticket(1))?.awaits_opener;
      await request({}, asker);
      expect(await rows()).toMatchObject([{ requester_id: asker.id }]);
      expect(await awaits()).toBe(false);
      await w.member.write(channel.id, 'Well?');
      await w.bot.settled();
      expect(await awaits()).toBe(false);
      await request();
      expect(await awaits()).toBe(true);
      await request({}, asker);
      expect(await awaits()).toBe(false);
    },
  );

  test('a newer request takes the place of the earlier one, whose buttons go', async () => {
    await request();
    const first = newest();
    await request({ reason: 'Second' });
    expect(await rows()).toMatchObject([{ reason: 'Second' }]);
    const shown = w.sim.world.messages.get(first.id)!; // nobody deleted it
    expect(shown.components).toEqual([]);
    expect(textOf(shown)).toContain('newer close request');
  });

  test.each([
    ['refused', { kind: 403 }, 'Discord'],
    ['unanswered', { kind: 500, times: 2 }, 'does not answer'],
  ])('%s by Discord, the earlier request stays as it was', async (_, fault, said) => {
    await request({ reason: 'First' });
    const first = newest();
    w.sim.faults.next({ method: 'POST', route: '/channels/:channel/messages', ...fault });
    expect(await request({ reason: 'Second' })).toContain(said);
    expect(await rows()).toMatchObject([{ reason: 'First', message_id: first.id }]);
    expect(await saidIn(await w.member.click(first, 'Deny & Keep Open'))).toContain('denied');
  });

  test('refused by Discord after the ticket closed, the earlier request is not there again', async () => {
    await request({ close_delay: 1 });
    const refusal = Promise.withResolvers<void>();
    const route = '/channels/:channel/messages';
    w.sim.faults.next({ method: 'POST', route, kind: 403, until: refusal.promise });
    const asked = request({ reason: 'Second' });
    await expect.poll(rows).toMatchObject([{ message_id: null }]);
    await beginClosing(w.ctx, {
      ...systemClosing({ guild_id: w.guild_id, ticket_id: 1 }),
      reason: null,
      source: 'dashboard',
    });
    refusal.resolve();
    await asked;
    expect(await rows()).toEqual([]);
  });

  test('of a ticket that begins to close meanwhile is refused, and nothing is kept', async () => {
    const refused = await w.ctx.db.transaction().execute(async (tx) => {
      await tx.updateTable('tickets').set({ status: 'closing' }).execute();
      const asked = request();
      await untilLockWaits(w.ctx.db);
      return { asked };
    });
    expect(await refused.asked).toContain('not open');
    expect(await rows()).toEqual([]);
    await w.ctx.db.updateTable('tickets').set({ status: 'open' }).execute();
  });

  test('a lost answer makes no second request', async () => {
    w.sim.faults.next({ method: 'POST', route: '/channels/:channel/messages', kind: 500, afterEffect: true });
    await request();
    expect(requests()).toHaveLength(1);
    expect(await rows()).toMatchObject([{ message_id: newest().id }]);
  });

  test('offers the reasons that were given before', async () => {
    const { channel: second } = await w.openTicket();
    await w.staff.goes(second).slash('close', { reason: 'Out of flour' });
    await w.staff.eventually(() => !w.sim.world.channels.has(second.id), 'the end of the second ticket');
    await w.bot.settled();
    w.staff.goes(channel);
    const offered = await w.staff.autocomplete('closerequest', 'reason', { reason: 'flour' });
    expect(offered).toEqual([{ name: 'Out of flour', value: 'Out of flour' }]);
  });
});

describe('answering', () => {
  test('accepted, the ticket closes for whoever asked, with their reason, whatever openers may close', async () => {
    await w.settings({ users_can_close: false });
    await request({ reason: 'Solved' });
    await w.member.click(newest(), 'Accept & Close');
    await w.member.eventually(() => !w.sim.world.channels.has(channel.id), 'the end of the channel');
    await w.bot.settled();
    expect(await w.ticket(1)).toMatchObject({
      status: 'closed',
      closed_by: w.staff.id,
      close_reason: 'Solved',
    });
    expect(await rows()).toEqual([]);
  });

  test('denied, the ticket stays open and the request ends', async () => {
    await request({ close_delay: 1 });
    await w.member.click(newest(), 'Deny & Keep Open');
    const text = textOf(newest());
    expect(text).toContain(`denied by <@${w.member.id}>`);
    expect(newest().components).toEqual([]);
    clock.advance(2 * hour);
    expect(await sweepCloseRequests(w.ctx)).toBe(0);
    expect(await w.ticket(1)).toMatchObject({ status: 'open' });
  });

  test('denied, the ticket waits for whom it waited before it was asked', async () => {
    const awaits = async () => (await w.ticket(1))?.awaits_opener;
    await w.member.write(channel.id, 'Where is my bread?');
    await w.bot.settled();
    await request();
    expect(await awaits()).toBe(true);
    clock.advance(hour);
    await saidIn(await w.member.click(newest(), 'Deny & Keep Open'));
    expect(await awaits()).toBe(false);
    const since = (await w.ticket(1))?.awaits_changed_at?.getTime() ?? 0;
    expect(since).toBeGreaterThanOrEqual(clock.now().getTime() - 1_000);
    await w.staff.write(channel, 'Here');
    await w.bot.settled();
    await request();
    await saidIn(await w.member.click(newest(), 'Deny & Keep Open'));
    expect(await awaits()).toBe(true);
  });

  test('a request that is denied while somebody accepts it leaves the ticket open, and they are told that it is over', async () => {
    await request();
    const asked = newest();
    const answers = await w.ctx.db.transaction().execute(async (tx) => {
      await holdTicket(tx, { guild_id: w.guild_id, ticket_id: 1 });
      const denied = w.member.click(asked, 'Deny & Keep Open').then(saidIn);
      await untilLockWaits(w.ctx.db);
      const accepted = w.staff.click(asked, 'Accept & Close').then(saidIn);
      await untilLockWaits(w.ctx.db, 2);
      return { denied, accepted };
    });
    expect(await answers.denied).toContain('denied');
    expect(await answers.accepted).toContain('is over');
    expect(await w.ticket(1)).toMatchObject({ status: 'open' });
  });

  test('is for the opener and the staff of the ticket', async () => {
    await request();
    await saidIn(await w.staff.goes(channel).slash('add', { user_or_role: w.other.id }));
    const said = await saidIn(await w.other.click(newest(), 'Accept & Close'));
    expect(said).toContain('Only the person who opened the ticket and its staff');
    expect(await w.ticket(1)).toMatchObject({ status: 'open' });
  });

  test('of somebody who lost their level a moment ago closes nothing', async () => {
    await request();
    const asked = newest();
    leaveGuild(w.sim.world, w.guild_id, w.staff.id);
    await w.sim.gateway.received();
    await w.bot.settled();
    await w.ctx.db.deleteFrom('effects').where('kind', '=', 'duties').execute();
    expect(await saidIn(await w.member.click(asked, 'Accept & Close'))).toContain('is over');
    expect(await w.ticket(1)).toMatchObject({ status: 'open' });
  });

  test('an old request that kept its buttons closes nothing', async () => {
    await request();
    const first = newest();
    await w.ctx.db
      .updateTable('close_requests')
      .set({ created_at: new Date(clock.now().getTime() + 5) })
      .execute();
    expect(await saidIn(await w.member.click(first, 'Accept & Close'))).toContain('is over');
    expect(await w.ticket(1)).toMatchObject({ status: 'open' });
  });
});

describe('the time', () => {
  test('closes the ticket when nobody answers, and not before', async () => {
    await request({ close_delay: 2, reason: 'Quiet' });
    clock.advance(2 * hour - 2000);
    expect(await sweepCloseRequests(w.ctx)).toBe(0);
    clock.advance(2000);
    expect(await sweepCloseRequests(w.ctx)).toBe(1);
    expect(await w.ticket(1)).toMatchObject({
      status: 'closing',
      closed_by: w.staff.id,
      close_reason: 'Quiet',
    });
    expect(await sweepCloseRequests(w.ctx)).toBe(0);
  });

  test('is not promised in a ticket that is excluded from closing by itself, and whoever asks is told why', async () => {
    const toggle = async () => saidIn(await w.staff.goes(channel).slash('autoclose exclude'));
    await toggle();
    expect(await request({ close_delay: 1 })).toContain('without a time');
    expect(textOf(newest())).not.toMatch(/<t:/);
    expect(await rows()).toMatchObject([{ close_at: null }]);
    expect(await request()).not.toContain('without a time');
    await toggle();
    expect(await request({ close_delay: 1 })).not.toContain('without a time');
    expect(textOf(newest())).toMatch(/<t:/);
    await toggle();
    expect(textOf(newest())).not.toMatch(/<t:/);
    clock.advance(2 * hour);
    expect(await sweepCloseRequests(w.ctx)).toBe(0);
    expect(await rows()).toMatchObject([{ close_at: null }]);
  });

  test.each(['the bot hears', 'the program is stopped'])(
    'ends with the level of whoever asked, which they lose while %s, and not when the ticket is claimed',
    async (while_) => {
      await request({ close_delay: 1 });
      await saidIn(await w.owner.goes(channel).slash('claim'));
      await settleAll(w.ctx);
      expect(await rows()).toHaveLength(1);
      const isStopped = while_ === 'the program is stopped';
      if (isStopped) await w.bot.stop();
      leaveGuild(w.sim.world, w.guild_id, w.staff.id);
      if (isStopped) await w.restart();
      await w.sim.gateway.received();
      await w.bot.settled();
      clock.advance(2 * hour);
      expect(await sweepCloseRequests(w.ctx)).toBe(0);
      await w.bot.settled();
      await settleAll(w.ctx);
      expect([(await w.ticket(1))?.status, await rows()]).toEqual(['open', []]);
      expect(textOf(newest())).toContain('no longer counts');
      expect(newest().components).toEqual([]);
    },
  );

  test('stops also when the opener wrote while the bot was away', async () => {
    await request({ close_delay: 1 });
    await w.bot.settled();
    await w.bot.stop();
    await w.member.write(channel, 'I am still here');
    clock.advance(2 * hour);
    expect(await sweepCloseRequests(w.ctx)).toBe(0);
    expect(await w.ticket(1)).toMatchObject({ status: 'open' });
    expect(await rows()).toMatchObject([{ close_at: null }]);
  });

  test('stops also when the opener writes before Discord answers the request, however late it does', async () => {
    const late = Promise.withResolvers<void>();
    const route = '/channels/:channel/messages';
    w.sim.faults.next({ method: 'POST', route, kind: 'delay', until: late.promise, afterEffect: true });
    const asked = request({ close_delay: 1 });
    await w.member.eventually(() => requests().length > 0, 'the request');
    await w.member.write(channel, 'No, it is still broken');
    await heard('No, it is still broken');
    late.resolve();
    await asked;
    expect(await rows()).toMatchObject([{ close_at: null, message_id: newest().id }]);
    expect(await w.ticket(1)).toMatchObject({ awaits_opener: false });
    expect(textOf(newest())).not.toMatch(/<t:/);
    expect(
      messages().filter((message) => textOf(message).includes('no longer closes by itself')),
    ).toHaveLength(1);
    clock.advance(2 * hour);
    expect(await sweepCloseRequests(w.ctx)).toBe(0);
    expect(await w.ticket(1)).toMatchObject({ status: 'open' });
  });

  test('stops also where the program ended before it kept which message the request is', async () => {
    await request({ close_delay: 1 });
    await w.ctx.db.updateTable('close_requests').set({ message_id: null }).execute();
    await w.member.write(channel, 'No, it is still broken');
    await w.bot.settled();
    clock.advance(2 * hour);
    expect(await sweepCloseRequests(w.ctx)).toBe(0);
    expect(await w.ticket(1)).toMatchObject({ status: 'open' });
  });

  test.each([
    ['a time', { close_delay: 2 }],
    ['none', {}],
  ])('stops also when the opener writes while a request with %s is refused its place', async (_, options) => {
    await request({ close_delay: 1, reason: 'First' });
    const refusal = Promise.withResolvers<void>();
    const route = '/channels/:channel/messages';
    w.sim.faults.next({ method: 'POST', route, kind: 403, until: refusal.promise });
    const asked = request(options);
    await expect.poll(rows).toMatchObject([{ message_id: null }]);
    await w.member.write(channel, 'No, it is still broken');
    await heard('No, it is still broken');
    refusal.resolve();
    await asked;
    expect(await rows()).toMatchObject([{ reason: 'First', close_at: null }]);
    expect(textOf(newest())).not.toMatch(/<t:/);
    clock.advance(3 * hour);
    expect(await sweepCloseRequests(w.ctx)).toBe(0);
  });

  test.each<[string, (tx: Tx) => Promise<unknown>]>([
    ['the opener writes', (tx) => tx.updateTable('close_requests').set({ close_at: null }).execute()],
    ['it is denied', (tx) => tx.deleteFrom('close_requests').execute()],
    [
      'the ticket is excluded',
      (tx) => tx.updateTable('tickets').set({ auto_close_excluded: true }).execute(),
    ],
  ])('closes nothing when %s at the last moment', async (_, keep) => {
    await request({ close_delay: 1 });
    clock.advance(2 * hour);
    const sweeping = await w.ctx.db.transaction().execute(async (tx) => {
      await holdTicket(tx, { guild_id: w.guild_id, ticket_id: 1 });
      const sweep = sweepCloseRequests(w.ctx);
      await untilLockWaits(w.ctx.db);
      await keep(tx);
      return { sweep };
    });
    expect(await sweeping.sweep).toBe(0);
    expect(await w.ticket(1)).toMatchObject({ status: 'open' });
  });

  test('waits for Discord where it does not answer', async () => {
    await request({ close_delay: 1 });
    clock.advance(2 * hour);
    w.sim.faults.next({ method: 'GET', route: '/channels/:channel/messages', kind: 500 });
    expect(await sweepCloseRequests(w.ctx)).toBe(0);
    expect(await sweepCloseRequests(w.ctx)).toBe(1);
  });

  test('stops when the opener writes, which is said; the request stays', async () => {
    await request({ close_delay: 1 });
    await w.staff.write(channel, 'Still there?');
    await w.bot.settled();
    expect(await rows()).not.toMatchObject([{ close_at: null }]);
    await w.member.write(channel, 'Wait, one more thing');
    await w.member.eventually(
      () => messages().some((message) => textOf(message).includes('no longer closes by itself')),
      'that it stays open',
    );
    await w.member.write(channel, 'And another');
    await w.bot.settled();
    const told = messages().filter((message) => textOf(message).includes('no longer closes by itself'));
    expect(told).toHaveLength(1);
    expect(textOf(newest())).not.toMatch(/<t:/);
    clock.advance(2 * hour);
    expect(await sweepCloseRequests(w.ctx)).toBe(0);
    await w.member.click(newest(), 'Accept & Close');
    await w.member.eventually(() => !w.sim.world.channels.has(channel.id), 'the end of the channel');
    await w.bot.settled();
  });
});
