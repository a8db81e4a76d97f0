import { AppError } from '@tickets/contract/platform/errors';
import type { Member } from '@tickets/contract/servers/guild';
import { type APIGuildMember, type APIUser, RESTJSONErrorCodes } from 'discord-api-types/v10';
import { sql } from 'kysely';
import { batched } from '../platform/async/batched.ts';
import type { Context } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import { storableJson } from '../platform/db/storable.ts';
import { askDiscord } from '../platform/discord/ask.ts';
import { hasDiscordCode, isRefusal } from '../platform/discord/failures.ts';
import { checkDutiesLater, permissionsChanged, wantDuties } from './duties-later.ts';
import { wantFormerGuestsOut, wantFormerStaffOff } from './membership.ts';
import { saveUsers, savingUsers, toUser, type UserPayload } from './users.ts';

/** Someone in a server. */
export interface Whom {
  guild_id: string;
  user_id: string;
}

export interface GuildMember {
  guild_id: string;
  user_id: string;
  nick: string | null;
  role_ids: string[];
  /** False for someone who is known not to be in the server. */
  present: boolean;
}

/** A member as the cache has them; else as Discord says, and cached. Undefined while the server is unknown. */
export async function getMember(
  ctx: Context,
  guild_id: string,
  user_id: string,
): Promise<GuildMember | undefined> {
  return (await cachedMember(ctx.db, guild_id, user_id)) ?? (await fetchMember(ctx, guild_id, user_id));
}

/** A member as far as we have heard. */
export function cachedMember(db: Db, guild_id: string, user_id: string): Promise<GuildMember | undefined> {
  return db
    .selectFrom('guild_members')
    .where('guild_id', '=', guild_id)
    .where('user_id', '=', user_id)
    .select(['guild_id', 'user_id', 'nick', 'role_ids', 'present'])
    .executeTakeFirst();
}

/**
 * Asks Discord for one member, by the bot that serves the server: another one may not be in it, and would hear that nobody is. What the gateway reported while Discord was answering wins over the answer. */
export async function fetchMember(
  ctx: Context,
  guild_id: string,
  user_id: string,
): Promise<GuildMember | undefined> {
  for (let times = 1; ; times += 1) {
    const asked_at = await databaseTime(ctx.db);
    const found = await askOfMembers(() => ctx.bots.of(guild_id).api.guilds.getMember(guild_id, user_id));
    const users = found?.user ? [found.user] : [];
    await saveMembers(ctx.db, guild_id, [memberRow(user_id, found)], { asked_at, users });
    const known = await cachedMember(ctx.db, guild_id, user_id);
    if (known || times === askedAtMost || !(await wereForgotten(ctx.db, guild_id, asked_at))) return known;
  }
}

/** How often somebody is asked about, while the members of their server are forgotten again and again. */
const askedAtMost = 3;

/** Whether the members of a server were forgotten since: what was asked before does not count. */
async function wereForgotten(db: Db, guild_id: string, since: string): Promise<boolean> {
  const { rows } = await sql`
    select from guilds where guild_id = ${guild_id} and members_forgotten_at > ${since}::timestamptz`.execute(
    db,
  );
  return rows.length > 0;
}

/**
 * As fetchMember(), for many who are asked about at the same time, as after a restart: Discord allows 50 questions a
 * second, and lists up to a thousand members of a server in one. While it is being asked about members of a server,
 * those who come next wait, and share what is asked then.
 */
export function memberFetcher(ctx: Context): (whom: Whom) => Promise<void> {
  const of_guilds = new Map<string, (user_id: string) => Promise<void>>();
  const fetcherOf = (guild_id: string) =>
    batched<string, void>(
      async (user_ids) => {
        await fetchMembers(ctx, guild_id, await unknownOf(ctx.db, guild_id, user_ids));
        return user_ids.map(() => undefined);
      },
      (user_id) => user_id,
    );
  return ({ guild_id, user_id }) => {
    const fetch = of_guilds.get(guild_id) ?? fetcherOf(guild_id);
    of_guilds.set(guild_id, fetch);
    return fetch(user_id);
  };
}

/**
 * Has Discord list those of many people of whom it has told nothing yet, so that getMember() knows each of them without a question of
 * its own. `goOn` is called before each list, and may throw.
 */
export async function meetMembers(
  ctx: Context,
  guild_id: string,
  { user_ids, goOn }: { user_ids: Iterable<string>; goOn?: () => void },
): Promise<void> {
  const sorted = [...new Set(user_ids)].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  for (let from = 0; from < sorted.length; from += listPage) {
    goOn?.();
    const some = sorted.slice(from, from + listPage);
    await fetchMembers(ctx, guild_id, await unknownOf(ctx.db, guild_id, some));
  }
}

