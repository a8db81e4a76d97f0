import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@tickets/contract/platform/errors';
import type { AppEvent } from '@tickets/core/platform/events/events';
import { type DiscordSim, startDiscordSim } from '@tickets/discord-sim/server';
import { updateMember } from '@tickets/discord-sim/world/members';
import { updateRole } from '@tickets/discord-sim/world/roles';
import { buildGuild, buildMember, buildRole, buildTeam, randomId } from '@tickets/testkit/data/factories';
import { createTestContext, type TestContext } from '@tickets/testkit/worlds/context';
import { ChannelType } from 'discord-api-types/v10';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accessLoader, loadAccess } from '../access/load.ts';
import { createDb, createPool } from '../platform/db/db.ts';
import { createDiscord } from '../platform/discord/discord.ts';
import { channelTypes, listChannels, removeChannel, upsertChannel } from './channels.ts';
import {
  forgetGuild,
  getGuild,
  getGuildDetail,
  listRoles,
  removeRole,
  syncGuild,
  syncServer,
  updateGuild,
  upsertRole,
} from './guilds.ts';
import {
  cachedMember,
  databaseTime,
  eventsMissed,
  getMember,
  memberRow,
  removeMember,
  saveMembers,
  searchMembers,
  upsertMember,
} from './members.ts';
import { resolveUsers } from './users.ts';

let sim: DiscordSim;
let test_context: TestContext;
let events: AppEvent[] = [];

beforeAll(async () => {
  sim = await startDiscordSim();
  const application = sim.world.addApplication({ name: 'Tickets' });
  test_context = await createTestContext({
    discord: {
      url: sim.url,
      token: application.bot_token,
      application_id: application.id,
      client_secret: application.client_secret,
    },
  });
  test_context.ctx.events.subscribe((event) => events.push(event));
});
afterAll(async () => {
  await test_context.close();
  await sim.close();
});
beforeEach(() => {
  events = [];
});

const ctx = () => test_context.ctx;

/** A server that exists at Discord with our bot in it, and that we know nothing of. */
function guildAtDiscord() {
  const guild = sim.world.addGuild({ name: 'Server' });
  sim.world.addMember({ guild_id: guild.id, user_id: ctx().discord.application_id });
  return guild;
}

/** What the gateway would tell of a server. */
function payload(guild: ReturnType<typeof guildAtDiscord>, changes = {}) {
  const role = (id: string, permissions = '0') => ({
    ...{ id, name: 'role', color: 0, position: 0, permissions, managed: false, mentionable: false },
    ...{ hoist: false, flags: 0, colors: { primary_color: 0, secondary_color: null, tertiary_color: null } },
  });
  return {
    id: guild.id,
    name: 'Server',
    icon: null,
    owner_id: guild.owner_id,
    preferred_locale: guild.preferred_locale,
    joined_at: new Date().toISOString(),
    channels: [],
    roles: [role(guild.id)],
    emojis: [],
    ...changes,
  };
}

const channel = (id: string, name: string, type = ChannelType.GuildText as const, position = 0) => ({
  id,
  name,
  type,
  position,
});

