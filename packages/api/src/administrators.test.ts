import type { RouteName } from '@tickets/contract/route-paths';
import { buildGuild, buildMember, buildRole, buildSession, buildUser } from '@tickets/testkit/data/factories';
import { type Called, startTestApp, type TestApp } from '@tickets/testkit/worlds/app';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let app: TestApp;
let guild_id: string;
let token: string;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  const guild = await buildGuild(app.ctx);
  ({ guild_id } = guild);
  // Somebody whose name is asked of Discord, which is not there, is none that these tests are about.
  await buildUser(app.ctx, { user_id: guild.owner_id, username: 'olga' });
  token = await buildSession(app.ctx, guild.owner_id);
});

async function person(username: string, level: 0 | 1 | 2 = 0): Promise<string> {
  const { user_id } = await buildUser(app.ctx, { username });
  return buildMember(app.ctx, { guild_id, user_id, level });
}
const session = (user_id: string) => buildSession(app.ctx, user_id);
const refusalOf = async (answer: Promise<Pick<Called<RouteName>, 'status' | 'error'>>) => {
  const { status, error } = await answer;
  return [status, error.error];
};

const admins = async () => (await app.call('staff.administrators', { params: { guild_id }, token })).body;
const changeAdmin =
  (route: 'staff.add_administrator' | 'staff.remove_administrator') =>
  (type: 0 | 1, member_id: string, by = token) =>
    app.call(route, { params: { guild_id, member_id }, query: { type }, token: by });
const addAdmin = changeAdmin('staff.add_administrator');
const removeAdmin = changeAdmin('staff.remove_administrator');

test('administrators are the owner first, then people, then roles, and no support staff', async () => {
  const [ada, role_id] = [await person('ada'), await buildRole(app.ctx, { guild_id, name: 'Bosses' })];
  await person('sam', 1);
  expect((await addAdmin(1, role_id)).body).toEqual({ success: true });
  expect((await addAdmin(0, ada)).body).toEqual({ success: true });
  expect(await admins()).toMatchObject([
    { type: 0, is_owner: true },
    { id: ada, type: 0, name: 'ada', is_owner: false },
    { id: role_id, type: 1, name: 'Bosses', is_owner: false },
  ]);
  expect((await removeAdmin(0, ada)).status).toBe(200);
  expect((await removeAdmin(1, role_id)).status).toBe(200);
  expect(await admins()).toHaveLength(1);
});

test('administrators are added and removed by each other, but never oneself, nor the owner', async () => {
  const [ada, ann] = [await person('ada', 2), await person('ann', 2)];
  const hers = await session(ada);
  const [owner] = await admins();
  expect(await refusalOf(removeAdmin(0, ada, hers))).toEqual([
    400,
    'You cannot remove yourself. Ask another administrator to do it.',
  ]);
  expect(await refusalOf(removeAdmin(0, owner?.id ?? '', hers))).toEqual([
    400,
    'The owner of the server always stays on its staff.',
  ]);
  expect((await removeAdmin(0, ann, hers)).status).toBe(200);
  expect((await admins()).map(({ id }) => id)).toEqual([owner?.id, ada]);
});

test('administrators are neither @everyone, nor who has left', async () => {
  expect(await refusalOf(addAdmin(1, guild_id))).toEqual([400, expect.stringContaining('@everyone')]);
  const gone = await buildMember(app.ctx, { guild_id, present: false });
  expect(await refusalOf(addAdmin(0, gone))).toEqual([
    400,
    'This person is not in the server. Choose one of its members.',
  ]);
});
