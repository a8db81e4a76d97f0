import { accessLoader } from '@tickets/core/access/load';
import type { AppEvent } from '@tickets/core/platform/events/events';
import { eventsMissed, searchMembers } from '@tickets/core/servers/members';
import { endLapsedDuties } from '@tickets/core/staff/duties';
import { compareServers } from '@tickets/core/tickets/recovery/compare';
import { leaveGuild, updateMember } from '@tickets/discord-sim/world/members';
import { buildTeam } from '@tickets/testkit/data/factories';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { type BotWorld, saidIn, startBotWorld, textOf } from '@tickets/testkit/worlds/bot-world';
import { settleAll, unsettled } from '@tickets/testkit/worlds/effects';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

// What fails here on purpose is reported.
allowWarning(/"msg":"(Discord does not follow yet)/);

let w: BotWorld;
beforeEach(async () => {
  w = await startBotWorld();
});
afterEach(() => w[Symbol.asyncDispose]());

/** A role whose holders are support staff, which Sam has instead of being staff by name. */
async function staffByRole() {
  const role = w.sim.world.addRole({ guild_id: w.guild_id, name: 'Helpers' });
  setRoles([role.id]);
  await heard();
  const { guild_id } = w;
  await w.ctx.db
    .insertInto('role_permissions')
    .values({ guild_id, role_id: role.id, support: true })
    .execute();
  await w.ctx.db.deleteFrom('permissions').where('guild_id', '=', guild_id).execute();
  return role;
}

function sam() {
  const member = w.sim.world.members.get(`${w.guild_id}:${w.staff.id}`);
  if (!member) throw new Error('Sam is gone');
  return member;
}

function setRoles(roles: string[]) {
  updateMember(w.sim.world, sam(), { roles });
}

/** As when the gateway is slow to tell. */
function loseRolesUnheard() {
  w.sim.world.members.put({ ...sam(), roles: [] });
}

async function claimed() {
  const opened = await w.openTicket();
  await saidIn(await w.staff.click(opened.welcome, 'Claim'));
  expect(await w.ticket(1)).toMatchObject({ claimed_by: w.staff.id });
  return opened;
}

/** Waits until the bot knows Sam as they are in Discord. */
async function heard() {
  const rolesInDiscord = w.sim.world.members.get(`${w.guild_id}:${w.staff.id}`)?.roles;
  const cached = w.ctx.db.selectFrom('guild_members').where('user_id', '=', w.staff.id);
  await vi.waitFor(
    async () =>
      expect(await cached.select(['role_ids', 'present']).execute()).toEqual([
        { role_ids: rolesInDiscord ?? [], present: rolesInDiscord !== undefined },
      ]),
    { timeout: 5_000 },
  );
}

/** What a worker does once the bot has heard of the change. */
async function jobDone() {
  await heard();
  await vi.waitFor(async () => expect(await unsettled(w.ctx)).toContain('duties'), { timeout: 5_000 });
  await settleAll(w.ctx, 'duties');
}

const released = () => `Unclaimed Ticket\n<@${w.staff.id}> is no longer on the team of this ticket.`;
const tellings = (channel: { id: string }) =>
  w.sim.world.messages
    .in('channel', channel.id)
    .map(textOf)
    .filter((text) => text.startsWith(released()));

describe('a claim ends', () => {
  test('when its owner is taken off the staff: the others are told once, and may claim', async () => {
    const { channel, welcome } = await claimed();
    await saidIn(await w.owner.goes(w.lobby).slash('removesupport', { user_or_role: w.staff.id }));
    await vi.waitFor(async () =>
      expect(await w.ticket(1)).toMatchObject({ claimed_by: null, claimed_at: null }),
    );
    expect(tellings(channel)).toHaveLength(1);
    await vi.waitFor(() => expect(w.staff.sees(channel)).toBe(false));
    await saidIn(await w.owner.click(welcome, 'Claim'));
    expect(await w.ticket(1)).toMatchObject({ claimed_by: w.owner.id });
  });

  test('when they leave the server', async () => {
    const { channel } = await claimed();
    leaveGuild(w.sim.world, w.guild_id, w.staff.id);
    await jobDone();
    expect(await w.ticket(1)).toMatchObject({ claimed_by: null });
    expect(tellings(channel)).toHaveLength(1);
  });

  test('when they lose the role that made them staff, and not with any other role', async () => {
    const helpers = await staffByRole();
    const other = w.sim.world.addRole({ guild_id: w.guild_id, name: 'Bakers' });
    const { channel } = await claimed();
    setRoles([helpers.id, other.id]);
    await jobDone();
    setRoles([helpers.id]);
    await jobDone();
    expect(await w.ticket(1)).toMatchObject({ claimed_by: w.staff.id });
    setRoles([]);
    await jobDone();
    expect(await w.ticket(1)).toMatchObject({ claimed_by: null });
    expect(tellings(channel)).toHaveLength(1);
  });

  test.each<[who: string, tells: () => Promise<unknown>]>([
    [
      'their own next press',
      async () => {
        // One in the same moment as what was heard of them tells nothing.
        await new Promise((resolve) => setTimeout(resolve, 200));
        await w.staff.goes(w.lobby).slash('help');
      },
    ],
    ['a search for members', () => searchMembers(w.ctx, w.guild_id, 'sam')],
    [
      'an answer about many members',
      async () => {
        const many = Array.from({ length: 5 }, (_, n) => w.addMember(`baker${n}`));
        await w.bot.settled();
        await eventsMissed(w.ctx, [w.guild_id]);
        const access = accessLoader(w.ctx);
        await Promise.all([w.staff, ...many].map(({ id }) => access({ guild_id: w.guild_id, user_id: id })));
      },
    ],
  ])('when %s is the first to tell that they lost the role', async (_, tells) => {
    await staffByRole();
    await claimed();
    const told: AppEvent[] = [];
    w.ctx.events.subscribe((event) => told.push(event));
    loseRolesUnheard();
    await tells();
    await jobDone();
    expect(await w.ticket(1)).toMatchObject({ claimed_by: null });
    const { guild_id } = w;
    // For whoever reads along.
    expect(told).toContainEqual(
      expect.toSatisfy(
        (event: AppEvent) =>
          event.type === 'access.changed' &&
          event.guild_id === guild_id &&
          [undefined, w.staff.id].includes(event.user_id),
      ),
    );
  });

  test('when they lost the role while the program did not run', async () => {
    await staffByRole();
    await claimed();
    await w.bot.stop();
    setRoles([]);
    await w.restart();
    await compareServers(w.ctx);
    await settleAll(w.ctx, 'duties');
    expect(await w.ticket(1)).toMatchObject({ claimed_by: null });
  });

  test('once, however often Discord fails in between', async () => {
    const { channel } = await claimed();
    leaveGuild(w.sim.world, w.guild_id, w.staff.id);
    await heard();
    for (const fault of [
      { method: 'PATCH', route: '/channels/:channel', times: 2 },
      { method: 'POST', route: '/channels/:channel/messages', afterEffect: true },
    ]) {
      w.sim.faults.next({ ...fault, kind: 500 });
      await expect(endLapsedDuties(w.ctx, { guild_id: w.guild_id })).rejects.toThrow();
    }
    await endLapsedDuties(w.ctx, { guild_id: w.guild_id });
    expect(await w.ticket(1)).toMatchObject({ claimed_by: null });
    expect(tellings(channel)).toHaveLength(1);
  });

  test('not when somebody else who is staff has it', async () => {
    const { channel } = await claimed();
    leaveGuild(w.sim.world, w.guild_id, w.other.id);
    await w.bot.settled();
    await endLapsedDuties(w.ctx, { guild_id: w.guild_id });
    expect(await w.ticket(1)).toMatchObject({ claimed_by: w.staff.id });
    expect(tellings(channel)).toEqual([]);
  });
});

describe('being on call ends', () => {
  beforeEach(() => w.settings({ use_threads: true, ticket_notification_channel: w.notices.id }));

  const onCall = () => w.ctx.db.selectFrom('on_call').select('user_id').execute();
  const rolesOfSam = () =>
    (w.sim.world.members.get(`${w.guild_id}:${w.staff.id}`)?.roles ?? []).map(
      (id) => w.sim.world.roles.get(id)?.name,
    );
  const toggle = async () => {
    await saidIn(await w.staff.goes(w.lobby).slash('on-call'));
    await heard();
  };

  test('with the role that made somebody staff', async () => {
    await staffByRole();
    await toggle();
    const roles = w.sim.world.members.get(`${w.guild_id}:${w.staff.id}`)?.roles ?? [];
    setRoles(roles.filter((id) => w.sim.world.roles.get(id)?.name !== 'Helpers'));
    await jobDone();
    expect(rolesOfSam()).toEqual([]);
    expect(await onCall()).toEqual([]);
  });

  test('for a team that somebody left, and goes on for the others', async () => {
    const team_id = await buildTeam(w.ctx, { guild_id: w.guild_id, name: 'Bakers', user_ids: [w.staff.id] });
    await toggle();
    expect(rolesOfSam()).toEqual(['On Call', 'On Call - Bakers']);
    await w.ctx.db.deleteFrom('support_team_users').where('team_id', '=', team_id).execute();
    await endLapsedDuties(w.ctx, { guild_id: w.guild_id });
    expect(rolesOfSam()).toEqual(['On Call']);
    expect(await onCall()).toEqual([{ user_id: w.staff.id }]);
  });

  test('for who left the server', async () => {
    await toggle();
    leaveGuild(w.sim.world, w.guild_id, w.staff.id);
    await jobDone();
    expect(await onCall()).toEqual([]);
  });

  test('for all of a team that was deleted: its role is deleted in Discord, also when Discord was away', async () => {
    const team_id = await buildTeam(w.ctx, { guild_id: w.guild_id, name: 'Bakers', user_ids: [w.staff.id] });
    await toggle();
    await w.ctx.db.deleteFrom('support_teams').where('team_id', '=', team_id).execute();
    w.sim.faults.next({ method: 'DELETE', route: '/guilds/:guild/roles/:role', kind: 500 });
    expect(await settleAll(w.ctx, 'on_call_roles')).toBe(false);
    expect(await settleAll(w.ctx, 'on_call_roles')).toBe(true);
    expect(w.sim.world.roles.all().map(({ name }) => name)).not.toContain('On Call - Bakers');
    expect(rolesOfSam()).toEqual(['On Call']);
  });
});
