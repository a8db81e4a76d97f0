import { randomBytes } from 'node:crypto';
import type { Context } from '@tickets/core/platform/context';
import { buildGuild, randomId } from '../data/factories.ts';
import type { Random } from '../data/random.ts';

/** A server made at random, in which people have access in all the ways that there are. */
export interface AccessWorld {
  guild_id: string;
  /** Members, people who left, and some of the product's own staff. */
  people: string[];
  roles: string[];
  /** Roles of each of the people who are in the server. */
  rolesOf: ReadonlyMap<string, readonly string[]>;
  open: number[];
  closed: number[];
}

interface Size {
  people: number;
  open: number;
  closed: number;
}

const some = <T>(random: Random, list: readonly T[], probability: number) =>
  list.filter(() => random.chance(probability));

/** Levels by name, by role and by team; panels of all kinds; tickets with and without panel, claimed, with people let in. */
export async function buildAccessWorld(
  ctx: Context,
  random: Random,
  size: Size = { people: 9, open: 14, closed: 0 },
): Promise<AccessWorld> {
  const { db } = ctx;
  const { guild_id, owner_id } = await buildGuild(ctx);
  const ids = (count: number) => Array.from({ length: count }, randomId);
  const roles = ids(4);
  const comers = ids(2);
  const people = [...ids(size.people), ...comers, owner_id];
  const members = people.map((user_id) => ({
    guild_id,
    user_id,
    role_ids: comers.includes(user_id) ? [] : some(random, roles, 0.3),
    present: comers.includes(user_id) ? random.chance(0.5) : random.chance(0.9),
  }));
  const levels = people
    .filter((user_id) => !comers.includes(user_id) && user_id !== owner_id)
    .map((user_id) => ({ guild_id, user_id, level: random.pick([0, 0, 1, 1, 2]) }))
    .filter(({ level }) => level > 0)
    .map(({ level, ...whom }) => ({ ...whom, admin: level === 2, support: level === 1 }));
  const insertAll = async <T>(rows: readonly T[], insert: (rows: T[]) => { execute(): Promise<unknown> }) =>
    rows.length ? insert([...rows]).execute() : undefined;

  const support_can_view = random.chance(0.4);
  await db
    .insertInto('guild_settings')
    .values({ guild_id, support_can_view, support_can_type: support_can_view && random.chance(0.5) })
    .execute();
  await insertAll(roles, (list) =>
    db.insertInto('guild_roles').values(
      list.map((role_id, index) => ({
        guild_id,
        role_id,
        name: `role ${index}`,
        // One of some servers is Discord's Administrator.
        permissions: index === 3 && random.chance(0.3) ? '8' : '0',
      })),
    ),
  );
  await insertAll(members, (list) => db.insertInto('guild_members').values(list));
  await insertAll(levels, (list) => db.insertInto('permissions').values(list));
  await db
    .insertInto('role_permissions')
    .values({ guild_id, role_id: String(roles[0]), support: true, admin: random.chance(0.1) })
    .execute();
  await insertAll(some(random, people, 0.3), (list) =>
    db.insertInto('bot_staff').values(list.map((user_id) => ({ user_id }))),
  );
  if (random.chance(0.7)) {
    const expires_at = new Date(Date.now() + (random.chance(0.4) ? 1 : -1) * 3_600_000);
    await db.insertInto('staff_overrides').values({ guild_id, expires_at }).execute();
  }

  const teams = await db
    .insertInto('support_teams')
    .values([1, 2, 3].map((n) => ({ guild_id, name: `team ${n}` })))
    .returning('team_id')
    .execute();
  await insertAll(
    teams.flatMap(({ team_id }) => some(random, people, 0.2).map((user_id) => ({ team_id, user_id }))),
    (list) => db.insertInto('support_team_users').values(list),
  );
  await insertAll(
    teams.flatMap(({ team_id }) => some(random, roles, 0.3).map((role_id) => ({ team_id, role_id }))),
    (list) => db.insertInto('support_team_roles').values(list),
  );
  const panels = await db
    .insertInto('panels')
    .values(
      [1, 2, 3, 4, 5].map((n) => ({
        guild_id,
        custom_id: randomBytes(15).toString('hex'),
        title: `Panel ${n}`,
        content: 'Press',
        colour: 1,
        channel_id: randomId(),
        button_label: 'Help',
        default_team: random.chance(0.5),
      })),
    )
    .returning('panel_id')
    .execute();
  await insertAll(
    panels.flatMap(({ panel_id }) => some(random, teams, 0.4).map(({ team_id }) => ({ panel_id, team_id }))),
    (list) => db.insertInto('panel_teams').values(list),
  );

  const numbers = Array.from({ length: size.open + size.closed }, (_, index) => index + 1);
  const [open, closed] = [numbers.slice(0, size.open), numbers.slice(size.open)];
  const tickets = numbers.map((ticket_id) => ({
    guild_id,
    ticket_id,
    status: open.includes(ticket_id) ? ('open' as const) : ('closed' as const),
    has_transcript: !open.includes(ticket_id),
    opener_id: random.pick(people),
    panel_id: random.pick([null, ...panels.map(({ panel_id }) => panel_id)]),
    claimed_by: random.chance(0.6) ? random.pick(people) : null,
    source: 'panel' as const,
    interaction_id: randomId(),
    subject: 'Help',
    channel_id: randomId(),
    channel_name: `ticket-${ticket_id}`,
  }));
  await insertAll(tickets, (list) => db.insertInto('tickets').values(list));
  await db.deleteFrom('panels').where('guild_id', '=', guild_id).where('title', '=', 'Panel 5').execute();
  await insertAll(
    numbers.flatMap((ticket_id) =>
      some(random, [...people, ...roles], 0.05).map((member_id) => ({
        guild_id,
        ticket_id,
        member_id,
        kind: people.includes(member_id) ? ('user' as const) : ('role' as const),
      })),
    ),
    (list) => db.insertInto('ticket_members').values(list),
  );
  const rolesOf = new Map(members.filter(({ present }) => present).map((one) => [one.user_id, one.role_ids]));
  return { guild_id, people, roles, rolesOf, open, closed };
}