/** Those whom nobody has told of yet, not even while they waited. */
async function unknownOf(db: Db, guild_id: string, user_ids: readonly string[]): Promise<string[]> {
  const known = await db
    .selectFrom('guild_members')
    .where('guild_id', '=', guild_id)
    .where('user_id', 'in', [...user_ids])
    .select('user_id')
    .execute();
  const ids = new Set(known.map(({ user_id }) => user_id));
  return user_ids.filter((user_id) => !ids.has(user_id));
}

/** From so many on they are looked for in the list of all members, which is in the order of their ids. */
const listedFrom = 5;
const listPage = 1000;

async function fetchMembers(ctx: Context, guild_id: string, user_ids: readonly string[]): Promise<void> {
  let missing = user_ids.map(BigInt).sort((a, b) => (a < b ? -1 : 1));
  for (let found = missing.length; found >= listedFrom && missing.length >= listedFrom; ) {
    const asked_at = await databaseTime(ctx.db);
    const after = String((missing[0] ?? 0n) - 1n);
    const list = () => ctx.bots.of(guild_id).api.guilds.getMembers(guild_id, { limit: listPage, after });
    const page = (await askOfMembers(list)) ?? [];
    const last = page.at(-1);
    const end = page.length < listPage || !last ? undefined : BigInt(last.user.id);
    const known = new Map(page.map((member) => [member.user.id, member]));
    const told = missing.filter((id) => end === undefined || id <= end).map(String);
    const members = told.map((id) => memberRow(id, known.get(id)));
    await saveUsers(
      ctx.db,
      told.flatMap((id) => known.get(id)?.user ?? []),
    );
    await saveMembers(ctx.db, guild_id, members, { asked_at });
    found = told.length;
    missing = missing.slice(found);
  }
  const met = await Promise.allSettled(missing.map((id) => fetchMember(ctx, guild_id, String(id))));
  // What Discord told of the others is known by now.
  const failed = met.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

/**
 * Discord's word of members: undefined where it knows no such member, or no such person. Every other refusal, as that it shows the bot
 * no such server, tells of the bot alone and counts as a silence.
 */
async function askOfMembers<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await askDiscord(call);
  } catch (error) {
    if (hasDiscordCode(error, RESTJSONErrorCodes.UnknownMember, RESTJSONErrorCodes.UnknownUser))
      return undefined;
    throw isRefusal(error) ? new AppError('discord.unavailable', { cause: error }) : error;
  }
}

/**
 * The time of the database, by which newer is told from older between processes: as PostgreSQL writes it, because a `Date`
 * would lose the microseconds, and be before what happened just then.
 */
export async function databaseTime(db: Db | Tx): Promise<string> {
  const { rows } = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(db);
  if (!rows[0]) throw new Error('the database did not tell the time');
  return rows[0].now;
}

export interface MemberRow extends Pick<GuildMember, 'user_id' | 'nick' | 'role_ids' | 'present'> {
  /** Null where it is not told. */
  joined_at: string | null;
}

export function memberRow(
  user_id: string,
  member: Pick<APIGuildMember, 'nick' | 'roles' | 'joined_at'> | undefined,
): MemberRow {
  return {
    user_id,
    nick: member?.nick ?? null,
    role_ids: member?.roles ?? [],
    present: member !== undefined,
    joined_at: member?.joined_at ?? null,
  };
}

interface SaveOptions {
  asked_at?: string | Date;
  /** When it was heard, by `performance.now()`; just now unless it is given. */
  heard_at?: number | undefined;
  /** Saved with them, in the same statement. */
  users?: readonly UserPayload[];
}

/** For the way to the database, by which the moment would be too late. */
const onTheWayMs = 100;

/** How long ago that was when the statement is sent: it may have waited for a connection. */
const msSince = (moment: number) => ({ toPostgres: () => String(performance.now() - moment) });

/**
 * Writes members of a known server. With `asked_at` (an answer of Discord that was asked for then) only rows that
 * nothing newer has touched, and none where its members were forgotten since. Returns the users whose roles or membership
 * changed; effects look at what they may not do any more, and at what they were named before they left and came back.
 */
