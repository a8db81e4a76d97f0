import type { RouteName } from '@tickets/contract/route-paths';
import {
  buildGuild,
  buildMember,
  buildPanel,
  buildRole,
  buildSession,
  buildTeam,
  buildUser,
} from '@tickets/testkit/data/factories';
import { type Called, startTestApp } from '@tickets/testkit/worlds/app';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

let app: Awaited<ReturnType<typeof start>>;
const start = () => startTestApp({ sim: true });
let guild_id: string;
let token: string;

beforeAll(async () => {
  app = await start();
});
afterAll(() => app.close());
beforeEach(async () => {
  const guild = await buildGuild(app.ctx);
  ({ guild_id } = guild);
  token = await buildSession(app.ctx, guild.owner_id);
});

type Team = number | 'default';
const list = async () => (await app.call('teams.list', { params: { guild_id }, token })).body;
const members = async (team_id: Team) =>
  (await app.call('teams.members', { params: { guild_id, team_id }, token })).body;
const create = (name: string) => app.call('teams.create', { params: { guild_id }, body: { name }, token });
const remove = (team_id: Team) => app.call('teams.remove', { params: { guild_id, team_id }, token });
const change =
  (route: 'teams.add_member' | 'teams.remove_member') =>
  (team_id: Team, type: 0 | 1, member_id: string, by = token) =>
    app.call(route, { params: { guild_id, team_id, member_id }, query: { type }, token: by });
const add = change('teams.add_member');
const takeOut = change('teams.remove_member');
const refusalOf = async (answer: Promise<Pick<Called<RouteName>, 'status' | 'error'>>) => {
  const { status, error } = await answer;
  return [status, error.error];
};

async function person(username: string, level: 0 | 1 | 2 = 0): Promise<string> {
  const { user_id } = await buildUser(app.ctx, { username });
  return buildMember(app.ctx, { guild_id, user_id, level });
}
const session = (user_id: string) => buildSession(app.ctx, user_id);

test('the named teams of a server are listed, oldest first, and those of others are not', async () => {
  const other = await buildGuild(app.ctx);
  expect(await list()).toEqual([]);
  const ids = [
    await buildTeam(app.ctx, { guild_id, name: 'Trainers' }),
    await buildTeam(app.ctx, { guild_id, name: 'Billing' }),
  ];
  await buildTeam(app.ctx, { guild_id: other.guild_id });
  expect(await list()).toEqual([
    { id: ids[0], guild_id, name: 'Trainers', on_call_role_id: null },
    { id: ids[1], guild_id, name: 'Billing', on_call_role_id: null },
  ]);
});

