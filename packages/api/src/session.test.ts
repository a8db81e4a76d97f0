import { createHash } from 'node:crypto';
import { createSealer } from '@tickets/core/platform/crypto/seal';
import { grantSubscription, revokeSubscription } from '@tickets/core/premium/subscriptions';
import { upsertMember } from '@tickets/core/servers/members';
import { issueCode } from '@tickets/discord-sim/oauth/grants';
import { buildGuild, buildMember, buildSession, randomId } from '@tickets/testkit/data/factories';
import { buildIntegration } from '@tickets/testkit/data/integrations';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { buildSharedGuild, type SimParts, startTestApp, type TestApp } from '@tickets/testkit/worlds/app';
import { createTestClock } from '@tickets/testkit/worlds/clock';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

// What fails here on purpose is reported.
allowWarning(
  /"msg":"(Discord did not take back the tokens of a session that ended|discord\.(unavailable|limited)|the tokens of a session cannot be opened)/,
);

const clock = createTestClock();
let app: TestApp & SimParts;

beforeAll(async () => {
  app = await startTestApp({ sim: true, clock, config: { admins: new Set(['42']) } });
});
afterAll(() => app.close());

/** Somebody at Discord who agreed to what we ask for. */
function consent(scopes = ['identify', 'guilds'], user = app.sim.world.addUser(), code_challenge?: string) {
  const { code } = issueCode(app.sim.world, {
    application_id: app.application.id,
    user_id: user.id,
    scopes,
    redirect_uri: 'http://dashboard.test/callback',
    ...(code_challenge && { code_challenge }),
  });
  return { user, code };
}

async function signIn(scopes?: string[], known?: ReturnType<typeof consent>['user']) {
  const { user, code } = consent(scopes, known);
  const { status, body } = await app.call('session.callback', { query: { code } });
  expect(status).toBe(200);
  return { user, ...body };
}

/** A server at Discord that the bot is in and has told us of. */
async function sharedGuild(name: string, owner_id: string) {
  const { guild_id: id } = await buildSharedGuild(app, { name, owner_id });
  return { id };
}

test('signing in names the program to Discord at each call', async () => {
  const agents: (string | undefined)[] = [];
  const read = vi.spyOn(globalThis, 'fetch');
  await signIn();
  for (const [url, init] of read.mock.calls)
    if (String(url).startsWith(app.sim.url))
      agents.push(new Headers(init?.headers).get('user-agent') ?? undefined);
  read.mockRestore();
  expect(agents.length).toBeGreaterThanOrEqual(3);
  expect(new Set(agents)).toEqual(new Set(['DiscordBot (http://dashboard.test, 1.0)']));
});

test('signing in gives a token that works, who one is, and the servers that the bot is in, own ones first', async () => {
  const owner = app.sim.world.addUser({ username: 'owner', avatar: null });
  const other = app.sim.world.addUser();
  const [zoo, ant, bare] = [
    await sharedGuild('Zoo', owner.id),
    await sharedGuild('Ant', owner.id),
    await sharedGuild('Bare', other.id),
  ];
  app.sim.world.addMember({ guild_id: bare.id, user_id: owner.id });
  app.sim.world.addGuild({ name: 'Without the bot', owner_id: owner.id });
  const left = await sharedGuild('Left', owner.id);
  await app.ctx.db
    .updateTable('guilds')
    .set({ left_at: new Date() })
    .where('guild_id', '=', left.id)
    .execute();

  const { token, user_data, guilds } = await signIn(undefined, owner);
  expect(user_data).toEqual({ id: owner.id, username: 'owner', avatar: '', admin: false });
  expect(guilds).toEqual([
    { id: ant.id, name: 'Ant', icon: '', permission_level: 2 },
    { id: zoo.id, name: 'Zoo', icon: '', permission_level: 2 },
    { id: bare.id, name: 'Bare', icon: '', permission_level: 0 },
  ]);
  const { status } = await app.call('settings.get', { params: { guild_id: zoo.id }, token });
  expect(status).toBe(200);
});