describe('a server', () => {
  test('is taken over whole: what is gone at Discord is gone here, and the ticket number is kept', async () => {
    const guild = guildAtDiscord();
    const [a, b] = [randomId(), randomId()];
    await syncGuild(ctx(), payload(guild, { channels: [channel(a, 'a'), channel(b, 'b')] }));
    await ctx()
      .db.updateTable('guilds')
      .set({ last_ticket_id: 7 })
      .where('guild_id', '=', guild.id)
      .execute();
    await syncGuild(ctx(), payload(guild, { name: 'Renamed', channels: [channel(b, 'bb')] }));
    expect((await listChannels(ctx(), guild.id)).map(({ name }) => name)).toEqual(['bb']);
    expect((await getGuild(ctx(), guild.id)).name).toBe('Renamed');
    const row = await ctx()
      .db.selectFrom('guilds')
      .where('guild_id', '=', guild.id)
      .select('last_ticket_id')
      .executeTakeFirst();
    expect(row?.last_ticket_id).toBe(7);
  });

  test('is asked about once more where the gateway told of it while Discord answered, and what it said first does not count', async () => {
    const guild = guildAtDiscord();
    const role = sim.world.addRole({ guild_id: guild.id, permissions: 8n });
    const roleAs = (permissions: string) =>
      ({ ...payload(guild).roles[0], id: role.id, permissions }) as never;
    await syncGuild(ctx(), payload(guild));
    await upsertRole(ctx(), guild.id, roleAs('8'));
    const member = sim.world.addUser();
    sim.world.addMember({ guild_id: guild.id, user_id: member.id, roles: [role.id] });
    const levels = async () =>
      Promise.all(
        [member.id, guild.owner_id].map(async (id) => (await loadAccess(ctx(), guild.id, id))?.level),
      );
    expect(await levels()).toEqual([2, 2]);
    sim.faults.next({
      ...{ method: 'GET', route: /guilds\/\d+$/, kind: 'delay' as const },
      ...{ delayMs: 600, afterEffect: true },
    });
    const asked = syncServer(ctx(), guild.id);
    await sleep(200);
    updateRole(sim.world, role, { permissions: '0' });
    await upsertRole(ctx(), guild.id, roleAs('0'));
    const owner_id = sim.world.addUser().id;
    sim.world.guilds.put({ ...guild, owner_id });
    await updateGuild(ctx(), { ...payload(guild), owner_id });
    expect(await levels()).toEqual([0, 0]);
    await asked;
    expect(await levels()).toEqual([0, 0]);
  });

  test('is taken over while a role changes its colour all the time', async () => {
    const guild = guildAtDiscord();
    const role = sim.world.addRole({ guild_id: guild.id });
    await syncGuild(ctx(), payload(guild));
    const hits = sim.faults.hits.length;
    sim.faults.next({ method: 'GET', route: /guilds\/\d+$/, kind: 'delay', delayMs: 300, afterEffect: true });
    const asked = syncServer(ctx(), guild.id);
    const timer = setInterval(
      () =>
        void upsertRole(ctx(), guild.id, {
          ...payload(guild).roles[0],
          id: role.id,
          permissions: '0',
        } as never),
      50,
    );
    await asked.finally(() => clearInterval(timer));
    expect(sim.faults.hits).toHaveLength(hits + 1);
  });

  test('that the bot left is unknown to everybody, and comes back with what it had', async () => {
    const guild = guildAtDiscord();
    await syncGuild(ctx(), payload(guild));
    await forgetGuild(ctx(), guild.id);
    expect(await loadAccess(ctx(), guild.id, guild.owner_id)).toBeUndefined();
    await expect(getGuild(ctx(), guild.id)).rejects.toMatchObject({ code: 'guild.not_found' });
    await syncGuild(ctx(), payload(guild));
    expect((await loadAccess(ctx(), guild.id, guild.owner_id))?.level).toBe(2);
  });

  test('tells that levels may have changed with a new owner or other role permissions, and else is quiet', async () => {
    const guild = guildAtDiscord();
    await syncGuild(ctx(), payload(guild));
    events = [];
    await syncGuild(ctx(), payload(guild));
    expect(events).toEqual([]);
    await syncGuild(ctx(), payload(guild, { owner_id: randomId() }));
    await upsertRole(ctx(), guild.id, { ...payload(guild).roles[0], permissions: '8' } as never);
    expect(events).toEqual([
      { type: 'access.changed', guild_id: guild.id },
      { type: 'access.changed', guild_id: guild.id },
    ]);
  });
});

describe('the bot in a server', () => {
  test('has its own name and face, or the nickname that the server gave it', async () => {
    const guild = guildAtDiscord();
    await syncGuild(ctx(), payload(guild));
    const { application_id } = ctx().discord;
    expect((await getGuildDetail(ctx(), guild.id)).bot).toMatchObject({
      id: application_id,
      name: 'Tickets',
    });
    const user = sim.world.users.get(application_id);
    if (!user) throw new Error('the bot is a user');
    await upsertMember(ctx(), guild.id, {
      nick: 'Harbour Desk',
      roles: [],
      joined_at: null,
      user: user as never,
    });
    expect((await getGuildDetail(ctx(), guild.id)).bot?.name).toBe('Harbour Desk');
  });
});

