import { eventsMissed } from '@tickets/core/servers/members';
import { joinGuild, leaveGuild } from '@tickets/discord-sim/world/members';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { type BotWorld, saidIn, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { hastyClock } from '@tickets/testkit/worlds/clock';
import { settleAll } from '@tickets/testkit/worlds/effects';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

// What fails here on purpose is reported.
allowWarning(/"msg":"(a step of opening a ticket failed|Discord does not follow yet)/);

let w: BotWorld;
beforeEach(async () => {
  w = await startBotWorld({ clock: { ...hastyClock, pause: async () => {} } });
  await w.settings({ auto_close_enabled: true, auto_close_on_user_leave: true });
});
afterEach(() => w[Symbol.asyncDispose]());

async function settle() {
  await w.bot.settled();
  await settleAll(w.ctx);
  await w.bot.settled();
  await settleAll(w.ctx);
}
const ends = async () =>
  (await w.tickets()).map(({ status, close_source }) =>
    close_source ? `${status} ${close_source}` : status,
  );
/** Whom Discord is asked about while something is done: the ids of some, and a list of all as `list`. */
async function questions(act: () => Promise<unknown>): Promise<string[]> {
  w.sim.faults.next({
    method: 'GET',
    route: /guilds\/\d+\/members/,
    kind: 'delay',
    delayMs: 1,
    times: Number.POSITIVE_INFINITY,
  });
  const before = w.sim.faults.hits.length;
  await act();
  const asked = w.sim.faults.hits.slice(before).map(({ path }) => /members\/(\d+)/.exec(path)?.[1] ?? 'list');
  w.sim.faults.clear();
  return asked;
}
async function compared() {
  await eventsMissed(w.ctx, [w.guild_id]);
  await settle();
}
/** Without a word of it. */
const isGone = (user_id: string) => w.sim.world.members.delete(`${w.guild_id}:${user_id}`);

test('the ticket of an opener who left while the bot was away is closed once the bot is back', async () => {
  await w.openTicket();
  await w.bot.stop();
  leaveGuild(w.sim.world, w.guild_id, w.member.id);
  await w.restart();
  await settle();
  expect(await ends()).toEqual(['closed user_left']);
});

test('the ticket of an opener who left and came back while the bot was away stays open', async () => {
  await w.openTicket();
  await w.bot.stop();
  const member = w.sim.world.members.get(`${w.guild_id}:${w.member.id}`);
  if (!member) throw new Error('they are no member');
  w.sim.world.members.put({ ...member, joined_at: new Date(Date.now() + 1_000).toISOString() });
  await w.restart();
  await settle();
  expect(await ends()).toEqual(['open']);
});

test('nobody is asked about, and no ticket closed, where the setting is off; an excluded ticket stays open', async () => {
  const { ticket } = await w.openTicket();
  isGone(w.member.id);
  await w.settings({ auto_close_on_user_leave: false });
  const asked = await questions(compared);
  expect(asked.filter((whom) => whom === 'list' || whom === w.member.id)).toEqual([]);
  await w.settings({ auto_close_on_user_leave: true });
  await w.ctx.db.updateTable('tickets').set({ auto_close_excluded: true }).execute();
  await compared();
  expect(await ends()).toEqual(['open']);
  await w.ctx.db.updateTable('tickets').set({ auto_close_excluded: false }).execute();
  await compared();
  expect(await ends()).toEqual(['closed user_left']);
  expect(ticket.status).toBe('open');
});

test('many openers are asked about together, and those who are there keep their tickets', async () => {
  const { message } = await w.panel();
  const guests = Array.from({ length: 8 }, (_, index) => w.addMember(`guest${index}`));
  for (const guest of guests) await w.opened(await guest.click(message, 'Get help'));
  for (const guest of guests.slice(0, 3)) isGone(guest.id);
  const asked = await questions(compared);
  const ids = guests.map(({ id }) => id);
  expect(asked.filter((whom) => whom === 'list' || ids.includes(whom))).toEqual(['list']);
  const open = (await w.tickets()).filter(({ status }) => status === 'open');
  expect(open.map(({ opener_id }) => opener_id).sort()).toEqual(ids.slice(3).sort());
});

test.each([500, 403] as const)(
  'an answer %d of Discord closes no ticket, until it tells who is there',
  async (kind) => {
    await w.openTicket();
    isGone(w.member.id);
    const code = kind === 403 ? { code: 50001 } : {};
    const route = /guilds\/\d+\/members/;
    w.sim.faults.next({ method: 'GET', route, kind, ...code, times: Number.POSITIVE_INFINITY });
    await compared();
    expect(w.sim.faults.hits.length).toBeGreaterThan(0);
    expect(await ends()).toEqual(['open']);
    w.sim.faults.clear();
    await settle();
    expect(await ends()).toEqual(['closed user_left']);
  },
);

describe('a ticket whose opener leaves while it is being opened is closed when it is open', () => {
  beforeEach(async () => {
    const { message } = await w.panel();
    w.sim.faults.next({ method: 'POST', route: '/guilds/:guild/channels', kind: 500, times: 3 });
    await saidIn(await w.member.click(message, 'Get help'));
    expect(await ends()).toEqual(['opening']);
  });

  test('where it was heard', async () => {
    leaveGuild(w.sim.world, w.guild_id, w.member.id);
    await settle();
    expect(await ends()).toEqual(['closed user_left']);
  });

  test('where nobody heard it', async () => {
    await w.bot.stop();
    leaveGuild(w.sim.world, w.guild_id, w.member.id);
    await w.restart();
    await settle();
    expect(await ends()).toEqual(['closed user_left']);
  });
});

test('a ticket that staff reopened for somebody who had left stays open, also when the server is compared', async () => {
  const { channel } = await w.openTicket();
  await saidIn(await w.owner.goes(channel).slash('close', { reason: 'Done' }));
  await settle();
  leaveGuild(w.sim.world, w.guild_id, w.member.id);
  await saidIn(await w.staff.goes(w.lobby).slash('reopen', { ticket_id: '1' }));
  await settle();
  await compared();
  expect(await ends()).toEqual(['closed discord', 'open']);
});

describe('a reopened ticket is closed when its opener leaves while the bot is away', () => {
  async function closed() {
    const { channel } = await w.openTicket();
    await saidIn(await w.owner.goes(channel).slash('close', { reason: 'Done' }));
    await settle();
  }

  async function reopenedBy(who: 'member' | 'staff') {
    await saidIn(await w[who].goes(w.lobby).slash('reopen', { ticket_id: '1' }));
    await settle();
  }

  async function leavesUnheard() {
    await w.bot.stop();
    leaveGuild(w.sim.world, w.guild_id, w.member.id);
    await w.restart();
    await settle();
    await compared();
    expect(await ends()).toEqual(['closed discord', 'closed user_left']);
  }

  test('also after staff claimed it', async () => {
    await closed();
    await reopenedBy('member');
    const channel = (await w.tickets())[1]?.channel_id ?? '';
    await saidIn(await w.staff.goes(channel).slash('claim'));
    await leavesUnheard();
  });

  test('also where staff reopened it while the opener was a member', async () => {
    await closed();
    await reopenedBy('staff');
    await leavesUnheard();
  });

  test('also where staff reopened it while the opener was gone, who came back', async () => {
    await closed();
    const member = w.sim.world.members.get(`${w.guild_id}:${w.member.id}`);
    leaveGuild(w.sim.world, w.guild_id, w.member.id);
    await settle();
    await reopenedBy('staff');
    if (member) joinGuild(w.sim.world, { ...member, roles: [] });
    await settle();
    await leavesUnheard();
  });

  test('also where that opener came back unheard', async () => {
    await closed();
    const member = w.sim.world.members.get(`${w.guild_id}:${w.member.id}`);
    leaveGuild(w.sim.world, w.guild_id, w.member.id);
    await settle();
    await reopenedBy('staff');
    await w.bot.stop();
    if (member) joinGuild(w.sim.world, { ...member, roles: [] });
    await w.restart();
    await settle();
    await leavesUnheard();
  });

  test('also where that opener came back unheard while nothing closed with its opener', async () => {
    await closed();
    const member = w.sim.world.members.get(`${w.guild_id}:${w.member.id}`);
    leaveGuild(w.sim.world, w.guild_id, w.member.id);
    await settle();
    await reopenedBy('staff');
    await w.settings({ auto_close_on_user_leave: false });
    await w.bot.stop();
    if (member) joinGuild(w.sim.world, { ...member, roles: [] });
    await w.restart();
    await settle();
    await w.settings({ auto_close_on_user_leave: true });
    await leavesUnheard();
  });
});