test('a product administrator is told so', async () => {
  const { user_data } = await signIn(undefined, app.sim.world.addUser({ id: '42' }));
  expect(user_data.admin).toBe(true);
});

test('whoever has a subscription signs in as somebody who chooses its servers', async () => {
  const user = app.sim.world.addUser({ username: 'subscriber' });
  expect(await signIn(undefined, user)).not.toHaveProperty('chooses_servers');
  await grantSubscription(app.ctx, user.id, { servers: 2, tier: 0, expires_at: null });
  const answer = await signIn(undefined, user);
  expect(answer).toMatchObject({ chooses_servers: true });
  expect(Object.keys(answer.user_data)).toEqual(['id', 'username', 'avatar', 'admin']);
  await revokeSubscription(app.ctx, user.id);
  expect(await signIn(undefined, user)).not.toHaveProperty('chooses_servers');
});

describe('a code that a browser asked for with a challenge', () => {
  const verifier = 'a'.repeat(43);
  const challenged = () =>
    consent(undefined, undefined, createHash('sha256').update(verifier).digest('base64url')).code;
  const callback = (code: string, code_verifier?: string) =>
    app.call('session.callback', { query: { code, ...(code_verifier !== undefined && { code_verifier }) } });

  test('signs in the browser that shows the verifier', async () => {
    expect((await callback(challenged(), verifier)).status).toBe(200);
  });

  test.each([
    ['without a verifier', undefined],
    ['with the verifier of another browser', 'b'.repeat(43)],
  ])('signs in no one %s', async (_how, wrong) => {
    const { status, error } = await callback(challenged(), wrong);
    expect([status, error?.code]).toEqual([400, 'oauth.code_invalid']);
  });

  test('is not spent on a verifier that can be none', async () => {
    const code = challenged();
    const { status, error } = await callback(code, 'short');
    expect([status, error?.code, error?.fields?.[0]?.path]).toEqual([
      400,
      'request.invalid',
      'code_verifier',
    ]);
    expect((await callback(code, verifier)).status).toBe(200);
  });
});

test('a callback without a code, with a wrong or used one, or without the identify scope says what is wrong', async () => {
  const callback = (code?: string) =>
    app.call('session.callback', { query: code === undefined ? {} : { code } });
  expect((await callback()).error).toMatchObject({
    error: 'Missing code query parameter',
    code: 'oauth.code_missing',
  });
  expect((await callback('wrong')).error).toMatchObject({ error: 'Invalid code: try logging in again' });
  const { code } = consent();
  expect((await callback(code)).status).toBe(200);
  expect((await callback(code)).status).toBe(400);
  expect((await callback(consent(['guilds']).code)).error).toMatchObject({ error: 'Missing identify scope' });
});

test('without the guilds scope the list is empty', async () => {
  expect((await signIn(['identify'])).guilds).toEqual([]);
});

test('when Discord does not answer, that is said, and nobody is signed in', async () => {
  const { code } = consent();
  app.sim.faults.next({ route: /oauth2\/token/, kind: 500, times: 1 });
  const { status, error } = await app.call('session.callback', { query: { code } });
  expect([status, error.code]).toEqual([502, 'discord.unavailable']);
});

test('a short limit of Discord is waited out at sign-in, and the code is spent once', async () => {
  const { code } = consent();
  app.sim.faults.next({ route: /oauth2\/token/, kind: 429, retryAfterSeconds: 0.2 });
  app.sim.faults.next({ route: '/users/@me', kind: 429, retryAfterSeconds: 0.2 });
  const seen = app.sim.faults.record();
  expect((await app.call('session.callback', { query: { code } })).status).toBe(200);
  expect(seen.filter(({ route }) => route.endsWith('/oauth2/token'))).toHaveLength(2);
});

test('a long limit of Discord is told with its length, and the same code signs in afterwards', async () => {
  const { code } = consent();
  app.sim.faults.next({ route: /oauth2\/token/, kind: 429, retryAfterSeconds: 61.5 });
  const { status, error } = await app.call('session.callback', { query: { code } });
  expect([status, error.error]).toEqual([503, 'Discord is busy. Try again in 62 seconds.']);
  expect((await app.call('session.callback', { query: { code } })).status).toBe(200);
});

