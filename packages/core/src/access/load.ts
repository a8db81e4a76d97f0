import { AppError } from '@tickets/contract/platform/errors';
import { type RawBuilder, sql } from 'kysely';
import { batched } from '../platform/async/batched.ts';
import type { Context } from '../platform/context.ts';
import { isUnanswered } from '../platform/discord/ask.ts';
import { fetchMember, memberFetcher, type Whom } from '../servers/members.ts';
import { isOfEarlierMembership } from '../servers/membership.ts';
import { type Access, type AccessFacts, accessOf } from './access.ts';
import { serversOpenTo } from './product-team.ts';

interface Row {
  username: string | null;
  owner_id: string;
  member: boolean | null;
  role_ids: string[] | null;
  is_override_staff: boolean;
  administrator_role_ids: string[];
  user_admin: boolean | null;
  user_support: boolean | null;
  role_entries: { role_id: string; admin: boolean; support: boolean }[];
  user_team_ids: number[];
  role_teams: { team_id: number; role_id: string }[];
}

/**
 * Who someone is in a server. Undefined when the bot is not in that server. One statement; the first time that
 * someone is seen in a server, Discord is asked whether they are a member.
 */
export function loadAccess(ctx: Context, guild_id: string, user_id: string): Promise<Access | undefined> {
  const asks = {
    read: (whom: Whom) => readRow(ctx, whom),
    fetch: (whom: Whom) => fetchMember(ctx, whom.guild_id, whom.user_id),
  };
  return accessBy(asks, { guild_id, user_id });
}

/** A bot of ours is in a server, and hears nothing there until it is given another token. Who is who is known again then. */
export class NotHeard extends Error {}

/** As loadAccess(), for work that can wait: throws NotHeard where a bot is in the server and hears nothing. */
export async function accessForWork(
  ctx: Context,
  guild_id: string,
  user_id: string,
): Promise<Access | undefined> {
  const access = await loadAccess(ctx, guild_id, user_id);
  if (access) return access;
  const { rows } =
    await sql`select from bot_guilds where guild_id = ${guild_id} and is_trusted limit 1`.execute(ctx.db);
  if (rows.length) throw new NotHeard('no bot hears the server just now');
  return undefined;
}

/** Who someone is by what is written down, also in a server that counts as left. */
export async function knownAccess(ctx: Context, { guild_id, user_id }: Whom): Promise<Access | undefined> {
  const { rows } =
    await sql<Row>`select ${facts(ctx, sql`${user_id}::bigint`)} where g.guild_id = ${guild_id}`.execute(
      ctx.db,
    );
  return rows[0] && accessOf(factsOf(rows[0], { guild_id, user_id }));
}

/** As loadAccess(), for many who are asked about at the same time: they share statements. */
export function accessLoader(ctx: Context): (whom: Whom) => Promise<Access | undefined> {
  const read = batched<Whom, Row | undefined>(
    (all) => readRows(ctx, all),
    ({ guild_id, user_id }) => `${guild_id}/${user_id}`,
  );
  const asks = { read, fetch: memberFetcher(ctx) };
  return (whom) => accessBy(asks, whom);
}

/** As loadAccessFacts(), of a made-up member who has these roles and is nobody. */
export async function loadRoleFacts(
  ctx: Context,
  guild_id: string,
  role_ids: readonly string[],
): Promise<AccessFacts | undefined> {
  const { rows } = await sql<Row>`
    select ${facts(ctx, sql`0::bigint`, sql`(select true as present, ${role_ids}::bigint[] as role_ids, null::timestamptz as joined_at) m on true`)}
    where g.guild_id = ${guild_id} and g.left_at is null`.execute(ctx.db);
  return rows[0] && factsOf(rows[0], { guild_id, user_id: '0' });
}

/** The access that each of these roles alone gives. One statement for all of them. */
export async function roleAccess(
  ctx: Context,
  guild_id: string,
  role_ids: readonly string[],
): Promise<(role_id: string) => Access | undefined> {
  const all = role_ids.length ? await loadRoleFacts(ctx, guild_id, role_ids) : undefined;
  return (role_id) => {
    const isIts = (one: { role_id: string }) => one.role_id === role_id;
    return (
      all &&
      accessOf({
        ...all,
        role_ids: [role_id],
        administrator_role_ids: all.administrator_role_ids.filter((id) => id === role_id),
        role_entries: all.role_entries.filter(isIts),
        role_teams: all.role_teams.filter(isIts),
      })
    );
  };
}

/** What decides who someone is in a server, for whoever explains it. */
export function loadAccessFacts(
  ctx: Context,
  guild_id: string,
  user_id: string,
): Promise<AccessFacts | undefined> {
  const asks = {
    read: (whom: Whom) => readRow(ctx, whom),
    fetch: (whom: Whom) => fetchMember(ctx, whom.guild_id, whom.user_id),
  };
  return factsBy(asks, { guild_id, user_id });
}

async function accessBy(asks: Asks, whom: Whom): Promise<Access | undefined> {
  const found = await factsBy(asks, whom);
  return found && accessOf(found);
}

interface Asks {
  read(whom: Whom): Promise<Row | undefined>;
  fetch(whom: Whom): Promise<unknown>;
}