test('a role that was deleted while nobody listened makes nobody staff any more', async () => {
  const guild = guildAtDiscord();
  await syncGuild(ctx(), payload(guild));
  const other = await buildGuild(ctx());
  const [gone, foreign] = [randomId(), await buildRole(ctx(), { guild_id: other.guild_id })];
  const team = await buildTeam(ctx(), { guild_id: guild.id, role_ids: [guild.id, gone] });
  await buildTeam(ctx(), { guild_id: other.guild_id, role_ids: [foreign] });
  await ctx()
    .db.insertInto('role_permissions')
    .values([
      { guild_id: guild.id, role_id: gone, support: true },
      { guild_id: other.guild_id, role_id: foreign, support: true },
    ])
    .execute();
  await syncGuild(ctx(), payload(guild));
  const guild_ids = [guild.id, other.guild_id];
  const staff = ctx().db.selectFrom('role_permissions').where('guild_id', 'in', guild_ids).select('role_id');
  expect(await staff.execute()).toEqual([{ role_id: foreign }]);
  const inTeam = ctx().db.selectFrom('support_team_roles').where('team_id', '=', team).select('role_id');
  expect(await inTeam.execute()).toEqual([{ role_id: guild.id }]);
});

describe('a member', () => {
  test("is asked about by the bot that serves the server, also where the program's own is not in it", async () => {
    const application = sim.world.addApplication({ name: 'Own' });
    const own = createDiscord({
      url: sim.url,
      token: application.bot_token,
      application_id: application.id,
      user_id: application.bot_user_id,
    });
    const guild = sim.world.addGuild({ name: 'Served by another' });
    sim.world.addMember({ guild_id: guild.id, user_id: application.bot_user_id });
    await syncGuild(ctx(), payload(guild));
    const served = { ...ctx(), bots: { ...ctx().bots, of: () => own } };
    const people = Array.from({ length: 7 }, () => sim.world.addUser({ username: randomId() }).id);
    for (const user_id of people) sim.world.addMember({ guild_id: guild.id, user_id });
    const load = accessLoader(served);
    const found = await Promise.all([
      loadAccess(served, guild.id, guild.owner_id),
      ...people.map((user_id) => load({ guild_id: guild.id, user_id })),
    ]);
    expect(found.map((access) => access?.is_member)).toEqual(Array(8).fill(true));
    own.identity.close();
  });

  test('is asked of Discord once, also when they are not one', async () => {
    const guild = guildAtDiscord();
    await syncGuild(ctx(), payload(guild));
    const role = sim.world.addRole({ guild_id: guild.id });
    const user = sim.world.addUser();
    sim.world.addMember({ guild_id: guild.id, user_id: user.id, roles: [role.id] });
    const stranger = sim.world.addUser();
    expect(await getMember(ctx(), guild.id, user.id)).toMatchObject({ present: true, role_ids: [role.id] });
    expect(await getMember(ctx(), guild.id, stranger.id)).toMatchObject({ present: false });
    sim.faults.next({ route: /members/, kind: 500, times: 10 });
    expect((await getMember(ctx(), guild.id, user.id))?.present).toBe(true);
    expect((await getMember(ctx(), guild.id, stranger.id))?.present).toBe(false);
    sim.faults.clear();
  });

  test.each([
    [404, 10004, 1],
    [403, 50001, 1],
    [404, 10004, 8],
    [403, 50001, 8],
  ])(
    'is not taken for gone where Discord answers %d/%d, of the bot and not of them (%d asked about)',
    async (kind, code, count) => {
      const guild = guildAtDiscord();
      await syncGuild(ctx(), payload(guild));
      const people = Array.from({ length: count }, () => {
        const { id } = sim.world.addUser();
        sim.world.addMember({ guild_id: guild.id, user_id: id });
        return id;
      });
      const load = accessLoader(ctx());
      const ask = () => Promise.all(people.map((user_id) => load({ guild_id: guild.id, user_id })));
      sim.faults.next({ method: 'GET', route: /guilds\/\d+\/members/, kind, code });
      await expect(ask()).rejects.toMatchObject({ code: 'discord.unavailable' });
      expect((await ask()).map((access) => access?.is_member)).toEqual(people.map(() => true));
    },
  );

  test('has the level that Administrator gives them at Discord', async () => {
    const guild = guildAtDiscord();
    await syncGuild(ctx(), payload(guild));
    const role = sim.world.addRole({ guild_id: guild.id, permissions: 8n });
    await upsertRole(ctx(), guild.id, { ...payload(guild).roles[0], id: role.id, permissions: '8' } as never);
    const user = sim.world.addUser();
    sim.world.addMember({ guild_id: guild.id, user_id: user.id, roles: [role.id] });
    const access = await loadAccess(ctx(), guild.id, user.id);
    expect(access).toMatchObject({ level: 2, rule: { kind: 'administrator', role_id: role.id } });
    await removeRole(ctx(), guild.id, role.id);
    expect((await loadAccess(ctx(), guild.id, user.id))?.level).toBe(0);
    expect((await listRoles(ctx(), guild.id)).map(({ id }) => id)).toEqual([guild.id]);
  });

  test('of a role says whether Discord made it for this bot, which is no one else’s', async () => {
    const guild = guildAtDiscord();
    const [ours, other] = [randomId(), randomId()];
    const made = (id: string, bot_id: string) => ({
      ...payload(guild).roles[0],
      ...{ id, managed: true, position: 1, tags: { bot_id } },
    });
    await syncGuild(
      ctx(),
      payload(guild, {
        roles: [...payload(guild).roles, made(ours, ctx().discord.user_id), made(other, randomId())],
      }) as never,
    );
    const roles = await listRoles(ctx(), guild.id);
    expect(new Map(roles.map(({ id, of_this_bot }) => [id, of_this_bot]))).toEqual(
      new Map([
        [ours, true],
        [other, false],
        [guild.id, false],
      ]),
    );
  });

  test('is what the gateway said last, when an older answer of Discord comes in late', async () => {
    const { guild_id } = await buildGuild(ctx());
    const user_id = randomId();
    const asked_at = await databaseTime(ctx().db);
    await removeMember(ctx(), guild_id, user_id);
    const late = { ...memberRow(user_id, undefined), role_ids: [randomId()], present: true };
    expect(await saveMembers(ctx().db, guild_id, [late], { asked_at })).toEqual([]);
    expect(await getMember(ctx(), guild_id, user_id)).toMatchObject({ present: false, role_ids: [] });
  });

  test('is asked about once more where all members were forgotten while Discord answered, and what it said first does not count', async () => {
    const guild = guildAtDiscord();
    await syncGuild(ctx(), payload(guild));
    const role = sim.world.addRole({ guild_id: guild.id });
    const user = sim.world.addUser();
    const member = sim.world.addMember({ guild_id: guild.id, user_id: user.id, roles: [role.id] });
    const route = new RegExp(`members/${user.id}`);
    sim.faults.next({ method: 'GET', route, kind: 'delay', delayMs: 500, afterEffect: true });
    const asked = getMember(ctx(), guild.id, user.id);
    await sleep(200);
    updateMember(sim.world, member, { roles: [] });
    await upsertMember(ctx(), guild.id, {
      user: { id: user.id, username: 'a', discriminator: '0', global_name: null, avatar: null },
      ...{ nick: null, roles: [], joined_at: null },
    });
    await eventsMissed(ctx(), [guild.id]);
    expect(await asked).toMatchObject({ present: true, role_ids: [] });
    expect(await getMember(ctx(), guild.id, user.id)).toMatchObject({ role_ids: [] });
  });

  test('is what was heard after a press, though the clock of Discord is ahead of ours', async () => {
    const { guild_id } = await buildGuild(ctx());
    const user_id = randomId();
    const pressed = { ...memberRow(user_id, undefined), role_ids: [randomId()], present: true };
    await saveMembers(ctx().db, guild_id, [pressed], { asked_at: new Date(Date.now() + 60_000) });
    await removeMember(ctx(), guild_id, user_id);
    expect(await getMember(ctx(), guild_id, user_id)).toMatchObject({ present: false, role_ids: [] });
  });

  test('is what was heard after a press that is written only then, though the clock of Discord is ahead of ours', async () => {
    const { guild_id } = await buildGuild(ctx());
    const user_id = randomId();
    const pressed = { ...memberRow(user_id, undefined), role_ids: [randomId()], present: true };
    await saveMembers(ctx().db, guild_id, [pressed], { asked_at: new Date(Date.now() - 60_000) });
    const heard_at = performance.now();
    await removeMember(ctx(), guild_id, user_id);
    await saveMembers(ctx().db, guild_id, [pressed], { asked_at: new Date(Date.now() + 60_000), heard_at });
    expect(await getMember(ctx(), guild_id, user_id)).toMatchObject({ present: false, role_ids: [] });
  });

  test('is what was heard after a press that waited for the database, though the clock of Discord is ahead of ours', async () => {
    const { guild_id } = await buildGuild(ctx());
    const user_id = randomId();
    const pressed = { ...memberRow(user_id, undefined), role_ids: [randomId()], present: true };
    await saveMembers(ctx().db, guild_id, [pressed], { asked_at: new Date(Date.now() - 60_000) });
    const one = createDb(createPool(test_context.database_url, { max: 1 }));
    await using _ = { [Symbol.asyncDispose]: () => one.destroy() };
    const before = sql`select pg_sleep(1)`.execute(one);
    const heard_at = performance.now();
    const saving = saveMembers(one, guild_id, [pressed], {
      asked_at: new Date(Date.now() + 60_000),
      heard_at,
    });
    await sleep(300);
    await removeMember(ctx(), guild_id, user_id);
    await Promise.all([before, saving]);
    expect(await getMember(ctx(), guild_id, user_id)).toMatchObject({ present: false, role_ids: [] });
  });

  test('is not known by an answer that is written while all members are being forgotten', async () => {
    const { guild_id } = await buildGuild(ctx());
    const user_id = randomId();
    const asked_at = await databaseTime(ctx().db);
    const late = { ...memberRow(user_id, undefined), role_ids: [randomId()], present: true };
    let saving: Promise<string[]> | undefined;
    await ctx()
      .db.transaction()
      .execute(async (tx) => {
        await sql`select events_missed(${guild_id})`.execute(tx);
        saving = saveMembers(ctx().db, guild_id, [late], { asked_at });
        await sleep(200);
      });
    expect(await saving).toEqual([]);
    expect(await cachedMember(ctx().db, guild_id, user_id)).toBeUndefined();
  });

  test('that changed is older than what is asked for right after it, by microseconds', async () => {
    const { guild_id } = await buildGuild(ctx());
    for (let n = 0; n < 20; n += 1) {
      await sql`update guilds set channels_changed_at = clock_timestamp() where guild_id = ${guild_id}`.execute(
        ctx().db,
      );
      const asked_at = await databaseTime(ctx().db);
      const { rows } = await sql<{ is_older: boolean }>`
        select channels_changed_at <= ${asked_at}::timestamptz as is_older from guilds
        where guild_id = ${guild_id}`.execute(ctx().db);
      expect(rows).toEqual([{ is_older: true }]);
    }
  });

  test('whose roles changed is told by name, and one whose nickname changed is not', async () => {
    const { guild_id } = await buildGuild(ctx());
    const user_id = await buildMember(ctx(), { guild_id });
    const user = { id: user_id, username: 'a', discriminator: '0', global_name: null, avatar: null };
    await upsertMember(ctx(), guild_id, { user, nick: 'new', roles: [], joined_at: null });
    expect(events).toEqual([]);
    await upsertMember(ctx(), guild_id, { user, nick: 'new', roles: [randomId()], joined_at: null });
    expect(events).toEqual([{ type: 'access.changed', guild_id, user_id }]);
  });

  test('is asked for again after the gateway lost its place', async () => {
    const guild = guildAtDiscord();
    await syncGuild(ctx(), payload(guild));
    const user = sim.world.addUser();
    sim.world.addMember({ guild_id: guild.id, user_id: user.id });
    await buildMember(ctx(), { guild_id: guild.id, user_id: user.id, present: false });
    await eventsMissed(ctx(), [guild.id]);
    expect((await getMember(ctx(), guild.id, user.id))?.present).toBe(true);
  });

  test('is asked of Discord together with all others who are asked about in the same moment', async () => {
    const guild = guildAtDiscord();
    await syncGuild(ctx(), payload(guild));
    const people = Array.from({ length: 30 }, () => sim.world.addUser());
    const inside = people.filter((_, n) => n % 3 > 0);
    for (const { id } of inside) sim.world.addMember({ guild_id: guild.id, user_id: id });
    sim.faults.next({ route: /members\/\d/, kind: 500, times: 100 });
    const load = accessLoader(ctx());
    const found = await Promise.all(people.map(({ id }) => load({ guild_id: guild.id, user_id: id })));
    sim.faults.clear();
    expect(found.map((access) => access?.is_member)).toEqual(people.map((user) => inside.includes(user)));
  });

  test('who is asked about again and again while Discord is slow is asked of it once, together with the others', async () => {
    const guild = guildAtDiscord();
    await syncGuild(ctx(), payload(guild));
    const people = Array.from({ length: 30 }, () => sim.world.addUser());
    for (const { id } of people) sim.world.addMember({ guild_id: guild.id, user_id: id });
    sim.faults.next({ route: /members/, kind: 'delay', delayMs: 50, times: 1000 });
    const asked = sim.faults.record();
    const load = accessLoader(ctx());
    const found = [];
    for (const { id } of [...people, ...people, ...people]) {
      found.push(load({ guild_id: guild.id, user_id: id }));
      await sleep(1);
    }
    expect((await Promise.all(found)).map((access) => access?.is_member)).toEqual(Array(90).fill(true));
    expect(asked.length).toBeLessThan(10);
    sim.faults.clear();
  });

  test('is found by the beginning of a name; a query that is too long is refused', async () => {
    const guild = guildAtDiscord();
    await syncGuild(ctx(), payload(guild));
    const user = sim.world.addUser({ username: 'marlene', global_name: 'Oakley' });
    sim.world.addMember({ guild_id: guild.id, user_id: user.id });
    for (const words of ['marl', '@marl', 'oak']) {
      const found = await searchMembers(ctx(), guild.id, words);
      expect(found.map((member) => member.user)).toMatchObject([{ id: user.id, discriminator: '0' }]);
    }
    expect((await searchMembers(ctx(), guild.id, '')).length).toBeGreaterThan(1);
    await expect(searchMembers(ctx(), guild.id, 'ä'.repeat(17))).rejects.toMatchObject({
      code: 'members.query_invalid',
    });
  });

  test('cannot be told while Discord is down, and that is said', async () => {
    const guild = guildAtDiscord();
    await syncGuild(ctx(), payload(guild));
    sim.faults.next({ route: /members/, kind: 500, times: 1 });
    await expect(loadAccess(ctx(), guild.id, randomId())).rejects.toBeInstanceOf(AppError);
  });
});

