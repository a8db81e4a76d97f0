import { effects } from '@tickets/core/composition/effects';
import { followWorkersLater } from '@tickets/core/panels/who-works';
import { want } from '@tickets/core/platform/effects/effects';
import { settleDue } from '@tickets/core/platform/effects/following';
import { claimedTickets } from '@tickets/core/tickets/following/follow-claims';
import { updateChannel } from '@tickets/discord-sim/world/channels';
import { updateMember } from '@tickets/discord-sim/world/members';
import { updateRole } from '@tickets/discord-sim/world/roles';
import { buildTeam } from '@tickets/testkit/data/factories';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { type BotWorld, saidIn, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { type APIOverwrite, OverwriteType, PermissionFlagsBits as P } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

// What fails here on purpose is reported.
allowWarning(
  /"msg":"(former staff may still see|Discord refused what it should follow|the end of a claim could not|the channel of a ticket does not follow)/,
);

let w: BotWorld;
beforeEach(async () => {
  w = await startBotWorld();
});
afterEach(() => w[Symbol.asyncDispose]());

type Channel = Awaited<ReturnType<BotWorld['openTicket']>>['channel'];

const manage = P.ManageRoles | P.ManageChannels | P.ManageThreads;
async function botMay(permissions: bigint) {
  const role = w.sim.world.roles.get(w.bot_role.id);
  if (!role) throw new Error('the bot has no role');
  updateRole(w.sim.world, role, { permissions: String(permissions) });
  await w.bot.settled();
}
async function isNamed() {
  const row = { guild_id: w.guild_id, user_id: w.other.id, support: true };
  await w.ctx.db.insertInto('permissions').values(row).execute();
}
const isRemoved = async () =>
  saidIn(await w.owner.goes(w.lobby).slash('removesupport', { user_or_role: w.other.id }));
const settle = async () => {
  await settleDue(w.ctx, effects);
  await w.bot.settled();
};

describe('a removal from the staff that Discord refused is done when the bot may do it again', () => {
  test.each([
    ['a ticket that they see by name', false, false],
    ['a ticket to which they were added', false, true],
    ['a thread', true, false],
    ['a thread to which they were added', true, true],
  ])('in %s', async (_, use_threads, added) => {
    await w.settings({ use_threads, ticket_notification_channel: use_threads ? w.notices.id : null });
    await isNamed();
    const { channel } = await w.openTicket();
    const join = async () => {
      const notice = w.sim.world.messages.in('channel', w.notices.id).at(-1);
      if (!notice) throw new Error('there is no notice');
      await saidIn(await w.other.click(notice, 'Join Ticket'));
    };
    if (added) await saidIn(await w.owner.goes(channel).slash('add', { user_or_role: w.other.id }));
    else if (use_threads) await join();
    await settle();
    expect(w.other.sees(channel)).toBe(true);
    const may = BigInt(w.bot_role.permissions);
    // Out of a thread that the bot made itself it may take people without these permissions.
    w.sim.faults.next({
      method: 'DELETE',
      route: '/channels/:id/thread-members/:user',
      kind: 403,
      times: Number.POSITIVE_INFINITY,
    });
    await botMay(may & ~manage);
    await isRemoved();
    await settle();
    expect(w.other.sees(channel)).toBe(true);
    await isOutOnceAllowed(channel, may);
  });

  test('in a ticket whose channel alone denied it', async () => {
    await isNamed();
    const { channel } = await w.openTicket();
    await settle();
    const now = () => w.sim.world.channels.get(channel.id) ?? channel;
    const overwritesOf = async (ours: APIOverwrite[]) => {
      const others = now().permission_overwrites.filter(({ id }) => id !== w.bot_role.id);
      updateChannel(w.sim.world, now(), { permission_overwrites: [...others, ...ours] });
      await w.bot.settled();
    };
    const before = now().permission_overwrites.filter(({ id }) => id === w.bot_role.id);
    const [allow, deny] = [String(P.ViewChannel), String(P.ManageRoles | P.ManageChannels)];
    await overwritesOf([{ id: w.bot_role.id, type: OverwriteType.Role, allow, deny }]);
    await isRemoved();
    await settle();
    expect(w.other.sees(now())).toBe(true);
    await overwritesOf(before);
    await vi.waitFor(
      async () => {
        await settle();
        expect(w.other.sees(now())).toBe(false);
      },
      { timeout: 5_000 },
    );
  });

  test('in a thread, also where Discord answered that it shows the bot no such server', async () => {
    await w.settings({ use_threads: true, ticket_notification_channel: w.notices.id });
    await isNamed();
    const { channel } = await w.openTicket();
    await saidIn(await w.owner.goes(channel).slash('add', { user_or_role: w.other.id }));
    await settle();
    const route = '/channels/:id/thread-members/:user';
    w.sim.faults.next({ method: 'DELETE', route, kind: 404, code: 10004, times: Number.POSITIVE_INFINITY });
    const may = BigInt(w.bot_role.permissions);
    await botMay(may & ~manage);
    await isRemoved();
    await settle();
    expect(w.sim.faults.hits.length).toBeGreaterThan(0);
    expect(w.other.sees(channel)).toBe(true);
    await isOutOnceAllowed(channel, may);
  });
});

async function hasRole(roles: string[]) {
  const member = w.sim.world.members.get(`${w.guild_id}:${w.other.id}`);
  if (!member) throw new Error('they are no member');
  updateMember(w.sim.world, member, { roles });
  await w.bot.settled();
}
async function isOutOnceAllowed(channel: Channel, may: bigint) {
  w.sim.faults.clear();
  await botMay(may);
  await vi.waitFor(async () => {
    await settle();
    expect(w.other.sees(channel)).toBe(false);
  }, 5_000);
}
const staysUntilAllowed = async (channel: Channel, removed: () => Promise<unknown>) => {
  const may = BigInt(w.bot_role.permissions);
  await botMay(may & ~manage);
  await removed();
  await settle();
  // An hour later it is refused once more.
  await w.ctx.db
    .updateTable('effects')
    .set({ due_at: new Date(0) })
    .execute();
  await settle();
  expect(w.other.sees(channel)).toBe(true);
  await isOutOnceAllowed(channel, may);
};

describe('who lost a ticket while the bot was not allowed to change channels does not see it when it is', () => {
  test('a team that was taken out of the panel', async () => {
    const team_id = await buildTeam(w.ctx, { guild_id: w.guild_id, name: 'Billing', user_ids: [w.other.id] });
    const { message, row } = await w.panel();
    const { guild_id, panel_id } = row;
    await w.ctx.db.insertInto('panel_teams').values({ panel_id, team_id }).execute();
    const { channel } = await w.opened(await w.member.click(message, 'Get help'));
    await staysUntilAllowed(channel, () =>
      w.ctx.db.transaction().execute(async (tx) => {
        await tx.deleteFrom('panel_teams').where('panel_id', '=', panel_id).execute();
        await followWorkersLater(tx, { guild_id, panel_id }, { in_background: true });
      }),
    );
    expect(
      await w.ctx.db.selectFrom('effects').where('kind', '=', 'ticket.channel').selectAll().execute(),
    ).toEqual([]);
  });

  test('the one who had claimed it, who lost the role', async () => {
    const role = w.sim.world.addRole({ guild_id: w.guild_id, name: 'Crew' });
    await hasRole([role.id]);
    const row = { guild_id: w.guild_id, role_id: role.id, support: true };
    await w.ctx.db.insertInto('role_permissions').values(row).execute();
    const { channel } = await w.openTicket();
    await saidIn(await w.other.goes(channel).slash('claim'));
    await staysUntilAllowed(channel, () => hasRole([]));
    expect((await w.ticket(1))?.claimed_by).toBeNull();
  });

  test('the team, when claims were to hide tickets from it', async () => {
    await isNamed();
    const { channel } = await w.openTicket();
    await saidIn(await w.staff.goes(channel).slash('claim'));
    await staysUntilAllowed(channel, async () => {
      await w.settings({ support_can_view: false, support_can_type: false, claims_changed_at: new Date() });
      await want(w.ctx.db, claimedTickets, { guild_id: w.guild_id, key: '', wanted: {} }, new Date());
    });
  });

  test.each([false, true])(
    'staff who were added, and whom /remove could not take out either (thread: %s)',
    async (use_threads) => {
      await w.settings({ use_threads, ticket_notification_channel: use_threads ? w.notices.id : null });
      await isNamed();
      const { channel } = await w.openTicket();
      await saidIn(await w.owner.goes(channel).slash('add', { user_or_role: w.other.id }));
      const refusal = { method: 'DELETE', route: '/channels/:id/thread-members/:user', kind: 403 } as const;
      w.sim.faults.next({ ...refusal, times: Number.POSITIVE_INFINITY });
      await staysUntilAllowed(channel, async () => {
        await isRemoved();
        await settle();
        const outcome = await w.owner.goes(channel).slash('remove', { user_or_role: w.other.id });
        await outcome.followUp();
      });
    },
  );
});

test.each(['staff', 'ticket.channel'])(
  'a removal that Discord refused is wanted again within the hour (%s)',
  async (kind) => {
    await isNamed();
    const { channel } = await w.openTicket();
    await saidIn(await w.other.goes(channel).slash('claim'));
    await settle();
    await botMay(BigInt(w.bot_role.permissions) & ~manage);
    await isRemoved();
    await settle();
    const { due_at } = await w.ctx.db
      .selectFrom('effects')
      .where('kind', '=', kind)
      .select('due_at')
      .executeTakeFirstOrThrow();
    const minutes = (due_at.getTime() - Date.now()) / 60_000;
    expect(minutes).toBeLessThanOrEqual(60);
  },
);
