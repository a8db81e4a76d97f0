import { deletedUser } from '@tickets/contract/platform/names';
import type { RouteName } from '@tickets/contract/route-paths';
import { effects } from '@tickets/core/composition/effects';
import { startJobs } from '@tickets/core/composition/worker';
import { createPool } from '@tickets/core/platform/db/db';
import { settleDue } from '@tickets/core/platform/effects/following';
import { issueCode } from '@tickets/discord-sim/oauth/grants';
import {
  buildGuild,
  buildMember,
  buildPanel,
  buildSession,
  buildTicket,
  buildUser,
  randomId,
} from '@tickets/testkit/data/factories';
import { withBody } from '@tickets/testkit/surface/routes';
import { sampleBody } from '@tickets/testkit/surface/samples';
import { nothing } from '@tickets/testkit/surface/world';
import { buildSharedGuild, type SimParts, startTestApp, type TestApp } from '@tickets/testkit/worlds/app';
import { createTestClock } from '@tickets/testkit/worlds/clock';
import { type LiveWorld, startLiveWorld } from '@tickets/testkit/worlds/live-world';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

const HOUR_MS = 3_600_000;
const PRODUCT_ADMIN = '42';
const config = { admins: new Set([PRODUCT_ADMIN]) };

describe('a staff override', () => {
  const clock = createTestClock();
  let app: TestApp & SimParts;
  let guild_id: string;
  let admin: string;
  let staff: { id: string; token: string };

  beforeAll(async () => {
    app = await startTestApp({ sim: true, clock, config });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    ({ guild_id } = await buildSharedGuild(app));
    admin = await buildSession(app.ctx, await buildMember(app.ctx, { guild_id, level: 2 }));
    const { user_id } = await buildUser(app.ctx);
    await app.ctx.db.insertInto('bot_staff').values({ user_id }).execute();
    staff = { id: user_id, token: await buildSession(app.ctx, user_id) };
  });

  const read = async (token = admin) =>
    (await app.call('override.get', { params: { guild_id }, token })).body;
  const grant = (time_period: unknown, token = admin) =>
    app.call('override.grant', {
      params: { guild_id },
      // Wrong on purpose in some of the tests.
      body: { time_period: time_period as number },
      token,
    });
  const revoke = (token = admin) => app.call('override.revoke', { params: { guild_id }, token });
  const levelOf = async ({ token }: { token: string }) =>
    (await app.call('user.permission_level', { query: { guild: guild_id }, token })).body;

  test('gives bot staff the level of an administrator while it lasts, and nobody else anything', async () => {
    const stranger = { token: await buildSession(app.ctx, randomId()) };
    const member = { token: await buildSession(app.ctx, await buildMember(app.ctx, { guild_id })) };
    const unknown = { success: true, permission_level: 0, unknown_guild: true };
    expect(await levelOf(staff)).toEqual(unknown);
    expect(await read()).toEqual({ has_override: false, expires_at: null, may_grant: true });

    expect((await grant(1)).status).toBe(204);
    expect(await levelOf(staff)).toEqual({ success: true, permission_level: 2 });
    expect(await levelOf(stranger)).toEqual(unknown);
    expect((await levelOf(member)).permission_level).toBe(0);
    const { status } = await app.call('settings.get', { params: { guild_id }, token: staff.token });
    expect(status).toBe(200);

    expect((await revoke()).status).toBe(204);
    expect(await levelOf(staff)).toEqual(unknown);
    expect((await app.call('settings.get', { params: { guild_id }, token: staff.token })).status).toBe(404);
    expect((await read()).has_override).toBe(false);
    expect((await revoke()).status).toBe(204);
  });

  test('is what an administrator of the product needs to enter a server, as bot staff do', async () => {
    const product = { token: await buildSession(app.ctx, PRODUCT_ADMIN) };
    const settings = async () =>
      (await app.call('settings.get', { params: { guild_id }, token: product.token })).status;
    const unknown = { success: true, permission_level: 0, unknown_guild: true };
    expect([await levelOf(product), await settings()]).toEqual([unknown, 404]);

    await grant(1);
    expect([(await levelOf(product)).permission_level, await settings()]).toEqual([2, 200]);
    expect((await grant(6, product.token)).error.code).toBe('override.not_by_bot_staff');
    await revoke();
    expect([await levelOf(product), await settings()]).toEqual([unknown, 404]);

    await app.ctx.db
      .updateTable('guild_members')
      .set({ present: true })
      .where('user_id', '=', PRODUCT_ADMIN)
      .execute();
    expect(await levelOf(product)).toEqual({ success: true, permission_level: 0 });
  });

  test('ends by itself after its hours, counted from the last time it was granted', async () => {
    await grant(6);
    clock.advance(5 * HOUR_MS);
    await grant(1);
    const expires_at = new Date(clock.now().getTime() + HOUR_MS).toISOString();
    expect(await read()).toEqual({ has_override: true, expires_at, may_grant: true });
    clock.advance(HOUR_MS - 1);
    expect((await levelOf(staff)).permission_level).toBe(2);
    clock.advance(1);
    expect((await levelOf(staff)).permission_level).toBe(0);
    expect(await read()).toEqual({ has_override: false, expires_at: null, may_grant: true });
  });

  test('lets bot staff into no other server', async () => {
    await grant(1);
    const other = await buildSharedGuild(app);
    const params = { guild_id: other.guild_id };
    expect((await app.call('settings.get', { params, token: staff.token })).status).toBe(404);
  });

  test.each([0, -1, 73, 1000, 1.5, '1', null])('is not granted for %s hours', async (hours) => {
    const { status, error } = await grant(hours);
    expect([status, error.fields]).toEqual([
      400,
      [{ path: 'time_period', message: 'Choose 1 to 72 hours.' }],
    ]);
    expect((await read()).has_override).toBe(false);
  });

  test.each([1, 6, 24, 72])('is granted for %i hours', async (hours) => {
    expect((await grant(hours)).status).toBe(204);
    const end = clock.now().getTime() + hours * HOUR_MS;
    expect((await read()).expires_at).toBe(new Date(end).toISOString());
  });

  test('is not prolonged by those whom it lets in, who may end it', async () => {
    await grant(1);
    const before = await read();
    const { status, error } = await grant(72, staff.token);
    expect([status, error.code]).toEqual([403, 'override.not_by_bot_staff']);
    expect([before.may_grant, (await read(staff.token)).may_grant]).toEqual([true, false]);
    expect(await read()).toEqual(before);
    expect((await revoke(staff.token)).status).toBe(204);
    expect((await read()).has_override).toBe(false);
  });

  test('makes nobody a lasting administrator', async () => {
    await grant(1);
    const member = await buildMember(app.ctx, { guild_id });
    for (const member_id of [staff.id, member]) {
      const params = { guild_id, member_id };
      const query = { type: 0 as const };
      const { status, error } = await app.call('staff.add_administrator', {
        params,
        query,
        token: staff.token,
      });
      expect([status, error.code]).toEqual([403, 'override.not_by_bot_staff']);
    }
  });

  test.each<[what: string, route: RouteName]>([
    ['makes nobody a member of a team', 'teams.add_member'],
    ['makes nobody an administrator', 'staff.add_administrator'],
    ['begins no export that is still there afterwards', 'export.start'],
    ['has no webhook told what happens afterwards', 'outgoing_webhooks.create'],
    ['adds no integration that is asked about members afterwards', 'integrations.add'],
    ['gives no integration other secrets, which decide what it is sent', 'integrations.save_secrets'],
    ['deletes no panel, of which the tickets would be the default team’s', 'panels.remove'],
    ['shares no transcript', 'transcripts.make_link'],
    ['takes no transcripts along in one file', 'transcripts.start_download'],
  ])('%s', async (_what, route) => {
    await grant(1);
    const { ticket_id } = await buildTicket(app.ctx, { guild_id, status: 'closed', has_transcript: true });
    const ids = { guild_id, ticket_id, user_id: staff.id, role_id: guild_id, text_id: guild_id };
    const { panel_id } = await buildPanel(app.ctx, { guild_id });
    const params = { ...nothing, guild_id, ticket_id, panel_id, team_id: 'default', member_id: staff.id };
    const query = { type: 0 };
    const body = withBody.includes(route) ? sampleBody(route, ids as never) : undefined;
    for (const token of [staff.token, await buildSession(app.ctx, PRODUCT_ADMIN)]) {
      // Any route, so what it takes is not checked by types.
      const { status, error } = await app.call(route, { params, query, body, token } as never);
      expect([status, error.code]).toEqual([403, 'override.not_by_bot_staff']);
    }
  });

  test('is named in the audit log as what let them do something', async () => {
    await grant(1);
    const params = { guild_id };
    expect(
      (await app.call('teams.create', { params, body: { name: 'Left' }, token: staff.token })).status,
    ).toBe(200);
    await app.call('teams.create', { params, body: { name: 'Own' }, token: admin });
    const rows = await app.ctx.db
      .selectFrom('audit_entries')
      .where('guild_id', '=', guild_id)
      .where('resource_name', 'in', ['Left', 'Own'])
      .select(['resource_name', 'because'])
      .orderBy('entry_id')
      .execute();
    expect(rows).toEqual([
      { resource_name: 'Left', because: 'the server let the Tickets team in' },
      { resource_name: 'Own', because: null },
    ]);
  });

  test('makes nobody less who administers the server and is on the bot staff too, also before the bot has met them', async () => {
    const user = app.sim.world.addUser();
    await app.ctx.db.insertInto('bot_staff').values({ user_id: user.id }).execute();
    const { owner_id } = await app.ctx.db
      .selectFrom('guilds')
      .where('guild_id', '=', guild_id)
      .select('owner_id')
      .executeTakeFirstOrThrow();
    app.sim.world.addUser({ id: owner_id });
    app.sim.world.addGuild({ id: guild_id, owner_id });
    app.sim.world.addMember({ guild_id, user_id: app.application.bot_user_id });
    app.sim.world.addMember({ guild_id, user_id: user.id });
    await app.ctx.db.insertInto('permissions').values({ guild_id, user_id: user.id, admin: true }).execute();
    await grant(1);
    expect((await read(await buildSession(app.ctx, user.id))).may_grant).toBe(true);
  });

  test('can be prolonged by an administrator of the server who is on the bot staff too', async () => {
    await buildMember(app.ctx, { guild_id, user_id: staff.id, level: 2 });
    await grant(1);
    expect((await grant(6, staff.token)).status).toBe(204);
  });

  test('puts the server into the list of bot staff, under its name, while it lasts', async () => {
    const user = app.sim.world.addUser();
    await app.ctx.db.insertInto('bot_staff').values({ user_id: user.id }).execute();
    await app.ctx.db
      .updateTable('guilds')
      .set({ name: 'Let In', icon: 'abc' })
      .where('guild_id', '=', guild_id)
      .execute();
    const signIn = async () => {
      const { code } = issueCode(app.sim.world, {
        application_id: app.application.id,
        user_id: user.id,
        scopes: ['identify', 'guilds'],
        redirect_uri: 'http://dashboard.test/callback',
      });
      const { body } = await app.call('session.callback', { query: { code } });
      expect(body.user_data.admin).toBe(false);
      return body.guilds.find(({ id }) => id === guild_id);
    };
    expect(await signIn()).toBeUndefined();
    await grant(1);
    expect(await signIn()).toEqual({ id: guild_id, name: 'Let In', icon: 'abc', permission_level: 2 });
    clock.advance(HOUR_MS);
    expect(await signIn()).toBeUndefined();
  });

  test('is for people who are found in Discord by their id, though nobody here has met them', async () => {
    const token = await buildSession(app.ctx, PRODUCT_ADMIN);
    const { id: user_id } = app.sim.world.addUser({ username: 'never_met' });
    expect((await app.call('bot_staff.add', { params: { user_id }, token })).status).toBe(204);
    expect((await app.call('bot_staff.list', { token })).body).toContainEqual({
      id: user_id,
      username: 'never_met',
    });
  });

  test('takes the tickets back that bot staff claimed, when it ends', async () => {
    await grant(1);
    await buildTicket(app.ctx, { guild_id, status: 'open', claimed_by: staff.id });
    const wanted = async () =>
      (await app.ctx.db.selectFrom('effects').where('guild_id', '=', guild_id).select('kind').execute()).map(
        ({ kind }) => kind,
      );
    expect(await wanted()).toEqual(['override.end']);
    clock.advance(HOUR_MS);
    await settleDue(
      app.ctx,
      effects.filter(({ name }) => name === 'override.end'),
    );
    expect((await wanted()).sort()).toEqual(['duties', 'override.leftovers']);
    expect(await app.ctx.db.selectFrom('staff_overrides').where('guild_id', '=', guild_id).execute()).toEqual(
      [],
    );
  });
});

