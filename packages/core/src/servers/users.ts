import { setTimeout } from 'node:timers/promises';
import { DiscordAPIError } from '@discordjs/rest';
import { deletedUser } from '@tickets/contract/platform/names';
import type { User } from '@tickets/contract/servers/guild';
import { type APIUser, RESTJSONErrorCodes } from 'discord-api-types/v10';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import { storableJson } from '../platform/db/storable.ts';
import { fact } from '../platform/facts.ts';
import { warnUnlessOutage } from '../platform/outages.ts';

export type UserPayload = Pick<APIUser, 'id' | 'username' | 'global_name' | 'avatar' | 'bot'>;

/** How many unknown users one call asks Discord for. The others stay unknown until the next call. */
const fetchesPerCall = 20;
/** Milliseconds that a screen waits for names. */
const waitMax = 300;

/** Remembers names and pictures, in one statement; nothing is written when nothing changed. */
export async function saveUsers(db: Db | Tx, users: readonly UserPayload[]): Promise<void> {
  if (users.length) await savingUsers(users).execute(db);
}

/** As saveUsers(), as a part of another statement. */
export function savingUsers(users: readonly UserPayload[]): RawBuilder<unknown> {
  const rows = users.map((user) => ({
    user_id: user.id,
    username: user.username,
    global_name: user.global_name ?? null,
    avatar: user.avatar ?? null,
    bot: user.bot ?? false,
  }));
  return sql`
    insert into users (user_id, username, global_name, avatar, bot)
    select distinct on (user_id) user_id, username, global_name, avatar, bot
    from jsonb_to_recordset(${storableJson(JSON.stringify(rows))}::jsonb)
      as t(user_id bigint, username text, global_name text, avatar text, bot boolean)
    order by user_id
    on conflict (user_id) do update
    set username = excluded.username, global_name = excluded.global_name, avatar = excluded.avatar,
      bot = excluded.bot, updated_at = clock_timestamp()
    where (users.username, users.global_name, users.avatar, users.bot)
      is distinct from (excluded.username, excluded.global_name, excluded.avatar, excluded.bot)`;
}

/**
 * Names and pictures by id. Those we have not met are asked of Discord and waited for, a limited number a call; someone
 * whom Discord does not know, or does not tell us of now, is missing from the answer.
 */
export async function resolveUsers(ctx: Context, ids: readonly string[]): Promise<Map<string, User>> {
  const { known, asked, done } = await askForMissing(ctx, ids, knownUsers(ctx.db, ids));
  await done;
  return remember(ctx, known, asked);
}

/** Someone's name and picture, as resolveUsers() finds them, read once in a call. */
export const userFor = fact(async (ctx: Context, user_id: string) =>
  (await resolveUsers(ctx, [user_id])).get(user_id),
);

/**
 * As `resolveUsers`, for what is shown on a screen of a server: nobody waits long for a name. Names that come later are
 * kept, and the readers of that server's lists are told to ask again. Whom only an import of that server names goes by that name.
 */
export async function usersSoon(
  ctx: Context,
  guild_id: string,
  ids: readonly string[],
): Promise<Map<string, User>> {
  const { known, asked, done } = await askForMissing(ctx, ids, usersKnownIn(ctx.db, guild_id, ids), () =>
    ctx.discord.mayAskForShow(),
  );
  const isDone = await Promise.race([done.then(() => true), setTimeout(waitMax, false, { ref: false })]);
  const soon = asked.splice(0);
  if (!isDone) void done.then(() => learn(ctx, guild_id, asked));
  return remember(ctx, known, soon);
}

/** `asked` fills with those whom Discord tells us of, until `done`. */
async function askForMissing(
  ctx: Context,
  ids: readonly string[],
  found: Promise<Map<string, User>>,
  mayAsk = () => true,
) {
  const known = await found;
  const missing = [...new Set(ids)]
    .filter((id) => !known.has(id))
    .slice(0, fetchesPerCall)
    .filter(mayAsk);
  const asked: APIUser[] = [];
  const done = Promise.all(
    missing.map(async (id) => {
      const user = await fetchUser(ctx, id);
      if (user) asked.push(user);
    }),
  );
  return { known, asked, done };
}

async function remember(
  ctx: Context,
  known: Map<string, User>,
  users: readonly APIUser[],
): Promise<Map<string, User>> {
  await saveUsers(ctx.db, users);
  for (const user of users) known.set(user.id, toUser({ ...user, user_id: user.id }));
  return known;
}

async function learn(ctx: Context, guild_id: string, users: readonly APIUser[]): Promise<void> {
  if (!users.length) return;
  try {
    await saveUsers(ctx.db, users);
    ctx.events.publish({ type: 'names.learned', guild_id });
  } catch (err) {
    ctx.log.warn({ err, guild_id }, 'names that came late were not kept');
  }
}

/** Names and pictures of those whom we have met. Nobody has met the deleted user, whom everybody knows. */
export function knownUsers(db: Db, ids: readonly string[]): Promise<Map<string, User>> {
  return readUsers(
    db,
    ids,
    sql<UserRow>`select user_id, username, global_name, avatar, bot from users where user_id = any(${ids}::bigint[])`,
  );
}

/** As knownUsers(), and of those whom an import of that server names. What Discord told goes before what an archive says. */
export function usersKnownIn(db: Db, guild_id: string, ids: readonly string[]): Promise<Map<string, User>> {
  return readUsers(
    db,
    ids,
    sql<UserRow>`
      select user_id, username, global_name, avatar, bot from users where user_id = any(${ids}::bigint[])
      union all
      select user_id, username, global_name, avatar, bot from imported_people i
      where guild_id = ${guild_id} and user_id = any(${ids}::bigint[])
        and not exists (select from users u where u.user_id = i.user_id)`,
  );
}

async function readUsers(
  db: Db,
  ids: readonly string[],
  query: RawBuilder<UserRow>,
): Promise<Map<string, User>> {
  if (!ids.length) return new Map();
  const { rows } = await query.execute(db);
  const users = new Map(rows.map((row) => [row.user_id, toUser(row)]));
  if (ids.includes(deletedUser.id))
    users.set(deletedUser.id, toUser({ user_id: deletedUser.id, username: deletedUser.username }));
  return users;
}

type UserRow = Parameters<typeof toUser>[0];

export function toUser(row: {
  user_id: string;
  username: string;
  global_name?: string | null;
  avatar?: string | null;
  bot?: boolean;
}): User {
  return {
    id: row.user_id,
    username: inOneDirection(row.username),
    global_name: row.global_name ? inOneDirection(row.global_name) : null,
    avatar: row.avatar ?? '',
    bot: row.bot ?? false,
  };
}

/**
 * A name without the signs that begin and end another direction of writing. Left open, as a person may choose their name, they turn
 * round the sentence of ours in which the name stands. Arabic and Hebrew need none of them.
 */
export const inOneDirection = (name: string): string => name.replace(/[\u202a-\u202e\u2066-\u2069]/g, '');

async function fetchUser(ctx: Context, id: string): Promise<APIUser | undefined> {
  try {
    return await ctx.discord.user(id);
  } catch (error) {
    const unknown = error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.UnknownUser;
    // A list is worth showing without a name that Discord does not tell at the moment.
    if (!unknown) warnUnlessOutage(ctx.log, error, 'Discord did not tell a user', { user_id: id });
    return undefined;
  }
}
