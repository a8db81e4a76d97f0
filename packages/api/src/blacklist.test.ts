import type { RouteName } from '@tickets/contract/route-paths';
import {
  buildGuild,
  buildMember,
  buildRole,
  buildSession,
  buildTeam,
  buildUser,
  randomId,
} from '@tickets/testkit/data/factories';
import { buildSharedGuild, startTestApp } from '@tickets/testkit/worlds/app';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

let app: Awaited<ReturnType<typeof start>>;
const start = () => startTestApp({ sim: true });
let guild_id: string;
let owner_id: string;
let staff_id: string;
let token: string;

beforeAll(async () => {
  app = await start();
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ guild_id, owner_id } = await buildSharedGuild(app));
  staff_id = await buildMember(app.ctx, { guild_id, level: 1 });
  token = await buildSession(app.ctx, staff_id);
});

const add = (entity_type: 0 | 1, snowflake: string) =>
  app.call('blacklist.add', { params: { guild_id }, body: { entity_type, snowflake }, token });
const list = async (page?: number) =>
  (await app.call('blacklist.list', { params: { guild_id }, query: { page }, token })).body;
const refusalOf = async (answer: ReturnType<typeof add>) => {
  const { status, error } = await answer;
  return [status, error.error];
};

/** A member of the server whose name is known. */
async function member(username: string, role_ids: string[] = []): Promise<string> {
  const { user_id } = await buildUser(app.ctx, { username });
  return buildMember(app.ctx, { guild_id, user_id, role_ids });
}

describe('adding', () => {
  test('a person is listed with their name, the newest first, and once however often they are added', async () => {
    const [first, second] = [await member('mia'), await member('max')];
    const { status, body } = await add(0, first);
    expect([status, body]).toEqual([200, { success: true, resolved: true, id: first, username: 'mia' }]);
    await add(0, second);
    expect((await add(0, first)).status).toBe(200);
    expect(await list()).toEqual({
      page_limit: 30,
      users: [
        { id: second, username: 'max' },
        { id: first, username: 'mia' },
      ],
      roles: [],
    });
  });

  test('somebody who never was in the server is found in Discord by their id', async () => {
    const { id } = app.sim.world.addUser({ username: 'stray' });
    expect((await add(0, id)).body).toMatchObject({ resolved: true, username: 'stray' });
  });

  test('an id that is nobody is kept without a name', async () => {
    const id = randomId();
    expect((await add(0, id)).body).toEqual({ success: true, resolved: false, id, username: '' });
    expect((await list()).users).toEqual([{ id, username: '' }]);
  });

  test('a role is listed by its id', async () => {
    const id = await buildRole(app.ctx, { guild_id });
    expect((await add(1, id)).body).toEqual({ success: true, resolved: false, id, username: '' });
    expect((await list()).roles).toEqual([id]);
  });
});

describe('staff cannot be blacklisted', () => {
  const refused = [400, 'You cannot blacklist staff members!'];

  test.each([
    ['of the support', async () => buildMember(app.ctx, { guild_id, level: 1 })],
    ['who administers', async () => buildMember(app.ctx, { guild_id, level: 2 })],
    ['who owns the server', async () => owner_id],
    [
      'of a named team',
      async () => {
        const user_id = await buildMember(app.ctx, { guild_id });
        await buildTeam(app.ctx, { guild_id, user_ids: [user_id] });
        return user_id;
      },
    ],
    [
      'with a role of staff',
      async () => {
        const role_id = await buildRole(app.ctx, { guild_id });
        await app.ctx.db
          .insertInto('role_permissions')
          .values({ guild_id, role_id, support: true })
          .execute();
        return buildMember(app.ctx, { guild_id, role_ids: [role_id] });
      },
    ],
  ])('a person %s', async (_, build) => {
    expect(await refusalOf(add(0, await build()))).toEqual(refused);
    expect((await list()).users).toEqual([]);
  });

  test.each([
    [
      'support role',
      async (role_id: string) => {
        await app.ctx.db
          .insertInto('role_permissions')
          .values({ guild_id, role_id, support: true })
          .execute();
      },
    ],
    ['role of a team', (role_id: string) => buildTeam(app.ctx, { guild_id, role_ids: [role_id] })],
    [
      'role with Administrator',
      async (role_id: string) => {
        await app.ctx.db
          .updateTable('guild_roles')
          .set({ permissions: '8' })
          .where('role_id', '=', role_id)
          .execute();
      },
    ],
  ])('a %s', async (_, make) => {
    const role_id = await buildRole(app.ctx, { guild_id });
    await make(role_id);
    expect(await refusalOf(add(1, role_id))).toEqual(refused);
  });

  test('staff of another server are nobody special here', async () => {
    const user_id = await member('sam');
    const other = await buildGuild(app.ctx);
    await buildMember(app.ctx, { guild_id: other.guild_id, user_id, level: 2 });
    expect((await add(0, user_id)).status).toBe(200);
  });

  test('the bot, and an id that is nobody’s', async () => {
    const { application_id } = app.ctx.discord;
    expect(await refusalOf(add(0, application_id))).toEqual([400, 'You cannot blacklist the bot itself.']);
    expect(await refusalOf(add(0, '0'))).toEqual([400, expect.stringContaining('not the id of a person')]);
    expect((await list()).users).toEqual([]);
  });

  test('oneself', async () => {
    expect(await refusalOf(add(0, staff_id))).toEqual([400, 'You cannot blacklist yourself.']);
  });
});