describe('live sockets of bot staff', () => {
  let world: LiveWorld;
  let stopJobs: () => Promise<void>;
  beforeAll(async () => {
    world = await startLiveWorld({ config });
    const pool = createPool(world.app.database_url);
    const jobs = await startJobs(world.app.ctx, { pool });
    stopJobs = async () => {
      await jobs.stop();
      await pool.end();
    };
  });
  afterAll(async () => {
    await stopJobs();
    await world[Symbol.asyncDispose]();
  });

  const refusal = 'You do not have permission to view this server';

  /** Bot staff who listen to a server that lets them in. */
  async function listening() {
    const { app } = world;
    const desk = await world.addDesk();
    const params = { guild_id: desk.guild_id };
    const admin = await desk.signIn(2);
    // Discord, which is down here, has told that they are no member.
    const user_id = await buildMember(app.ctx, { guild_id: desk.guild_id, present: false });
    const productAdmin = await buildSession(app.ctx, PRODUCT_ADMIN);
    await app.call('bot_staff.add', { params: { user_id }, token: productAdmin });
    await app.call('override.grant', { params, body: { time_period: 1 }, token: admin });
    const [reader, other] = [desk.openList(), desk.openList()];
    await reader.auth({ token: await buildSession(app.ctx, user_id) });
    await other.auth({ token: admin });
    await Promise.all([reader.until(1), other.until(1)]);
    return { app, ...params, params, admin, user_id, productAdmin, reader, other };
  }

  test('close when the override is revoked', async () => {
    const { app, params, admin, reader, other } = await listening();
    await app.call('override.revoke', { params, token: admin });
    await reader.untilRefused(refusal);
    expect(other.isClosed()).toBe(false);
  });

  test('close within two seconds when the override runs out', async () => {
    const { app, guild_id, reader, other } = await listening();
    // As if it had been granted an hour ago, but for a moment.
    const end = new Date(Date.now() + 300);
    await app.ctx.db
      .updateTable('staff_overrides')
      .set({ expires_at: end })
      .where('guild_id', '=', guild_id)
      .execute();
    await app.ctx.db
      .updateTable('effects')
      .set({ due_at: end })
      .where('guild_id', '=', guild_id)
      .where('kind', '=', 'override.end')
      .execute();
    await vi.waitFor(() => expect(reader.isClosed()).toBe(true), { timeout: 10_000 });
    expect(Date.now() - end.getTime()).toBeLessThan(2_000);
    await reader.untilRefused(refusal);
    expect(other.isClosed()).toBe(false);
  });

  test('close when the person is taken off the bot staff', async () => {
    const { app, user_id, productAdmin, reader, other } = await listening();
    await app.call('bot_staff.remove', { params: { user_id }, token: productAdmin });
    await reader.untilRefused(refusal);
    expect(other.isClosed()).toBe(false);
  });
});

