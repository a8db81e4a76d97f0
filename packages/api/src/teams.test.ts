import { startTestApp, type TestApp } from '@tickets/testkit/app';
import { buildGuild, buildSession, buildTeam } from '@tickets/testkit/factories';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('the named teams of a server are listed, oldest first, and those of others are not', async () => {
  const { guild_id, owner_id } = await buildGuild(app.ctx);
  const other = await buildGuild(app.ctx);
  const token = await buildSession(app.ctx, owner_id);
  const list = async () => (await app.call('teams.list', { params: { guild_id }, token })).body;
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