describe('what is refused', () => {
  test('@everyone, and a role that the server does not have', async () => {
    expect((await refusalOf(add(1, guild_id)))[1]).toContain('@everyone');
    const other = await buildGuild(app.ctx);
    const foreign = await buildRole(app.ctx, { guild_id: other.guild_id });
    expect(await refusalOf(add(1, foreign))).toEqual([
      400,
      'This role is not in the server any more. Choose another one.',
    ]);
  });

  test('is said at the field where it was chosen', async () => {
    const { error } = await add(1, guild_id);
    expect(error.fields).toEqual([{ path: 'snowflake', message: error.error }]);
  });

  test.each([
    ['an entity type that is none', { entity_type: 2, snowflake: '1' }, 'Invalid entity type'],
    ['an id that is none', { entity_type: 0, snowflake: 'abc' }, 'snowflake'],
    [
      'an id that is too long, which is said once',
      { entity_type: 0, snowflake: '9'.repeat(23) },
      '"error":"Some of what was sent is not valid: Snowflake: Enter a Discord id: digits only."',
    ],
    ['nothing', {}, 'Invalid entity type'],
  ])('%s', async (_, body, text) => {
    const { status, error } = await app.call('blacklist.add', {
      params: { guild_id },
      body: body as { entity_type: 0; snowflake: string }, // as somebody may send it
      token,
    });
    expect([status, JSON.stringify(error)]).toEqual([400, expect.stringContaining(text)]);
  });

  test.each([
    ['user', 250, 'Blacklist limit (250) reached: consider using a role instead'],
    ['role', 50, 'Blacklist limit (50) reached'],
  ] as const)('more than fit, also when two take the last place at once: %s', async (kind, limit, text) => {
    const ids = Array.from({ length: limit - 1 }, randomId);
    if (kind === 'user')
      await app.ctx.db
        .insertInto('blacklisted_users')
        .values(ids.map((user_id) => ({ guild_id, user_id })))
        .execute();
    else
      await app.ctx.db
        .insertInto('blacklisted_roles')
        .values(ids.map((role_id) => ({ guild_id, role_id })))
        .execute();
    const make = () => (kind === 'user' ? member('mia') : buildRole(app.ctx, { guild_id }));
    const type = kind === 'user' ? 0 : 1;
    const last = [await make(), await make(), await make()];
    const answers = await Promise.all(last.map((id) => add(type, id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    const refusal = answers.find(({ status }) => status === 400)?.error;
    expect([refusal?.error, refusal?.fields]).toEqual([text, [{ path: 'snowflake', message: text }]]);
    const there = last[answers.findIndex(({ status }) => status === 200)] ?? '';
    expect((await add(type, there)).status, 'who is listed already').toBe(200);
  });
});

test('people come thirty a page, and every role on each', async () => {
  const ids = Array.from({ length: 31 }, randomId);
  await app.ctx.db
    .insertInto('blacklisted_users')
    .values(ids.map((user_id, index) => ({ guild_id, user_id, created_at: new Date(index * 1000) })))
    .execute();
  for (const user_id of ids) await buildUser(app.ctx, { user_id });
  const role_id = await buildRole(app.ctx, { guild_id });
  await add(1, role_id);
  const pages = [await list(1), await list(2), await list(3)];
  expect(pages.map(({ users }) => users.length)).toEqual([30, 1, 0]);
  expect(pages.flatMap(({ users }) => users.map(({ id }) => id))).toEqual([...ids].reverse());
  for (const { roles } of pages) expect(roles).toEqual([role_id]);
  const sent = await app.call('blacklist.list', { params: { guild_id }, query: { page: -2 }, token });
  expect(sent.body.users[0]?.id, 'a page that is none is the first').toBe(ids.at(-1));
});

describe('removing', () => {
  test('what is removed is gone, and removing it again is a success', async () => {
    const user_id = await member('mia');
    const role_id = await buildRole(app.ctx, { guild_id });
    await add(0, user_id);
    await add(1, role_id);
    for (let round = 0; round < 2; round++) {
      const user = await app.call('blacklist.remove_user', { params: { guild_id, user_id }, token });
      const role = await app.call('blacklist.remove_role', { params: { guild_id, role_id }, token });
      expect([user.status, role.status]).toEqual([204, 204]);
    }
    expect(await list()).toMatchObject({ users: [], roles: [] });
  });

  test('the list of another server stays as it is', async () => {
    const user_id = await member('mia');
    const other = await buildGuild(app.ctx);
    await app.ctx.db.insertInto('blacklisted_users').values({ guild_id: other.guild_id, user_id }).execute();
    await app.call('blacklist.remove_user', { params: { guild_id, user_id }, token });
    const rows = await app.ctx.db
      .selectFrom('blacklisted_users')
      .where('user_id', '=', user_id)
      .select('guild_id')
      .execute();
    expect(rows).toEqual([{ guild_id: other.guild_id }]);
  });

  test.each<[RouteName, 'user_id' | 'role_id']>([
    ['blacklist.remove_user', 'user_id'],
    ['blacklist.remove_role', 'role_id'],
  ])('%s refuses an id that is none', async (name, param) => {
    const params = { guild_id, [param]: 'abc' } as never; // as somebody may send it
    expect((await app.call(name, { params, token } as never)).status).toBe(400);
  });
});