export async function saveMembers(
  db: Db | Tx,
  guild_id: string,
  members: readonly MemberRow[],
  { asked_at, heard_at, users = [] }: SaveOptions = {},
): Promise<string[]> {
  if (!members.length) return [];
  // Discord's clock, by which presses are timed, may be ahead of the database's: nothing counts as newer than the moment at which it
  // was heard.
  const heard =
    heard_at === undefined
      ? sql`clock_timestamp()`
      : sql`statement_timestamp() - (${msSince(heard_at)}::float8 + ${onTheWayMs}) * interval '1 millisecond'`;
  const at = asked_at ? sql`least(${asked_at}::timestamptz, ${heard})` : sql`clock_timestamp()`;
  // Locked, so that they are not forgotten just now either.
  const counts = asked_at ? sql`and coalesce(g.members_forgotten_at <= ${at}, true)` : sql``;
  const locked = asked_at ? sql`for share of g` : sql``;
  const { rows } = await sql<{ user_id: string }>`
    with new as (
      select distinct on (user_id) user_id, nick, role_ids, present, joined_at
      from jsonb_to_recordset(${storableJson(JSON.stringify(members))}::jsonb)
        as t(user_id bigint, nick text, role_ids bigint[], present boolean, joined_at timestamptz)
    ), old as (
      select m.user_id, m.role_ids, m.present, m.joined_at from guild_members m join new using (user_id)
      where m.guild_id = ${guild_id}
    ), saved as (
      insert into guild_members (guild_id, user_id, nick, role_ids, present, joined_at, updated_at)
      select g.guild_id, new.user_id, new.nick, new.role_ids, new.present, new.joined_at,
        ${at}
      from new join guilds g on g.guild_id = ${guild_id} ${counts}
      order by new.user_id ${locked}
      on conflict (guild_id, user_id) do update
      set nick = excluded.nick, role_ids = excluded.role_ids, present = excluded.present, updated_at = excluded.updated_at,
        joined_at = coalesce(excluded.joined_at, case when excluded.present then guild_members.joined_at end)
      where guild_members.updated_at <= excluded.updated_at
      returning user_id, role_ids, present, joined_at
    ), changed as (
      select saved.user_id from saved left join old using (user_id)
      where old.user_id is null or (old.role_ids, old.present) is distinct from (saved.role_ids, saved.present)
        or old.joined_at <> saved.joined_at
    ), met as (${savingUsers(users)}
    ), lapse as (${wantDuties(guild_id, sql`select user_id from changed`)}
    ), former as (${wantFormerStaffOff(guild_id, sql`saved`)}
    ), guests as (${wantFormerGuestsOut(guild_id, sql`saved`)})
    select user_id, (select count(*) from lapse), (select count(*) from former), (select count(*) from guests)
    from changed`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/**
 * Takes in what was told of members, by whatever way it came first: to all who tell the same later it is no change any
 * more.
 */
export async function hearOfMembers(
  ctx: Pick<Context, 'db' | 'events'>,
  guild_id: string,
  members: readonly MemberRow[],
  options: SaveOptions = {},
): Promise<void> {
  const changed = await saveMembers(ctx.db, guild_id, members, options);
  for (const user_id of changed) ctx.events.publish({ type: 'access.changed', guild_id, user_id });
}

/** What a member event carries. */
export type MemberPayload = Pick<APIGuildMember, 'nick' | 'roles' | 'joined_at'> & { user: APIUser };

/** A member joined or changed, as the gateway reports it. */
export async function upsertMember(ctx: Context, guild_id: string, member: MemberPayload): Promise<void> {
  await hearOfMembers(ctx, guild_id, [memberRow(member.user.id, member)], { users: [member.user] });
  if (member.user.id === ctx.discord.user_id) await permissionsChanged(ctx.db, guild_id);
}

/** A member left, as the gateway reports it. */
export async function removeMember(ctx: Context, guild_id: string, user_id: string): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    await saveMembers(tx, guild_id, [memberRow(user_id, undefined)]);
    await checkDutiesLater(tx, guild_id, [user_id]);
  });
  ctx.events.publish({ type: 'access.changed', guild_id, user_id });
}

/** Members whose name or nickname begins with the words, as Discord finds them; without words the first hundred. */
export async function searchMembers(ctx: Context, guild_id: string, words: string): Promise<Member[]> {
  // Where names are shown as @name they are typed so, too.
  const query = words.trim().replace(/^@/, '');
  if (Buffer.byteLength(query) > 32) throw new AppError('members.query_invalid');
  const asked_at = await databaseTime(ctx.db);
  const { guilds } = ctx.discord.api;
  const found = await askDiscord<APIGuildMember[]>(() =>
    query
      ? guilds.searchForMembers(guild_id, { query, limit: 100 })
      : guilds.getMembers(guild_id, { limit: 100 }),
  );
  const rows = found.map((member) => memberRow(member.user.id, member));
  await saveUsers(
    ctx.db,
    found.map(({ user }) => user),
  );
  await hearOfMembers(ctx, guild_id, rows, { asked_at });
  return found.map(({ user, nick, roles }) => ({
    user: { ...toUser({ ...user, user_id: user.id }), discriminator: user.discriminator },
    nick: nick ?? null,
    roles,
  }));
}

/**
 * What happened in these servers may have been missed: members are forgotten, and asked for again when needed; everything else is
 * compared with Discord. The database does the same where another bot begins to serve a server.
 */
export async function eventsMissed(
  ctx: Pick<Context, 'db' | 'events'>,
  guild_ids: readonly string[],
): Promise<void> {
  await sql`select events_missed(guild_id) from guilds where guild_id = any(${guild_ids}::bigint[]) order by guild_id`.execute(
    ctx.db,
  );
  for (const guild_id of guild_ids) ctx.events.publish({ type: 'access.changed', guild_id });
}
