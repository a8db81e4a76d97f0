import { callBy } from '@tickets/core/access/caller';
import { loadAccess } from '@tickets/core/access/load';
import { effects } from '@tickets/core/composition/effects';
import { settleDue } from '@tickets/core/platform/effects/following';
import { removeStaff } from '@tickets/core/staff/staff';
import { addThreadMember } from '@tickets/discord-sim/world/threads';
import { type BotWorld, saidIn, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

let w: BotWorld;
beforeEach(async () => {
  w = await startBotWorld();
});
afterEach(() => w[Symbol.asyncDispose]());

const threads = () => w.settings({ use_threads: true, ticket_notification_channel: w.notices.id });
const isIn = (thread_id: string | null | undefined) =>
  w.sim.world.threadMembers.has(`${thread_id}:${w.other.id}`);
async function isNamed() {
  const row = { guild_id: w.guild_id, user_id: w.other.id, support: true };
  await w.ctx.db.insertInto('permissions').values(row).execute();
}
const isRemoved = async () =>
  saidIn(await w.owner.goes(w.lobby).slash('removesupport', { user_or_role: w.other.id }));
const staysOut = (thread_id: () => string | null | undefined) =>
  vi.waitFor(async () => {
    await settleDue(w.ctx, effects);
    await w.bot.settled();
    expect(isIn(thread_id())).toBe(false);
  }, 5_000);

/** Does something while Discord is late with its answer to a question about a member of a thread. */
async function whileLate(method: string, press: () => Promise<unknown>, work: () => Promise<unknown>) {
  const before = w.sim.faults.hits.length;
  w.sim.faults.next({ method, route: '/channels/:id/thread-members/:user', kind: 'delay', delayMs: 400 });
  const pressed = press();
  await vi.waitFor(() => expect(w.sim.faults.hits.length).toBe(before + 1), 5_000);
  await Promise.all([pressed, work()]);
}

describe('staff who are removed at the moment in which the bot lets them into a thread are outside of it in the end', () => {
  test.each([
    ['before they are in', 'GET'],
    ['while they are let in', 'PUT'],
  ])('by Join Ticket, removed %s', async (_, method) => {
    await threads();
    const { channel } = await w.openTicket();
    await isNamed();
    const notice = w.sim.world.messages.in('channel', w.notices.id).at(-1);
    if (!notice) throw new Error('there is no notice');
    await whileLate(method, async () => saidIn(await w.other.click(notice, 'Join Ticket')), isRemoved);
    await staysOut(() => channel.id);
  });

  test('by the notes of a ticket', async () => {
    const { channel } = await w.openTicket();
    await isNamed();
    await saidIn(await w.staff.goes(channel).slash('notes'));
    await saidIn(await w.owner.goes(channel).slash('add', { user_or_role: w.other.id }));
    const notes = (await w.ticket(1))?.notes_thread_id;
    expect(notes).toBeTruthy();
    await whileLate('PUT', async () => saidIn(await w.other.goes(channel).slash('notes')), isRemoved);
    await staysOut(() => notes);
  });

  test('by /add', async () => {
    await threads();
    const { channel } = await w.openTicket();
    await isNamed();
    const add = async () => saidIn(await w.owner.goes(channel).slash('add', { user_or_role: w.other.id }));
    await whileLate('PUT', add, isRemoved);
    await staysOut(() => channel.id);
  });
});

test('staff who came into a thread and were removed while the bot heard nothing are outside of it in the end', async () => {
  await threads();
  const { channel } = await w.openTicket();
  await isNamed();
  await w.bot.stop();
  addThreadMember(w.sim.world, channel, w.other.id);
  const owner = await loadAccess(w.ctx, w.guild_id, w.owner.id);
  if (!owner) throw new Error('the bot is in the server');
  const target = { guild_id: w.guild_id, kind: 'user', id: w.other.id } as const;
  await removeStaff(callBy(w.ctx, owner, 'dashboard'), target, 'support');
  await w.restart();
  await w.ctx.db.updateTable('effects').set({ due_at: new Date() }).execute();
  await staysOut(() => channel.id);
});

test.each(['while the bot is away', 'while Discord does not answer'])(
  'former staff are outside of a thread that is reopened %s',
  async (when) => {
    await threads();
    const { channel } = await w.openTicket();
    await isNamed();
    addThreadMember(w.sim.world, channel, w.other.id);
    await w.bot.settled();
    await saidIn(await w.owner.goes(channel).slash('close', { reason: 'Done' }));
    await vi.waitFor(async () => expect(await w.ticket(1)).toMatchObject({ status: 'closed' }), 8_000);
    await isRemoved();
    await settleDue(w.ctx, effects);
    await w.bot.settled();
    expect(isIn(channel.id)).toBe(true);
    const isReopened = () => w.ctx.discord.api.channels.edit(channel.id, { archived: false, locked: false });
    if (when === 'while the bot is away') {
      await w.bot.stop();
      await isReopened();
      await w.restart();
    } else {
      w.sim.faults.next({ method: 'GET', route: '/channels/:channel', kind: 500, times: 3 });
      await isReopened();
      await w.bot.settled();
      w.sim.faults.clear();
      await w.ctx.db.updateTable('effects').set({ due_at: new Date() }).execute();
    }
    await staysOut(() => channel.id);
    expect(await w.ticket(1)).toMatchObject({ status: 'open' });
  },
);