describe('channels', () => {
  test('are asked of Discord once a minute, and what the gateway says meanwhile counts at once', async () => {
    const guild = guildAtDiscord();
    await syncGuild(ctx(), payload(guild));
    const first = sim.world.addChannel({ guild_id: guild.id, name: 'first' });
    const names = async (refresh: boolean) =>
      (await listChannels(ctx(), guild.id, { refresh })).map(({ name }) => name);
    expect(await names(false)).toEqual([]);
    expect(await names(true)).toEqual(['first']);
    sim.world.addChannel({ guild_id: guild.id, name: 'second' });
    expect(await names(true)).toEqual(['first']);
    await upsertChannel(ctx(), guild.id, channel(randomId(), 'told', ChannelType.GuildText, 50));
    expect(await names(false)).toEqual(['first', 'told']);
    await removeChannel(ctx(), guild.id, first.id);
    expect(await names(false)).toEqual(['told']);
  });

  test('that are named and unknown are asked of Discord, once a minute', async () => {
    const guild = guildAtDiscord();
    await syncGuild(ctx(), payload(guild));
    const made = sim.world.addChannel({ guild_id: guild.id, name: 'made' });
    expect(await channelTypes(ctx(), guild.id, [made.id])).toEqual(new Map([[made.id, 0]]));
    sim.faults.next({ route: /channels/, kind: 500, times: 1 });
    expect(await channelTypes(ctx(), guild.id, [made.id, randomId()])).toEqual(new Map([[made.id, 0]]));
    sim.faults.clear();
  });

  test('do not list threads', async () => {
    const { guild_id } = await buildGuild(ctx());
    const before = (await listChannels(ctx(), guild_id)).length;
    await upsertChannel(ctx(), guild_id, {
      ...channel(randomId(), 'thread'),
      type: ChannelType.PrivateThread,
    } as never);
    expect((await listChannels(ctx(), guild_id)).length).toBe(before);
  });
});

test('names are asked of Discord once; people whom it does not know are left out', async () => {
  const user = sim.world.addUser({ username: 'known' });
  const nobody = randomId();
  const resolved = await resolveUsers(ctx(), [user.id, nobody, user.id]);
  expect([...resolved.keys()]).toEqual([user.id]);
  expect(resolved.get(user.id)?.username).toBe('known');
  sim.faults.next({ route: /users/, kind: 500, times: 1 });
  expect((await resolveUsers(ctx(), [user.id])).size).toBe(1);
  sim.faults.clear();
});
