import { effects } from '@tickets/core/composition/effects';
import { settleDue } from '@tickets/core/platform/effects/following';
import { followStaffLater } from '@tickets/core/staff/follow-staff';
import { updateMember } from '@tickets/discord-sim/world/members';
import { buildTeam } from '@tickets/testkit/data/factories';
import { type BotWorld, saidIn, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

let w: BotWorld;
beforeEach(async () => {
  w = await startBotWorld();
});
afterEach(() => w[Symbol.asyncDispose]());

type Channel = Awaited<ReturnType<BotWorld['openTicket']>>['channel'];

const useThreads = (use_threads: boolean) =>
  w.settings({ use_threads, ticket_notification_channel: use_threads ? w.notices.id : null });
const lobby = () => w.owner.goes(w.lobby);
async function isNamed() {
  const row = { guild_id: w.guild_id, user_id: w.other.id, support: true };
  await w.ctx.db.insertInto('permissions').values(row).execute();
}
const isRemoved = async () => saidIn(await lobby().slash('removesupport', { user_or_role: w.other.id }));
const add = async (channel: Channel, user_or_role: string) =>
  saidIn(await w.owner.goes(channel).slash('add', { user_or_role }));
const settle = () => settleDue(w.ctx, effects);
const out = (channel: Channel) =>
  vi.waitFor(async () => {
    await settle();
    expect(w.other.sees(channel)).toBe(false);
  }, 5_000);

async function reopened(channel: Channel, who = w.owner) {
  await saidIn(await w.owner.goes(channel).slash('close'));
  await vi.waitFor(async () => expect(await w.ticket(1)).toMatchObject({ status: 'closed' }));
  await w.bot.settled();
  return async () => {
    await saidIn(await who.goes(w.lobby).slash('reopen', { ticket_id: '1' }));
    const place = w.sim.world.channels.get(((await w.ticket(2)) ?? (await w.ticket(1)))?.channel_id ?? '');
    if (!place) throw new Error('the ticket was not reopened');
    return place;
  };
}

describe('staff who were added to a ticket that is reopened in a new channel', () => {
  test('come along, and leave it when they stop being staff', async () => {
    const { channel } = await w.openTicket();
    await isNamed();
    await add(channel, w.other.id);
    const place = await (await reopened(channel))();
    expect(w.other.sees(place)).toBe(true);
    await isRemoved();
    await out(place);
  });

  test('do not come along when they stopped being staff before', async () => {
    const { channel } = await w.openTicket();
    await isNamed();
    await add(channel, w.other.id);
    const again = await reopened(channel, w.member);
    await isRemoved();
    const place = await again();
    expect(w.other.sees(place)).toBe(false);
  });
});

test.each([true, false])(
  'a guest who is on the blacklist by then does not come along to a reopened ticket, others do (thread: %s)',
  async (use_threads) => {
    await useThreads(use_threads);
    const { channel } = await w.openTicket();
    const friend = w.addMember('fay');
    await add(channel, w.other.id);
    await add(channel, friend.id);
    const again = await reopened(channel);
    await w.ctx.db
      .insertInto('blacklisted_users')
      .values({ guild_id: w.guild_id, user_id: w.other.id })
      .execute();
    const place = await again();
    await out(place);
    expect(friend.sees(place)).toBe(true);
  },
);

test.each([true, false])(
  'staff from whose message a ticket was started leave it when they stop being staff (thread: %s)',
  async (use_threads) => {
    await useThreads(use_threads);
    await w.settings({ context_menu_permission_level: 0 });
    await isNamed();
    const message = await w.other.write(w.lobby, 'Ask me');
    const { channel } = await w.opened(await w.member.contextMenu('Start Ticket', message));
    expect(w.other.sees(channel)).toBe(true);
    await isRemoved();
    await out(channel);
  },
);

describe('staff of another team who were added to a ticket', () => {
  async function colleague() {
    const { guild_id } = w;
    const { channel } = await w.openTicket();
    const teams = [];
    for (const name of ['Night', 'Day'])
      teams.push(await buildTeam(w.ctx, { guild_id, name, user_ids: [w.other.id] }));
    await add(channel, w.other.id);
    return { channel, teams };
  }
  const leaves = async (team_id: number | undefined) => {
    const gone = w.ctx.db.deleteFrom('support_team_users').where('team_id', '=', team_id ?? 0);
    await gone.execute();
    // As everything that takes people out of teams.
    await w.ctx.db
      .transaction()
      .execute((tx) =>
        followStaffLater(tx, { guild_id: w.guild_id, kind: 'user', id: w.other.id }, { in_background: true }),
      );
    await settle();
  };

  test('stay while they are staff of anything, and leave it when they are staff of nothing any more', async () => {
    const { channel, teams } = await colleague();
    await leaves(teams[0]);
    expect(w.other.sees(channel)).toBe(true);
    await leaves(teams[1]);
    await out(channel);
  });
});

describe('a role of staff that was added to a ticket', () => {
  async function crew() {
    const role = w.sim.world.addRole({ guild_id: w.guild_id, name: 'Crew' });
    const member = w.sim.world.members.get(`${w.guild_id}:${w.other.id}`);
    if (member) updateMember(w.sim.world, member, { roles: [role.id] });
    await w.bot.settled();
    return role.id;
  }

  test('leaves it when it is taken off the staff', async () => {
    const role_id = await crew();
    await w.ctx.db
      .insertInto('role_permissions')
      .values({ guild_id: w.guild_id, role_id, support: true })
      .execute();
    await w.settings({ support_can_view: false, support_can_type: false });
    const { channel } = await w.openTicket();
    await saidIn(await w.staff.goes(channel).slash('claim'));
    await w.bot.settled();
    expect(w.other.sees(channel)).toBe(false);
    await add(channel, role_id);
    expect(w.other.sees(channel)).toBe(true);
    await saidIn(await lobby().slash('removesupport', { user_or_role: role_id }));
    await out(channel);
  });

  test('of another team leaves it when it is in no team any more', async () => {
    const role_id = await crew();
    const team_id = await buildTeam(w.ctx, { guild_id: w.guild_id, name: 'Night', role_ids: [role_id] });
    const { channel } = await w.openTicket();
    await add(channel, role_id);
    await settle();
    expect(w.other.sees(channel)).toBe(true);
    await w.ctx.db.deleteFrom('support_team_roles').where('team_id', '=', team_id).execute();
    await w.ctx.db
      .transaction()
      .execute((tx) =>
        followStaffLater(tx, { guild_id: w.guild_id, kind: 'role', id: role_id }, { in_background: true }),
      );
    await out(channel);
  });

  test('that was no staff when it was added stays', async () => {
    const role_id = await crew();
    const { channel } = await w.openTicket();
    await add(channel, role_id);
    await w.ctx.db
      .insertInto('role_permissions')
      .values({ guild_id: w.guild_id, role_id, support: true })
      .execute();
    await saidIn(await lobby().slash('removesupport', { user_or_role: role_id }));
    await settle();
    expect(w.other.sees(channel)).toBe(true);
  });
});