async function factsBy({ read, fetch }: Asks, whom: Whom): Promise<AccessFacts | undefined> {
  const { user_id } = whom;
  let row = await read(whom);
  if (!row) return undefined;
  // The owner need not wait for Discord. Whom an override lets in may be an administrator of the server as well.
  if (row.member === null && user_id !== row.owner_id) {
    try {
      await fetch(whom);
    } catch (error) {
      // They are let in all the same, and until Discord answers as nobody of the server.
      if (!row.is_override_staff || !isUnanswered(error)) throw error;
    }
    row = await read(whom);
    if (!row) return undefined;
  }
  return factsOf(row, whom);
}

function factsOf(row: Row, { guild_id, user_id }: Whom): AccessFacts {
  return {
    guild_id,
    user_id,
    username: row.username ?? user_id,
    owner_id: row.owner_id,
    is_override_staff: row.is_override_staff,
    is_member: row.member ?? false,
    role_ids: row.role_ids ?? [],
    administrator_role_ids: row.administrator_role_ids,
    user_entry: { admin: row.user_admin ?? false, support: row.user_support ?? false },
    role_entries: row.role_entries,
    user_team_ids: row.user_team_ids,
    role_teams: row.role_teams,
  };
}

/** Whether someone may learn that the bot is in a server. For everyone else there is no such server. */
export function mayKnowOf(access: Access | undefined): access is Access {
  return access !== undefined && (access.is_member || access.level > 0);
}

/** Refuses someone below a level: like an unknown server when they are not in it, plainly when they are. */
export function requireLevel(access: Access | undefined, level: 1 | 2): Access {
  if (!mayKnowOf(access)) throw new AppError('guild.not_found');
  if (access.level < level) throw new AppError('permission.denied');
  return access;
}

/** A member as Discord tells them together with what they did. */
export interface ToldMember {
  roles: readonly string[];
  joined_at?: string | null;
}

/**
 * What accessOfRow() needs to know of somebody, as a part of a statement that reads more. `told` counts before what is
 * kept of them. Nothing is asked of Discord: who is unknown is no member.
 */
export function selectAccessRow(
  ctx: Context,
  guild_id: RawBuilder<unknown>,
  { user_id, told }: { user_id: string; told?: ToldMember | undefined },
): RawBuilder<unknown> {
  const member =
    told &&
    sql`(select true as present, ${told.roles}::bigint[] as role_ids, ${told.joined_at ?? null}::timestamptz as joined_at) m on true`;
  return sql`select ${facts(ctx, sql`${user_id}::bigint`, member)} where g.guild_id = ${guild_id} and g.left_at is null`;
}

export type AccessRow = Row;

export const accessOfRow = (row: AccessRow, whom: Whom): Access => accessOf(factsOf(row, whom));

async function readRow(ctx: Context, { guild_id, user_id }: Whom): Promise<Row | undefined> {
  const { rows } = await sql<Row>`${selectAccessRow(ctx, sql`${guild_id}`, { user_id })}`.execute(ctx.db);
  return rows[0];
}

/** In the order of the questions. */
async function readRows(ctx: Context, all: readonly Whom[]): Promise<(Row | undefined)[]> {
  const guilds = all.map(({ guild_id }) => guild_id);
  const users = all.map(({ user_id }) => user_id);
  const { rows } = await sql<Row & { place: string }>`
    select w.place, f.* from unnest(${guilds}::bigint[], ${users}::bigint[]) with ordinality as w (guild_id, user_id, place)
    cross join lateral (
      select ${facts(ctx, sql`w.user_id`)}
      where g.guild_id = w.guild_id and g.left_at is null) f`.execute(ctx.db);
  const found = new Map(rows.map((row) => [Number(row.place) - 1, row]));
  return all.map((_, index) => found.get(index));
}

/** Columns and tables of a Row, for the person that an expression names; `member` tells their roles. */
function facts(
  ctx: Context,
  user_id: RawBuilder<unknown>,
  member = sql`guild_members m on m.guild_id = g.guild_id and m.user_id = ${user_id}`,
): RawBuilder<unknown> {
  return sql`u.username, g.owner_id, m.present as member, m.role_ids,
      (g.guild_id in (${serversOpenTo(ctx, user_id)})) as is_override_staff,
      array(select r.role_id from guild_roles r
        where r.guild_id = g.guild_id and r.permissions & 8 <> 0
          and (r.role_id = any(m.role_ids) or r.role_id = g.guild_id)
        order by r.position desc, r.role_id) as administrator_role_ids,
      p.admin as user_admin, p.support as user_support,
      coalesce((select json_agg(json_build_object('role_id', rp.role_id::text, 'admin', rp.admin, 'support', rp.support)
          order by rp.role_id)
        from role_permissions rp where rp.guild_id = g.guild_id and rp.role_id = any(m.role_ids)), '[]') as role_entries,
      array(select tu.team_id from support_teams t join support_team_users tu using (team_id)
        where t.guild_id = g.guild_id and tu.user_id = ${user_id}
          and not ${isOfEarlierMembership(sql`tu.added_at`, sql`m.joined_at`)} order by tu.team_id) as user_team_ids,
      coalesce((select json_agg(json_build_object('team_id', tr.team_id, 'role_id', tr.role_id::text) order by tr.team_id, tr.role_id)
        from support_teams t join support_team_roles tr using (team_id)
        where t.guild_id = g.guild_id and tr.role_id = any(m.role_ids)), '[]') as role_teams
    from guilds g
    left join ${member}
    left join users u on u.user_id = ${user_id}
    left join permissions p on p.guild_id = g.guild_id and p.user_id = ${user_id}
      and not ${isOfEarlierMembership(sql`p.added_at`, sql`m.joined_at`)}`;
}