test('Discord tokens are not readable in the database', async () => {
  const { user } = await signIn();
  const row = await app.ctx.db
    .selectFrom('sessions')
    .where('user_id', '=', user.id)
    .selectAll()
    .executeTakeFirstOrThrow();
  const grant = app.sim.world.oauthGrants.all().find(({ user_id }) => user_id === user.id);
  expect(grant).toBeDefined();
  expect(row.access_token?.toString('latin1')).not.toContain(grant?.access_token);
  expect(row.refresh_token?.toString('latin1')).not.toContain(grant?.refresh_token);
});

test('after logout the old token is refused at once, and Discord has its tokens back with the last session', async () => {
  const first = await signIn();
  const second = await signIn(undefined, first.user);
  const grants = () => app.sim.world.oauthGrants.all().filter(({ user_id }) => user_id === first.user.id);
  const reload = (token: string) => app.call('user.reload_guilds', { token });

  expect((await app.call('session.logout', { token: first.token })).status).toBe(204);
  expect((await reload(first.token)).status).toBe(401);
  expect((await app.call('session.logout', { token: first.token })).status).toBe(401);
  expect(grants().length).toBeGreaterThan(0);
  expect((await reload(second.token)).body.success).toBe(true);

  expect((await app.call('session.logout', { token: second.token })).status).toBe(204);
  expect(grants()).toEqual([]);
  const rows = await app.ctx.db
    .selectFrom('sessions')
    .where('user_id', '=', first.user.id)
    .select(['access_token', 'refresh_token'])
    .execute();
  expect(rows).toEqual([
    { access_token: null, refresh_token: null },
    { access_token: null, refresh_token: null },
  ]);
});

test('logout works while Discord is down', async () => {
  const { token } = await signIn();
  app.sim.faults.next({ route: /oauth2\/token\/revoke/, kind: 500, times: 1 });
  expect((await app.call('session.logout', { token })).status).toBe(204);
  expect((await app.call('user.reload_guilds', { token })).status).toBe(401);
});

test('a token ends after thirty days', async () => {
  const { guild_id, owner_id } = await buildGuild(app.ctx);
  const token = await buildSession(app.ctx, owner_id);
  const level = () => app.call('user.permission_level', { query: { guild: guild_id }, token });
  const start = clock.now();
  clock.advance(30 * 86_400_000 - 2_000);
  expect((await level()).body).toEqual({ success: true, permission_level: 2 });
  clock.advance(2_000);
  expect((await level()).error.code).toBe('session.invalid');
  clock.set(start);
});

test('the level in a server is told for any server, 0 for unknown ones', async () => {
  const { guild_id } = await buildGuild(app.ctx);
  const token = await buildSession(app.ctx, await buildMember(app.ctx, { guild_id, level: 1 }));
  const level = (guild?: string) => app.call('user.permission_level', { query: { guild }, token });
  expect((await level(guild_id)).body.permission_level).toBe(1);
  expect((await level(randomId())).body.permission_level).toBe(0);
  expect((await level('x')).error.error).toBe('Invalid guild ID');
  expect((await level()).error.error).toBe('Invalid guild ID');
});

test('the level tells a server in which one has none from one that is not there, as a refusal does', async () => {
  const { guild_id } = await buildSharedGuild(app);
  const left = await buildGuild(app.ctx);
  const member = await buildMember(app.ctx, { guild_id, level: 0 });
  await buildMember(app.ctx, { guild_id: left.guild_id, user_id: member, level: 0 });
  await app.ctx.db
    .updateTable('guilds')
    .set({ left_at: new Date(clock.now()) })
    .where('guild_id', '=', left.guild_id)
    .execute();
  const token = await buildSession(app.ctx, member);
  const stranger = await buildSession(app.ctx, randomId());
  const level = async (guild: string, who: string) =>
    (await app.call('user.permission_level', { query: { guild }, token: who })).body;
  const unknown = { success: true, permission_level: 0, unknown_guild: true };
  expect(await level(guild_id, token)).toEqual({ success: true, permission_level: 0 });
  expect(await level(guild_id, stranger)).toEqual(unknown);
  expect(await level(left.guild_id, token)).toEqual(unknown);
  expect(await level(randomId(), token)).toEqual(unknown);
});

