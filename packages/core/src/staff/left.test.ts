import { callOf } from '@tickets/testkit/data/access';
import { buildGuild, buildMember, buildTeam, randomId } from '@tickets/testkit/data/factories';
import { createTestContext, type TestContext } from '@tickets/testkit/worlds/context';
import { settleAll } from '@tickets/testkit/worlds/effects';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadAccess } from '../access/load.ts';
import { transact } from '../platform/events/events.ts';
import { hearOfMembers, memberRow } from '../servers/members.ts';
import { addToTeam } from '../teams/members.ts';
import { takeOffFormerStaff } from './left.ts';
import { addStaff } from './staff.ts';

const minute = 60_000;
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * minute).toISOString();

let context: TestContext;
let guild_id: string;
let user_id: string;
let team_id: number;
beforeAll(async () => {
  context = await createTestContext();
});
afterAll(() => context[Symbol.asyncDispose]());
/** An administrator of the default team and of another, each by name. */
beforeEach(async () => {
  ({ guild_id } = await buildGuild(context.ctx));
  user_id = await buildMember(context.ctx, { guild_id });
  team_id = await buildTeam(context.ctx, { guild_id, name: 'Billing', user_ids: [user_id] });
  await context.ctx.db
    .insertInto('permissions')
    .values({ guild_id, user_id, admin: true, support: true })
    .execute();
});

/** What Discord says of somebody who is there: since when. */
const hear = (joined_at: string | null, role_ids: string[] = []) =>
  hearOfMembers(context.ctx, guild_id, [memberRow(user_id, { roles: role_ids, joined_at })]);
const access = () => loadAccess(context.ctx, guild_id, user_id);
const entries = () =>
  context.ctx.db
    .selectFrom('audit_entries')
    .where('about_user_id', '=', user_id)
    .select(['source', 'because', 'before'])
    .orderBy('entry_id')
    .execute();
const takenOff = ['Administrators', 'Default', 'Billing'].map((team) => ({
  source: 'system',
  because: 'they left the server and came back',
  before: { kind: 'user', team },
}));
const nobody = { level: 0, is_member: true, team_ids: [], is_default_team: false };
const wholeStaff = () => ({ level: 2, team_ids: [team_id], is_default_team: true });
const nameAgain = async () => {
  await addStaff(callOf(context.ctx), { guild_id, kind: 'user', id: user_id }, 'admin');
  await addToTeam(callOf(context.ctx), team_id, { guild_id, kind: 'user', id: user_id });
};

describe('somebody who left and came back while nobody heard it', () => {
  test('is nobody from the moment at which their joining is heard of, and taken off the staff with entries in the audit log', async () => {
    const heard: unknown[] = [];
    const end = context.ctx.events.subscribe((event) => heard.push(event));
    await hear(inMinutes(-600));
    expect(await access()).toMatchObject(wholeStaff());
    heard.length = 0;
    await hear(inMinutes(60));
    expect(await access()).toMatchObject(nobody);
    expect(heard).toContainEqual({ type: 'access.changed', guild_id, user_id });
    end();
    await settleAll(context.ctx);
    expect(await entries()).toEqual(takenOff);
    expect(await context.ctx.db.selectFrom('permissions').where('user_id', '=', user_id).execute()).toEqual(
      [],
    );
    await hear(inMinutes(60));
    await settleAll(context.ctx);
    expect(await entries()).toHaveLength(3);
  });

  test('is taken off once, also by two processes at the same time', async () => {
    await hear(inMinutes(60));
    const target = { guild_id, kind: 'user', id: user_id } as const;
    const takeOff = () => transact(context.ctx, (tx, emit) => takeOffFormerStaff(tx, emit, target));
    await Promise.all([takeOff(), takeOff(), takeOff(), settleAll(context.ctx)]);
    expect(await entries()).toEqual(takenOff);
  });

  test('keeps what their roles give', async () => {
    const role_id = randomId();
    await context.ctx.db.insertInto('guild_roles').values({ guild_id, role_id, name: 'Helpers' }).execute();
    await context.ctx.db
      .insertInto('role_permissions')
      .values({ guild_id, role_id, support: true })
      .execute();
    await hear(inMinutes(60), [role_id]);
    expect(await access()).toMatchObject({ ...nobody, level: 1, is_default_team: true });
  });

  test('is staff once an administrator names them again, and stays it', async () => {
    await hear(inMinutes(60));
    await nameAgain();
    expect(await access()).toMatchObject({ level: 2, team_ids: [team_id], is_default_team: false });
    await hear(inMinutes(60));
    await settleAll(context.ctx);
    expect(await access()).toMatchObject({ level: 2, team_ids: [team_id], is_default_team: false });
  });
});

describe('nobody else loses their place', () => {
  test('who is named right after joining, where the clock of the database is behind that of Discord', async () => {
    await context.ctx.db.deleteFrom('permissions').where('user_id', '=', user_id).execute();
    await context.ctx.db.deleteFrom('support_team_users').where('user_id', '=', user_id).execute();
    // Heard of before they are named: by any difference.
    await hear(inMinutes(24 * 60));
    await nameAgain();
    await hear(inMinutes(24 * 60));
    await settleAll(context.ctx);
    expect(await access()).toMatchObject({ level: 2, team_ids: [team_id] });
  });

  test('who is named before their joining is heard of, where the clocks differ by four minutes', async () => {
    await hear(inMinutes(4));
    await settleAll(context.ctx);
    expect(await access()).toMatchObject(wholeStaff());
  });

  test.each([
    ['whose joining Discord does not tell', null],
    ['who joined before', '2020-01-01T00:00:00.123456+00:00'],
  ])('%s', async (_who, joined_at) => {
    await hear(joined_at);
    await settleAll(context.ctx);
    expect(await access()).toMatchObject(wholeStaff());
    expect(await entries()).toEqual([]);
  });

  test('who is heard of without their joining after it was told', async () => {
    await hear('2020-01-01T00:00:00.123456+00:00');
    await hear(null);
    const { rows } = await sql<{ since: string }>`
      select joined_at at time zone 'utc' as since from guild_members where user_id = ${user_id}`.execute(
      context.ctx.db,
    );
    expect(JSON.stringify(rows)).toContain('2020-01-01');
    expect(await access()).toMatchObject(wholeStaff());
  });
});
