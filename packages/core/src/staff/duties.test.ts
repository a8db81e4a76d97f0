import {
  buildGuild,
  buildMember,
  buildPanel,
  buildTeam,
  buildTicket,
  randomId,
} from '@tickets/testkit/data/factories';
import { createTestContext } from '@tickets/testkit/worlds/context';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import type { Context } from '../platform/context.ts';
import { endLapsedDuties } from './duties.ts';

/** A claimed ticket in a thread: its claim ends without a word to Discord. */
async function claim(ctx: Context, guild_id: string, claimed_by: string, panel_id: number | null = null) {
  const ticket = await buildTicket(ctx, { guild_id, panel_id, claimed_by, is_thread: true });
  return ticket.ticket_id;
}

async function claimedIn(ctx: Context, guild_id: string) {
  const rows = await ctx.db
    .selectFrom('tickets')
    .where('guild_id', '=', guild_id)
    .where('claimed_by', 'is not', null)
    .select('ticket_id')
    .orderBy('ticket_id')
    .execute();
  return rows.map(({ ticket_id }) => ticket_id);
}

test('claims end of those who are no longer staff for the ticket they claimed, and of nobody else', async () => {
  await using context = await createTestContext();
  const { ctx } = context;
  const { guild_id, owner_id } = await buildGuild(ctx);
  const { guild_id: elsewhere } = await buildGuild(ctx);
  const staff = await buildMember(ctx, { guild_id, level: 1 });
  const former = await buildMember(ctx, { guild_id });
  const gone = await buildMember(ctx, { guild_id, level: 1, present: false });
  const teamed = await buildMember(ctx, { guild_id });
  const team_id = await buildTeam(ctx, { guild_id, user_ids: [teamed] });
  const { panel_id } = await buildPanel(ctx, { guild_id, default_team: false, team_ids: [team_id] });
  const kept = [
    await claim(ctx, guild_id, staff),
    await claim(ctx, guild_id, owner_id, panel_id),
    await claim(ctx, guild_id, teamed, panel_id),
  ];
  await claim(ctx, guild_id, former);
  await claim(ctx, guild_id, gone);
  await claim(ctx, guild_id, staff, panel_id);
  await claim(ctx, guild_id, teamed);
  const foreign = await claim(ctx, elsewhere, former);

  await endLapsedDuties(ctx, { guild_id });
  expect(await claimedIn(ctx, guild_id)).toEqual(kept);
  expect(await claimedIn(ctx, elsewhere)).toEqual([foreign]);
});

test('looking through many guests who are staff asks the database as often as looking through one', async () => {
  await using context = await createTestContext();
  const { ctx } = context;
  const { guild_id } = await buildGuild(ctx);
  const guest = async (kind: 'user' | 'role', member_id: string) => {
    const { ticket_id } = await buildTicket(ctx, { guild_id, is_thread: true });
    const values = { guild_id, ticket_id, member_id, kind, staff_of: 'ticket' };
    await ctx.db.insertInto('ticket_members').values(values).execute();
  };
  const both = async () => {
    await guest('user', await buildMember(ctx, { guild_id, level: 1 }));
    const role_id = randomId();
    await guest('role', role_id);
    await ctx.db.insertInto('role_permissions').values({ guild_id, role_id, support: true }).execute();
  };
  await both();
  const forOne = await queriesOf(() => endLapsedDuties(ctx, { guild_id }));
  for (let n = 0; n < 20; n += 1) await both();
  expect(await queriesOf(() => endLapsedDuties(ctx, { guild_id }))).toBe(forOne);
});

async function queriesOf(work: () => Promise<unknown>): Promise<number> {
  const asked = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    return asked.mock.calls.length;
  } finally {
    asked.mockRestore();
  }
}

test('looking through many claims asks the database as often as looking through one', async () => {
  await using context = await createTestContext();
  const { ctx } = context;
  const { guild_id } = await buildGuild(ctx);
  const look = () => queriesOf(() => endLapsedDuties(ctx, { guild_id }));
  await claim(ctx, guild_id, await buildMember(ctx, { guild_id, level: 1 }));
  const forOne = await look();
  for (let n = 0; n < 20; n += 1) await claim(ctx, guild_id, await buildMember(ctx, { guild_id, level: 1 }));
  expect(await look()).toBe(forOne);
});

test('former staff go from threads however many staff are in them', async () => {
  await using context = await createTestContext();
  const { ctx } = context;
  const { guild_id } = await buildGuild(ctx);
  const { ticket_id } = await buildTicket(ctx, { guild_id });
  const former = await buildMember(ctx, { guild_id });
  const ids = sql`select 1000 + n as user_id from generate_series(1, 2500) n`;
  await sql`insert into guild_members (guild_id, user_id, role_ids, present)
    select ${guild_id}, user_id, '{}', true from (${ids}) ids`.execute(ctx.db);
  await sql`insert into permissions (guild_id, user_id, support)
    select ${guild_id}, user_id, true from (${ids}) ids`.execute(ctx.db);
  await sql`insert into thread_staff (guild_id, ticket_id, user_id)
    select ${guild_id}, ${ticket_id}, user_id from (${ids} union select ${former}::bigint) ids`.execute(
    ctx.db,
  );
  await endLapsedDuties(ctx, { guild_id });
  const left = await ctx.db.selectFrom('thread_staff').select('user_id').execute();
  expect(left).toHaveLength(2500);
  expect(left.map(({ user_id }) => user_id)).not.toContain(former);
});