test('reloading shows a server that was joined since, once in ten seconds', async () => {
  const { token, user } = await signIn();
  const guild = await sharedGuild('New', user.id);
  const reload = () => app.call('user.reload_guilds', { token });
  const { body } = await reload();
  expect(body).toEqual({
    success: true,
    guilds: [{ id: guild.id, name: 'New', icon: '', permission_level: 2 }],
  });
  clock.advance(4_000);
  expect((await reload()).error).toMatchObject({
    error: "You're doing this too quickly: try again in 6 seconds",
    code: 'guild.reload_cooldown',
  });
  clock.advance(6_000);
  expect((await reload()).status).toBe(200);
});

test("Discord's token is renewed near its end", async () => {
  const { token, user } = await signIn();
  const before = app.sim.world.oauthGrants.all().find(({ user_id }) => user_id === user.id);
  const start = clock.now();
  clock.advance(604_800_000 - 60_000);
  const { body } = await app.call('user.reload_guilds', { token });
  expect(body.success).toBe(true);
  const after = app.sim.world.oauthGrants.all().find(({ user_id }) => user_id === user.id);
  expect(after?.access_token).not.toBe(before?.access_token);
  clock.set(start);
});

test('a token that Discord is slow to renew keeps no connection to the database waiting', async () => {
  const { token, user } = await signIn();
  await app.ctx.db
    .updateTable('sessions')
    .set({ access_expires_at: clock.now() })
    .where('user_id', '=', user.id)
    .execute();
  app.sim.faults.next({ route: /oauth2\/token$/, kind: 'delay', delayMs: 1_500 });
  const hits = app.sim.faults.hits.length;
  const reloading = app.call('user.reload_guilds', { token });
  await vi.waitFor(() => expect(app.sim.faults.hits.length).toBe(hits + 1), 5_000);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'`.execute(app.ctx.db);
  expect(rows).toEqual([{ count: 0 }]);
  expect((await reloading).body).toMatchObject({ success: true });
});

test('where the key that sealed the tokens of a session is gone, its person can sign out, and is asked to sign in again', async () => {
  const { token, user } = await signIn();
  const other = createSealer(['a key that nobody has any more']);
  const sealed = other.seal('a token', 'a session');
  await app.ctx.db
    .updateTable('sessions')
    .set({ access_token: sealed, refresh_token: sealed })
    .where('user_id', '=', user.id)
    .execute();
  const { status, body } = await app.call('user.reload_guilds', { token });
  expect([status, body]).toEqual([200, { success: false, reauthenticate_required: true }]);
  expect((await app.call('session.logout', { token })).status).toBe(204);
  expect((await app.call('user.reload_guilds', { token })).status).toBe(401);
});

test('a person who took our access back at Discord is asked to sign in again', async () => {
  const { token, user } = await signIn();
  for (const grant of app.sim.world.oauthGrants.all())
    if (grant.user_id === user.id) app.sim.world.oauthGrants.delete(grant.access_token);
  const { status, body } = await app.call('user.reload_guilds', { token });
  expect([status, body]).toEqual([200, { success: false, reauthenticate_required: true }]);
});

test('a role taken away refuses the very next call', async () => {
  const { world } = app.sim;
  const guild = await sharedGuild('Roles', world.addUser().id);
  const role = world.addRole({ guild_id: guild.id });
  const { user, token } = await signIn();
  const member = world.addMember({ guild_id: guild.id, user_id: user.id, roles: [role.id] });
  await app.ctx.db
    .insertInto('role_permissions')
    .values({ guild_id: guild.id, role_id: role.id, support: true })
    .execute();
  const list = () => app.call('tickets.list', { params: { guild_id: guild.id }, token });
  expect((await list()).status).toBe(200);
  const payload = {
    id: user.id,
    username: user.username,
    discriminator: '0',
    global_name: null,
    avatar: null,
  };
  await upsertMember(app.ctx, guild.id, { ...member, nick: null, roles: [], user: payload });
  expect((await list()).status).toBe(403);
});

