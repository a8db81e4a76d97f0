import { effects } from '@tickets/core/composition/effects';
import { settleDue } from '@tickets/core/platform/effects/following';
import { updateMember } from '@tickets/discord-sim/world/members';
import { type BotWorld, saidIn, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { MessageFlags } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

let w: BotWorld;
beforeEach(async () => {
  w = await startBotWorld();
});
afterEach(() => w[Symbol.asyncDispose]());

type Channel = Awaited<ReturnType<BotWorld['openTicket']>>['channel'];

const useThreads = (use_threads: boolean) =>
  w.settings({ use_threads, ticket_notification_channel: use_threads ? w.notices.id : null });
async function join() {
  const notice = w.sim.world.messages.in('channel', w.notices.id).at(-1);
  if (!notice) throw new Error('there is no notice');
  await saidIn(await w.other.click(notice, 'Join Ticket'));
}
const commandOfOwner = async (name: string, user_or_role: string, channel = w.lobby) =>
  saidIn(await w.owner.goes(channel).slash(name, { user_or_role }));
/** Answers what ends it. */
const asStaff = {
  async name(): Promise<() => Promise<unknown>> {
    const row = { guild_id: w.guild_id, user_id: w.other.id, support: true };
    await w.ctx.db.insertInto('permissions').values(row).execute();
    return () => commandOfOwner('removesupport', w.other.id);
  },
  async role(): Promise<() => Promise<unknown>> {
    const role = await crew();
    return async () => has([], role.id);
  },
  async 'a role of the staff'(): Promise<() => Promise<unknown>> {
    const role = await crew();
    return () => commandOfOwner('removesupport', role.id);
  },
};
async function crew() {
  const role = w.sim.world.addRole({ guild_id: w.guild_id, name: 'Crew' });
  await has([role.id], role.id);
  const row = { guild_id: w.guild_id, role_id: role.id, support: true };
  await w.ctx.db.insertInto('role_permissions').values(row).execute();
  return role;
}
/** Until the bot has heard of it. */
async function has(roles: string[], role_id: string) {
  const member = w.sim.world.members.get(`${w.guild_id}:${w.other.id}`);
  if (!member) throw new Error('they are no member');
  updateMember(w.sim.world, member, { roles });
  await vi.waitFor(async () => {
    const known = await w.ctx.db
      .selectFrom('guild_members')
      .where('user_id', '=', w.other.id)
      .select('role_ids')
      .executeTakeFirst();
    expect(known?.role_ids.includes(role_id) ?? false).toBe(roles.length > 0);
  }, 5_000);
}
const staysOut = (channel: Channel) =>
  vi.waitFor(async () => {
    await settleDue(w.ctx, effects);
    await w.bot.settled();
    expect(w.other.sees(channel)).toBe(false);
  }, 5_000);

const deferral = { method: 'POST', route: /^\/interactions\/.*callback$/ };
const making = { method: 'POST', route: '/guilds/:id/channels' };
const changing = { method: 'PATCH', route: '/channels/:id' };

/** Does `work` while Discord is late with an answer to what was pressed. */
async function whileLate<T>(
  call: { method: string; route: string | RegExp },
  press: () => Promise<T>,
  work: () => Promise<unknown>,
): Promise<T> {
  const before = w.sim.faults.hits.length;
  w.sim.faults.next({ ...call, kind: 'delay', delayMs: 600 });
  const pressed = press();
  await vi.waitFor(() => expect(w.sim.faults.hits.length).toBe(before + 1), 5_000);
  const [answer] = await Promise.all([pressed, work()]);
  return answer;
}

describe('staff who are removed at the moment of their own command get nothing by it', () => {
  test.each([
    ['add', 'name', false],
    ['add', 'role', false],
    ['add', 'name', true],
    ['add', 'role', true],
    ['claim', 'name', false],
    ['claim', 'role', false],
  ] as const)('/%s by staff by %s (thread: %s)', async (command, by, use_threads) => {
    await useThreads(use_threads);
    const remove = await asStaff[by]();
    const { channel } = await w.openTicket();
    if (use_threads) await join();
    const options: Record<string, string> = command === 'add' ? { user_or_role: w.other.id } : {};
    const outcome = await whileLate(deferral, () => w.other.goes(channel).slash(command, options), remove);
    expect((await outcome.followUp()).flags & MessageFlags.Ephemeral).toBeTruthy();
    await staysOut(channel);
    expect((await w.ticket(1))?.claimed_by).toBeNull();
    expect(await w.ctx.db.selectFrom('ticket_members').selectAll().execute()).toEqual([]);
  });
});

describe('staff who are removed while the channel of a ticket is made are outside of it in the end', () => {
  test.each(['name', 'a role of the staff'] as const)('of a new ticket, by %s', async (by) => {
    const remove = await asStaff[by]();
    const { message } = await w.panel();
    const press = async () => w.opened(await w.member.click(message, 'Get help'));
    const { channel } = await whileLate(making, press, remove);
    await staysOut(channel);
  });

  test('of one that is reopened', async () => {
    const remove = await asStaff.name();
    const { channel } = await w.openTicket();
    await saidIn(await w.owner.goes(channel).slash('close'));
    await vi.waitFor(async () => expect(await w.ticket(1)).toMatchObject({ status: 'closed' }));
    await w.bot.settled();
    const press = async () => saidIn(await w.owner.goes(w.lobby).slash('reopen', { ticket_id: '1' }));
    await whileLate(making, press, remove);
    const place = w.sim.world.channels.get((await w.ticket(2))?.channel_id ?? '');
    if (!place) throw new Error('the ticket was not reopened');
    await staysOut(place);
  });
});

test('a guest who is removed while a claim changes the channel is outside of it in the end', async () => {
  await w.settings({ support_can_view: false, support_can_type: false });
  const { channel } = await w.openTicket();
  await commandOfOwner('add', w.other.id, channel);
  expect(w.other.sees(channel)).toBe(true);
  const claim = async () => saidIn(await w.owner.goes(channel).slash('claim'));
  await whileLate(changing, claim, () => commandOfOwner('remove', w.other.id, channel));
  await staysOut(channel);
});