describe('the bot staff', () => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await startTestApp({ config });
    token = await buildSession(app.ctx, PRODUCT_ADMIN);
  });
  afterAll(() => app.close());
  beforeEach(() => app.ctx.db.deleteFrom('bot_staff').execute());

  const list = async () => (await app.call('bot_staff.list', { token })).body;
  const add = (user_id: string) => app.call('bot_staff.add', { params: { user_id }, token });
  const remove = (user_id: string) => app.call('bot_staff.remove', { params: { user_id }, token });

  test('is listed by name, and who was never met as an Unknown User', async () => {
    const [bo, ada] = [
      await buildUser(app.ctx, { username: 'bo' }),
      await buildUser(app.ctx, { username: 'ada' }),
    ];
    const nobody = randomId();
    for (const id of [bo.user_id, nobody, ada.user_id]) expect((await add(id)).status).toBe(204);
    expect(await list()).toEqual([
      { id: ada.user_id, username: 'ada' },
      { id: bo.user_id, username: 'bo' },
      { id: nobody, username: 'Unknown User' },
    ]);
  });

  test('never has the id that stands for people whose data was erased', async () => {
    expect((await add(deletedUser.id)).status).toBe(400);
    expect(await list()).toEqual([]);
    // It could be added once, and can still be taken off.
    expect((await remove(deletedUser.id)).status).toBe(204);
  });

  test('has somebody once, however often they are added, and not at all however often they are removed', async () => {
    const id = randomId();
    for (const _ of [1, 2]) expect((await add(id)).status).toBe(204);
    expect(await list()).toHaveLength(1);
    for (const _ of [1, 2]) expect((await remove(id)).status).toBe(204);
    expect(await list()).toEqual([]);
  });

  test.each(['abc', '0', '-1', '12x', '99999999999999999999'])('refuses %s, which is no id', async (id) => {
    for (const call of [add, remove]) {
      const { status, error } = await call(id);
      expect([status, error.fields?.map(({ path }) => path)]).toEqual([400, ['user_id']]);
    }
    expect(await list()).toEqual([]);
  });

  test('is seen and changed by administrators of the product alone', async () => {
    const { owner_id } = await buildGuild(app.ctx);
    const one = randomId();
    await add(one);
    for (const who of [owner_id, one]) {
      const theirs = await buildSession(app.ctx, who);
      const answers = [
        await app.call('bot_staff.list', { token: theirs }),
        await app.call('bot_staff.add', { params: { user_id: who }, token: theirs }),
        await app.call('bot_staff.remove', { params: { user_id: one }, token: theirs }),
      ];
      for (const { status, error } of answers)
        expect([status, error.code]).toEqual([403, 'permission.admin_only']);
    }
    expect((await list()).map(({ id }) => id)).toEqual([one]);
  });
});
