import { callBy } from '@tickets/core/access/caller';
import { loadAccess } from '@tickets/core/access/load';
import { revokeOverride } from '@tickets/core/bot-staff/override';
import { effects } from '@tickets/core/composition/effects';
import { settleDue } from '@tickets/core/platform/effects/following';
import { endLapsedDuties } from '@tickets/core/staff/duties';
import { replyToTicket } from '@tickets/core/tickets/conversation/reply';
import { joinGuild, leaveGuild, updateMember } from '@tickets/discord-sim/world/members';
import { addThreadMember, removeThreadMember } from '@tickets/discord-sim/world/threads';
import { buildTeam } from '@tickets/testkit/data/factories';
import { type BotWorld, saidIn, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

let w: BotWorld;
beforeEach(async () => {
  w = await startBotWorld();
  await w.settings({ use_threads: true, ticket_notification_channel: w.notices.id });
});
afterEach(() => w[Symbol.asyncDispose]());

type Ticket = Awaited<ReturnType<BotWorld['openTicket']>>;

/** Brought in by a mention of a person, as Discord does. */
async function comesIn({ channel }: Ticket, user_id = w.other.id) {
  addThreadMember(w.sim.world, channel, user_id);
  await w.bot.settled();
}
const isIn = ({ channel }: Ticket, user_id = w.other.id) =>
  w.sim.world.threadMembers.has(`${channel.id}:${user_id}`);
const inServer = () => {
  const member = w.sim.world.members.get(`${w.guild_id}:${w.other.id}`);
  if (!member) throw new Error('they are not in the server');
  return member;
};
const callOf = async (user_id: string) => {
  const access = await loadAccess(w.ctx, w.guild_id, user_id);
  if (!access) throw new Error('the bot is in the server');
  return callBy(w.ctx, access, 'dashboard');
};
async function isNamed() {
  const row = { guild_id: w.guild_id, user_id: w.other.id, support: true };
  await w.ctx.db.insertInto('permissions').values(row).execute();
}
/** Before they joined the server, as it is when they left and came back. Nothing has taken them out yet. */
async function wasAddedLongAgo() {
  await saidIn(await w.other.goes(w.lobby).slash('help'));
  await w.ctx.db
    .updateTable('ticket_members')
    .set({ added_at: new Date(0) })
    .execute();
}
async function isLetIn() {
  await w.ctx.db.insertInto('bot_staff').values({ user_id: w.other.id }).execute();
  const expires_at = new Date(Date.now() + 3_600_000);
  await w.ctx.db.insertInto('staff_overrides').values({ guild_id: w.guild_id, expires_at }).execute();
}
const lobby = () => w.owner.goes(w.lobby);
let role: string;

describe('staff in the thread of a ticket are taken out of it', () => {
  test.each<[why: string, become: () => unknown, end: (ticket: Ticket) => unknown]>([
    [
      'when they are removed',
      isNamed,
      async () => saidIn(await lobby().slash('removesupport', { user_or_role: w.other.id })),
    ],
    [
      'when they lose the role',
      async () => {
        role = w.sim.world.addRole({ guild_id: w.guild_id, name: 'Helpers' }).id;
        await w.ctx.db
          .insertInto('role_permissions')
          .values({ guild_id: w.guild_id, role_id: role, support: true })
          .execute();
        updateMember(w.sim.world, inServer(), { roles: [role] });
        await w.bot.settled();
      },
      () => updateMember(w.sim.world, inServer(), { roles: [] }),
    ],
    [
      'when they lose the role that made them staff of other tickets',
      async () => {
        role = w.sim.world.addRole({ guild_id: w.guild_id, name: 'Bakers' }).id;
        await buildTeam(w.ctx, { guild_id: w.guild_id, name: 'Baking', role_ids: [role] });
        updateMember(w.sim.world, inServer(), { roles: [role] });
        await w.bot.settled();
      },
      () => updateMember(w.sim.world, inServer(), { roles: [] }),
    ],
    [
      'when the override ends that let them in',
      isLetIn,
      async () => revokeOverride(await callOf(w.owner.id), w.guild_id),
    ],
    [
      'when the ticket goes to a panel that is not theirs',
      async () => {
        const team_id = await buildTeam(w.ctx, {
          guild_id: w.guild_id,
          name: 'Billing',
          user_ids: [w.other.id],
        });
        const { panel_id } = await w.ctx.db.selectFrom('panels').select('panel_id').executeTakeFirstOrThrow();
        await w.ctx.db.insertInto('panel_teams').values({ panel_id, team_id }).execute();
        await w.panel({ title: 'Other' });
      },
      async ({ channel }) => saidIn(await w.owner.goes(channel).slash('switchpanel', { panel: 'Other' })),
    ],
  ])('%s', async (_, become, end) => {
    const ticket = await w.openTicket();
    await become();
    await comesIn(ticket);
    await end(ticket);
    await vi.waitFor(async () => {
      await settleDue(w.ctx, effects);
      expect(isIn(ticket)).toBe(false);
    }, 5_000);
  });

  test('also when the ticket is opened again after they stopped being staff', async () => {
    const ticket = await w.openTicket();
    await isNamed();
    await comesIn(ticket);
    const { channel } = ticket;
    await saidIn(await w.owner.goes(channel).slash('close'));
    await vi.waitFor(async () => expect(await w.ticket(1)).toMatchObject({ status: 'closed' }));
    await saidIn(await lobby().slash('removesupport', { user_or_role: w.other.id }));
    expect(isIn(ticket)).toBe(true);
    await w.ctx.discord.api.channels.edit(channel.id, { archived: false, locked: false });
    await vi.waitFor(async () => {
      await settleDue(w.ctx, effects);
      expect(isIn(ticket)).toBe(false);
    }, 5_000);
  });

  test('but for those who are still staff of other tickets, whom a mention brought in', async () => {
    await buildTeam(w.ctx, { guild_id: w.guild_id, name: 'Baking', user_ids: [w.other.id] });
    await buildTeam(w.ctx, { guild_id: w.guild_id, name: 'Billing', user_ids: [w.other.id] });
    const ticket = await w.openTicket();
    await comesIn(ticket);
    await w.ctx.db.deleteFrom('support_teams').where('name', '=', 'Billing').execute();
    await endLapsedDuties(w.ctx, { guild_id: w.guild_id });
    expect(isIn(ticket)).toBe(true);
  });

  test('but for those who opened it or were added to it as guests, and whoever was never staff stays', async () => {
    const ticket = await w.openTicket();
    await saidIn(await w.member.goes(ticket.channel).slash('add', { user_or_role: w.other.id }));
    await isNamed();
    removeThreadMember(w.sim.world, ticket.channel, w.other.id);
    await comesIn(ticket);
    const guest = w.sim.world.addUser({ username: 'guest' });
    addThreadMember(w.sim.world, ticket.channel, guest.id);
    await w.bot.settled();
    await saidIn(await lobby().slash('removesupport', { user_or_role: w.other.id }));
    await settleDue(w.ctx, effects);
    expect([w.member.id, w.other.id, guest.id].map((id) => isIn(ticket, id))).toEqual([true, true, true]);
  });

  test('also if they were added to it before they left the server and came back', async () => {
    const ticket = await w.openTicket();
    await saidIn(await w.member.goes(ticket.channel).slash('add', { user_or_role: w.other.id }));
    await wasAddedLongAgo();
    await isNamed();
    removeThreadMember(w.sim.world, ticket.channel, w.other.id);
    await comesIn(ticket);
    await saidIn(await lobby().slash('removesupport', { user_or_role: w.other.id }));
    await settleDue(w.ctx, effects);
    expect(isIn(ticket)).toBe(false);
  });
});

describe('of former staff nobody stays', () => {
  const out = (isThere: () => boolean) =>
    vi.waitFor(async () => {
      await settleDue(w.ctx, effects);
      expect(isThere()).toBe(false);
    }, 5_000);
  const isRemoved = async () => saidIn(await lobby().slash('removesupport', { user_or_role: w.other.id }));

  test('who came into a thread while the bot heard nothing', async () => {
    const ticket = await w.openTicket();
    await isNamed();
    await w.bot.stop();
    addThreadMember(w.sim.world, ticket.channel, w.other.id);
    await w.restart();
    await settleDue(w.ctx, effects);
    await isRemoved();
    await out(() => isIn(ticket));
  });

  test('whom a role of those on call still brings into a new thread', async () => {
    await isNamed();
    await saidIn(await w.other.goes(w.lobby).slash('on-call'));
    await w.bot.settled();
    // As if the bot had not got round to taking the role.
    const { roles } = inServer();
    await w.ctx.db.deleteFrom('permissions').where('user_id', '=', w.other.id).execute();
    expect(roles).toHaveLength(1);
    const ticket = await w.openTicket();
    await out(() => isIn(ticket));
  });

  test('in the notes of a ticket', async () => {
    await w.settings({ use_threads: false, ticket_notification_channel: null });
    const ticket = await w.openTicket();
    await isNamed();
    await saidIn(await w.member.goes(ticket.channel).slash('add', { user_or_role: w.other.id }));
    await saidIn(await w.other.goes(ticket.channel).slash('notes'));
    await w.bot.settled();
    const { notes_thread_id } = await w.ctx.db.selectFrom('tickets').selectAll().executeTakeFirstOrThrow();
    const reads = () => w.sim.world.threadMembers.has(`${notes_thread_id}:${w.other.id}`);
    expect(reads()).toBe(true);
    await isRemoved();
    await out(reads);
  });

  test.each([true, false])(
    'who was added when they were staff, also when they come back (thread: %s)',
    async (use_threads) => {
      await w.settings({ use_threads, ticket_notification_channel: use_threads ? w.notices.id : null });
      const ticket = await w.openTicket();
      await isNamed();
      await saidIn(await w.owner.goes(ticket.channel).slash('add', { user_or_role: w.other.id }));
      expect(w.other.sees(ticket.channel)).toBe(true);
      await isRemoved();
      await out(() => w.other.sees(ticket.channel));
      const member = inServer();
      leaveGuild(w.sim.world, w.guild_id, w.other.id);
      joinGuild(w.sim.world, { ...member, roles: [] });
      await w.bot.settled();
      expect(w.other.sees(ticket.channel)).toBe(false);
    },
  );
});

describe('a reply in which a name is mentioned lets nobody into the thread', () => {
  const answer = async (by: string, content: string) =>
    replyToTicket(await callOf(by), {
      guild_id: w.guild_id,
      ticket_id: 1,
      content,
      files: [],
      idempotency_key: undefined,
    });

  test('whom only an override lets in, and who wrote there before', async () => {
    const ticket = await w.openTicket();
    await isLetIn();
    await answer(w.other.id, 'Hello');
    await w.bot.settled();
    await answer(w.other.id, `I am <@${w.other.id}>`);
    expect(isIn(ticket)).toBe(false);
  });

  test('who wrote there, was kicked and came back', async () => {
    const ticket = await w.openTicket();
    await isNamed();
    await comesIn(ticket);
    await w.other.write(ticket.channel, 'Hello');
    await w.bot.settled();
    const member = inServer();
    leaveGuild(w.sim.world, w.guild_id, w.other.id);
    await w.bot.settled();
    joinGuild(w.sim.world, { ...member, roles: [] });
    await w.bot.settled();
    await answer(w.owner.id, `Ask <@${w.other.id}>`);
    expect(isIn(ticket)).toBe(false);
  });

  test('who was added to it before they left the server and came back', async () => {
    const ticket = await w.openTicket();
    await saidIn(await w.member.goes(ticket.channel).slash('add', { user_or_role: w.other.id }));
    await wasAddedLongAgo();
    removeThreadMember(w.sim.world, ticket.channel, w.other.id);
    await w.bot.settled();
    await answer(w.owner.id, `Ask <@${w.other.id}>`);
    expect(isIn(ticket)).toBe(false);
  });

  test('but calls those who are in it', async () => {
    const ticket = await w.openTicket();
    await isNamed();
    await comesIn(ticket);
    await w.other.write(ticket.channel, 'Hello');
    await w.bot.settled();
    await answer(w.owner.id, `Ask <@${w.other.id}>`);
    const messages = w.sim.world.messages.in('channel', ticket.channel.id);
    expect(messages.at(-1)?.mentions).toEqual([w.other.id]);
  });
});