test('a session that ended without a word is believed for ten seconds, also where the clock is set back', async () => {
  const clock = createTestClock();
  await using app = await startTestApp({ clock });
  const { owner_id: user_id } = await buildGuild(app.ctx);
  const token = await buildSession(app.ctx, user_id);
  const status = async () => (await app.call('own_tickets.list', { query: {}, token })).status;
  expect(await status()).toBe(200);
  clock.advance(-600_000);
  expect(await status()).toBe(200);
  await app.ctx.db.deleteFrom('sessions').where('user_id', '=', user_id).execute();
  clock.advance(11_000);
  expect(await status()).toBe(401);
});

describe('after a restart, in which members are forgotten', () => {
  let user: ReturnType<typeof consent>['user'];
  let token: string;
  let servers: Record<'home' | 'administrator' | 'named' | 'role' | 'plain', string>;
  beforeAll(async () => {
    user = app.sim.world.addUser();
    const other = app.sim.world.addUser();
    const joined = async (name: string) => {
      const { id } = await sharedGuild(name, other.id);
      app.sim.world.addMember({ guild_id: id, user_id: user.id });
      return id;
    };
    const { id: home } = await sharedGuild('Home', user.id);
    servers = {
      home,
      administrator: await joined('By a role in Discord'),
      named: await joined('By name'),
      role: await joined('By a role here'),
      plain: await joined('Plain'),
    };
    const give = (guild_id: string, permissions: bigint) => {
      const role = app.sim.world.addRole({ guild_id, permissions });
      const member = app.sim.world.members.get(`${guild_id}:${user.id}`);
      if (member) app.sim.world.members.put({ ...member, roles: [role.id] });
      return role.id;
    };
    const { db } = app.ctx;
    const role_id = give(servers.administrator, 8n);
    await db
      .insertInto('guild_roles')
      .values({ guild_id: servers.administrator, role_id, name: 'Admin', permissions: '8', position: 1 })
      .execute();
    await db
      .insertInto('permissions')
      .values({ guild_id: servers.named, user_id: user.id, admin: true, support: false })
      .execute();
    await db
      .insertInto('role_permissions')
      .values({ guild_id: servers.role, role_id: give(servers.role, 0n), admin: true, support: false })
      .execute();
    ({ token } = await signIn(undefined, user));
  });
  beforeEach(() => sql`select events_missed(guild_id) from guilds`.execute(app.ctx.db));

  test('whoever administers other servers without owning them is offered their set-ups, and Discord is asked about no others', async () => {
    const { body } = await app.call('copy.sources', { params: { guild_id: servers.home }, token });
    expect(body.map(({ name }) => name)).toEqual(['By a role here', 'By a role in Discord', 'By name']);
    const asked = await app.ctx.db
      .selectFrom('guild_members')
      .where('user_id', '=', user.id)
      .selectAll()
      .execute();
    expect(asked.map(({ guild_id }) => guild_id)).not.toContain(servers.plain);
  });

  test('whoever asks again and again, or whose key Discord takes no more, costs one question in some seconds', async () => {
    const { token } = await signIn(undefined, user);
    const asked = app.sim.faults.record();
    app.sim.faults.next({ method: 'GET', route: '/users/@me/guilds', kind: 401, times: 20 });
    for (let n = 0; n < 10; n += 1)
      await app.call('copy.sources', { params: { guild_id: servers.home }, token });
    app.sim.faults.clear();
    expect(asked.filter(({ route }) => route.includes('/users/@me/guilds')).length).toBeLessThan(2);
  });

  test.each(['administrator', 'named', 'role', 'plain'] as const)(
    'a private integration of a server is shown to who administers it (%s)',
    async (server) => {
      const integration_id = await buildIntegration(app.ctx, {
        owner_id: randomId(),
        guild_id: servers[server],
      });
      const { status } = await app.call('integrations.view', { params: { integration_id }, token });
      expect(status).toBe(server === 'plain' ? 403 : 200);
    },
  );
});