describe('creating', () => {
  test('a team answers it, and it is listed without members', async () => {
    const { status, body } = await create('  Billing  ');
    expect([status, body]).toEqual([
      200,
      { id: expect.any(Number), guild_id, name: 'Billing', on_call_role_id: null },
    ]);
    expect(await list()).toEqual([body]);
    expect(await members(body.id)).toEqual([]);
  });

  test.each(['', '   ', 'x'.repeat(33)])('a team named "%s" is refused at its name', async (name) => {
    const { status, error } = await create(name);
    expect([status, error.fields]).toEqual([
      400,
      [{ path: 'name', message: 'Team name must be between 1 and 32 characters' }],
    ]);
  });

  test('a team named as long as one may be is made, counted in characters', async () => {
    expect((await create('ä'.repeat(32))).status).toBe(200);
  });

  test('a name that another team has is refused, also of two at once; in another server it is free', async () => {
    const both = await Promise.all([create('Billing'), create('Billing')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    for (const taken of ['Billing', 'BILLING', 'default'])
      expect(await refusalOf(create(taken))).toEqual([400, 'Team already exists']);
    const other = await buildGuild(app.ctx);
    const theirs = await session(other.owner_id);
    const params = { guild_id: other.guild_id };
    const { status } = await app.call('teams.create', { params, body: { name: 'Billing' }, token: theirs });
    expect(status).toBe(200);
  });
});

describe('members', () => {
  test('are the roles, then the people, by id; a role that is gone has no name', async () => {
    const [mia, max] = [await person('mia'), await person('max')];
    const role_id = await buildRole(app.ctx, { guild_id, name: 'Helpers' });
    const team = await buildTeam(app.ctx, { guild_id, user_ids: [max, mia], role_ids: [role_id, '7'] });
    const people = [
      { id: mia, type: 0, name: 'mia', avatar: '' },
      { id: max, type: 0, name: 'max', avatar: '' },
    ].sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
    expect(await members(team)).toEqual([
      { id: '7', type: 1 },
      { id: role_id, type: 1, name: 'Helpers' },
      ...people,
    ]);
  });

  test('of the default team are its support staff and the administrators', async () => {
    const [sam, ada] = [await person('sam', 1), await person('ada', 2)];
    await person('mia');
    expect((await members('default')).map(({ id }) => id).sort()).toEqual([sam, ada].sort());
  });

  test('are a role or a person of the server, once however often they are added', async () => {
    const team = await buildTeam(app.ctx, { guild_id });
    const role_id = await buildRole(app.ctx, { guild_id });
    const mia = await person('mia');
    for (const _ of [1, 2]) {
      expect((await add(team, 1, role_id)).body).toEqual({ success: true });
      expect((await add(team, 0, mia)).body).toEqual({ success: true });
    }
    expect((await members(team)).map(({ id, type }) => [id, type])).toEqual([
      [role_id, 1],
      [mia, 0],
    ]);
  });

  test('may be of several teams, and leave each for itself', async () => {
    const [first, second] = [await buildTeam(app.ctx, { guild_id }), await buildTeam(app.ctx, { guild_id })];
    const mia = await person('mia');
    await add(first, 0, mia);
    await add(second, 0, mia);
    expect((await takeOut(first, 0, mia)).body).toEqual({ success: true });
    expect([await members(first), (await members(second)).map(({ id }) => id)]).toEqual([[], [mia]]);
  });

  test('are neither @everyone, nor who or what is not in the server', async () => {
    const team = await buildTeam(app.ctx, { guild_id });
    const other = await buildGuild(app.ctx);
    const foreign = await buildRole(app.ctx, { guild_id: other.guild_id });
    const gone = await buildMember(app.ctx, { guild_id, present: false });
    for (const place of [team, 'default'] as const) {
      expect(await refusalOf(add(place, 1, guild_id))).toEqual([
        400,
        '@everyone cannot be staff. Choose a member or another role.',
      ]);
      expect(await refusalOf(add(place, 1, foreign))).toEqual([
        400,
        'This role is not in the server any more. Choose another one.',
      ]);
    }
    expect(await refusalOf(add(team, 0, gone))).toEqual([
      400,
      'This person is not in the server. Choose one of its members.',
    ]);
    expect(await members(team)).toEqual([]);
  });

  test('of the default team are added by role alone', async () => {
    const role_id = await buildRole(app.ctx, { guild_id });
    await add('default', 1, role_id);
    expect((await members('default')).map(({ id }) => id)).toEqual([role_id]);
    expect(await refusalOf(add('default', 0, await person('mia')))).toEqual([
      400,
      expect.stringContaining('Members are no longer made support one by one.'),
    ]);
  });

  test('of another kind than 0 and 1 there are none', async () => {
    const team = await buildTeam(app.ctx, { guild_id });
    const params = { guild_id, team_id: team, member_id: '5' };
    for (const type of ['2', undefined])
      expect(await refusalOf(app.call('teams.add_member', { params, query: { type }, token }))).toEqual([
        400,
        expect.stringContaining('Invalid entity type'),
      ]);
  });

  test('of a team that is not there cannot be changed, and who is no member leaves nothing', async () => {
    const team = await buildTeam(app.ctx, { guild_id });
    const mia = await person('mia');
    expect((await takeOut(team, 0, mia)).status).toBe(200);
    expect((await takeOut('default', 0, mia)).status).toBe(200);
    const other = await buildGuild(app.ctx);
    const foreign = await buildTeam(app.ctx, { guild_id: other.guild_id });
    for (const unknown of [foreign, 2_000_000])
      for (const answer of [add(unknown, 0, mia), takeOut(unknown, 0, mia), remove(unknown)])
        expect(await refusalOf(answer)).toEqual([404, 'Support team with provided ID not found']);
  });

  test('have their level from the next call on, and listeners hear of it', async () => {
    const team = await buildTeam(app.ctx, { guild_id });
    const mia = await person('mia');
    const heard: unknown[] = [];
    const stop = app.ctx.events.subscribe((event) => event.type === 'access.changed' && heard.push(event));
    const read = async () =>
      (await app.call('tickets.list', { params: { guild_id }, token: await session(mia) })).status;
    expect(await read()).toBe(403);
    await add(team, 0, mia);
    expect(await read()).toBe(200);
    await takeOut(team, 0, mia);
    expect(await read()).toBe(403);
    stop();
    const event = { type: 'access.changed', guild_id, user_id: mia };
    expect(heard).toEqual([event, event]);
  });
});

describe('the default team', () => {
  test('lets go of who answered in it', async () => {
    const sam = await person('sam', 1);
    expect((await takeOut('default', 0, sam)).body).toEqual({ success: true });
    expect(await members('default')).toEqual([]);
  });

  test('lets its owner alone take administrators out, with everything that they were', async () => {
    const [ada, ann] = [await person('ada', 2), await person('ann', 2)];
    await app.ctx.db.updateTable('permissions').set({ support: true }).where('user_id', '=', ada).execute();
    expect(await refusalOf(takeOut('default', 0, ada, await session(ann)))).toEqual([
      403,
      'Only the server owner can remove admins',
    ]);
    expect((await takeOut('default', 0, ada)).status).toBe(200);
    expect((await members('default')).map(({ id }) => id)).toEqual([ann]);
  });

  test('is always there', async () => {
    expect(await refusalOf(remove('default'))).toEqual([
      400,
      'The team Default is always there, so it cannot be deleted.',
    ]);
  });
});

test('a deleted team is gone from the panels that used it, with its members', async () => {
  const mia = await person('mia');
  const team = await buildTeam(app.ctx, { guild_id, user_ids: [mia] });
  const kept = await buildTeam(app.ctx, { guild_id });
  await buildPanel(app.ctx, { guild_id, team_ids: [team, kept] });
  const heard: string[] = [];
  const stop = app.ctx.events.subscribe(({ type }) => heard.push(type));
  expect((await remove(team)).body).toEqual({ success: true });
  stop();
  expect(heard).toEqual(expect.arrayContaining(['access.changed', 'list.changed']));
  const { body: panels } = await app.call('panels.list', { params: { guild_id }, token });
  expect(panels.map(({ teams }) => teams)).toEqual([[kept]]);
  expect((await list()).map(({ id }) => id)).toEqual([kept]);
  expect(await refusalOf(remove(team))).toEqual([404, 'Support team with provided ID not found']);
  // What Discord has to follow of it is done by itself.
  await vi.waitFor(async () =>
    expect(
      await app.ctx.db
        .selectFrom('effects')
        .where('guild_id', '=', guild_id)
        .where('kind', '=', 'staff')
        .select('key')
        .execute(),
    ).toEqual([]),
  );
});

test('a team is loaded ten times in half a minute', async () => {
  await using limited = await startTestApp({ api: { limits_scale: 1 } });
  const guild = await buildGuild(limited.ctx);
  const theirs = await buildSession(limited.ctx, guild.owner_id);
  const params = { guild_id: guild.guild_id, team_id: 'default' } as const;
  const load = async () => (await limited.call('teams.members', { params, token: theirs })).status;
  for (let count = 0; count < 10; count += 1) expect(await load()).toBe(200);
  expect(await load()).toBe(429);
});
