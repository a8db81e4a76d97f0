import { AppError } from '@tickets/contract/platform/errors';
import type { Emoji, GuildDetail, Role } from '@tickets/contract/servers/guild';
import type { APIEmoji, APIGuild, APIRole, GatewayGuildCreateDispatchData } from 'discord-api-types/v10';
import { sql } from 'kysely';
import type { Context } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import { botIdOf } from '../platform/discord/bots.ts';
import { botIn } from './bot-in.ts';
import { refreshChannels, replaceChannels } from './channels.ts';
import { checkDutiesLater, permissionsChanged } from './duties-later.ts';
import { databaseTime } from './members.ts';

/** Takes over a server as the gateway tells it: all its channels, roles and emojis, in one transaction. */
export async function syncGuild(
  ctx: Context,
  guild: Pick<
    GatewayGuildCreateDispatchData,
    'id' | 'name' | 'icon' | 'owner_id' | 'preferred_locale' | 'channels' | 'roles' | 'emojis' | 'joined_at'
  >,
): Promise<void> {
  const { changed, bots } = await ctx.db.transaction().execute(async (tx) => {
    const isNew = await addGuild(tx, guild);
    const { before, now } = await joinGuild(tx, ctx, guild.id);
    const bots = before.served_by !== now.served_by || before.is_left !== now.is_left;
    let changed = isNew || bots;
    // Where another bot of ours tells of this server, what this one says may be older.
    if (now.is_left || now.served_by === botIdOf(ctx)) {
      await noteHeard(tx, guild.id);
      if (await saveGuild(tx, guild, guild.joined_at)) changed = true;
      await replaceChannels(tx, guild.id, guild.channels);
      await sql`update guilds set channels_changed_at = clock_timestamp() where guild_id = ${guild.id}`.execute(
        tx,
      );
      if (await replaceRolesAndEmojis(tx, guild)) changed = true;
    }
    if (changed) await permissionsChanged(tx, guild.id);
    return { changed, bots };
  });
  if (bots) ctx.events.publish({ type: 'bots.changed' });
  if (changed) ctx.events.publish({ type: 'access.changed', guild_id: guild.id });
}

/** Returns whether permissions of a role changed, or roles went. */
async function replaceRolesAndEmojis(
  tx: Tx,
  { id, roles, emojis }: Pick<APIGuild, 'id' | 'roles' | 'emojis'>,
): Promise<boolean> {
  const changed = await saveRoles(tx, id, roles, { replace: true });
  await dropMentionsOfMissingRoles(tx, id);
  await dropStaffOfMissingRoles(tx, id);
  await replaceEmojis(tx, id, emojis);
  return changed;
}

/** Takes over a server as Discord tells it when it is asked, for what no gateway event told. */
export async function syncServer(ctx: Context, guild_id: string): Promise<void> {
  let changed: boolean | 'outdated' = 'outdated';
  for (let times = 0; changed === 'outdated'; times += 1) {
    if (times === askedAtMost)
      throw new Error('the gateway told of a server each time that Discord was asked of it');
    const asked_at = await databaseTime(ctx.db);
    const guild = await ctx.discord.api.guilds.get(guild_id);
    changed = await ctx.db.transaction().execute(async (tx) => {
      if (await wasHeardSince(tx, guild_id, asked_at)) return 'outdated';
      const owner = await saveGuild(tx, guild);
      const roles = await replaceRolesAndEmojis(tx, guild);
      if (owner || roles) await permissionsChanged(tx, guild_id);
      return owner || roles;
    });
  }
  await refreshChannels(ctx, guild_id, { at_most_every_seconds: 0 });
  if (changed) ctx.events.publish({ type: 'access.changed', guild_id });
}

const askedAtMost = 5;

/** Before anything else of the server is written: an answer of Discord waits for it then, and does not count. */
async function noteHeard(tx: Tx, guild_id: string): Promise<void> {
  await sql`update guilds set heard_at = clock_timestamp() where guild_id = ${guild_id}`.execute(tx);
}

/** Whether a role is new or gives other permissions. Others change their colour each second. */
async function isNews(tx: Tx, guild_id: string, { id, permissions }: APIRole): Promise<boolean> {
  const known = await tx
    .selectFrom('guild_roles')
    .where('guild_id', '=', guild_id)
    .where('role_id', '=', id)
    .select('permissions')
    .executeTakeFirst();
  return known?.permissions !== permissions;
}

async function wasHeardSince(tx: Tx, guild_id: string, since: string): Promise<boolean> {
  const { rows } = await sql<{ is_newer: boolean }>`
    select coalesce(heard_at > ${since}::timestamptz, false) as is_newer from guilds
    where guild_id = ${guild_id} for no key update`.execute(tx);
  return rows[0]?.is_newer ?? false;
}

/** Which bot hears what happens in a server. */
interface Hearing {
  /** The user's own bot that serves it; null where the program's does, or none. */
  served_by: string | null;
  /** Whether none does. */
  is_left: boolean;
}

/**
 * A bot of ours is in a server. The database says which of them serves it then, and whether any hears it: a user's own only where that
 * user administers the server, which is checked soon.
 */
async function joinGuild(tx: Tx, ctx: Context, guild_id: string): Promise<{ before: Hearing; now: Hearing }> {
  const [bot_id, is_trusted] = [ctx.discord.user_id, botIdOf(ctx) === null];
  const before = await hearingOf(tx, guild_id);
  await tx
    .insertInto('bot_guilds')
    .values({ guild_id, bot_id, is_trusted })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return { before, now: await followHearing(tx, guild_id) };
}

async function followHearing(tx: Tx, guild_id: string): Promise<Hearing> {
  await sql`select follow_serving_bot(${guild_id})`.execute(tx);
  return hearingOf(tx, guild_id);
}

async function hearingOf(tx: Tx, guild_id: string): Promise<Hearing> {
  const row = await tx
    .selectFrom('guilds')
    .where('guild_id', '=', guild_id)
    .select(['served_by', 'left_at'])
    .executeTakeFirst();
  return { served_by: row?.served_by ?? null, is_left: Boolean(row?.left_at) };
}

/** Name, icon, owner or language of a server changed. */
export async function updateGuild(ctx: Context, guild: GuildNames): Promise<void> {
  const changed = await ctx.db.transaction().execute(async (tx) => {
    const owner = await saveGuild(tx, guild);
    await noteHeard(tx, guild.id);
    if (owner) await checkDutiesLater(tx, guild.id);
    return owner;
  });
  if (changed) ctx.events.publish({ type: 'access.changed', guild_id: guild.id });
}

/** Returns whether it was not known. */
async function addGuild(tx: Tx, guild: GuildNames): Promise<boolean> {
  const { id: guild_id, name, icon, owner_id, preferred_locale } = guild;
  const added = await tx
    .insertInto('guilds')
    .values({ guild_id, name, icon, owner_id, preferred_locale })
    .onConflict((conflict) => conflict.doNothing())
    .returning('guild_id')
    .executeTakeFirst();
  return added !== undefined;
}

type GuildNames = Pick<APIGuild, 'id' | 'name' | 'icon' | 'owner_id' | 'preferred_locale'>;

/** Returns whether someone's level may have changed: a new server, a new owner. */
async function saveGuild(db: Db | Tx, guild: GuildNames, joined_at?: string): Promise<boolean> {
  const { rows } = await sql<{ changed: boolean }>`
    with old as (select owner_id from guilds where guild_id = ${guild.id})
    insert into guilds (guild_id, name, icon, owner_id, preferred_locale, joined_at)
    values (${guild.id}, ${guild.name}, ${guild.icon}, ${guild.owner_id}, ${guild.preferred_locale},
      coalesce(${joined_at ?? null}::timestamptz, now()))
    on conflict (guild_id) do update
    set name = excluded.name, icon = excluded.icon, owner_id = excluded.owner_id,
      preferred_locale = excluded.preferred_locale,
      joined_at = coalesce(${joined_at ?? null}::timestamptz, guilds.joined_at)
    returning coalesce((select old.owner_id <> ${guild.owner_id} from old), true) as changed`.execute(db);
  return rows[0]?.changed ?? true;
}

/**
 * The bot is not in the server any more. Another bot of ours that hears it serves it on; without one its data stays, in
 * case that a bot comes back.
 */
export async function forgetGuild(ctx: Context, guild_id: string): Promise<void> {
  const { before, now } = await ctx.db.transaction().execute(async (tx) => {
    const before = await hearingOf(tx, guild_id);
    await sql`delete from bot_guilds where guild_id = ${guild_id} and ${isThisBot(ctx)}`.execute(tx);
    return { before, now: await followHearing(tx, guild_id) };
  });
  if (before.served_by !== now.served_by) ctx.events.publish({ type: 'bots.changed' });
  ctx.events.publish({ type: 'access.changed', guild_id });
}

/** Rows of `bot_guilds` of the bot that acts. The program's own may have been another before. */
const isThisBot = (ctx: Context) =>
  botIdOf(ctx) === null
    ? sql`bot_id not in (select bot_id from whitelabel_bots)`
    : sql`bot_id = ${ctx.discord.user_id}`;

/** The servers that the bot left while nobody listened: all that are not among those of READY. */
export async function forgetGuildsExcept(
  ctx: Context,
  guild_ids: readonly string[],
  { shard_id, shard_count }: { shard_id: number; shard_count: number },
): Promise<void> {
  // Those of before it was written down which bots are where are the program's own bot's.
  const isMain = botIdOf(ctx) === null;
  const { rows } = await sql<{ guild_id: string }>`
    select guild_id from guilds g
    where guild_id <> all(${guild_ids}::bigint[]) and (guild_id >> 22) % ${shard_count} = ${shard_id}
      and (exists (select from bot_guilds b where b.guild_id = g.guild_id and ${isThisBot(ctx)})
        or ${isMain} and left_at is null
          and not exists (select from bot_guilds b where b.guild_id = g.guild_id))`.execute(ctx.db);
  for (const { guild_id } of rows) await forgetGuild(ctx, guild_id);
}

export interface Guild {
  guild_id: string;
  name: string;
  icon: string | null;
  owner_id: string;
  preferred_locale: string;
}

/** A server that the bot is in; refuses others as unknown. */
export async function getGuild(ctx: Pick<Context, 'db'>, guild_id: string): Promise<Guild> {
  const guild = await ctx.db
    .selectFrom('guilds')
    .where('guild_id', '=', guild_id)
    .where('left_at', 'is', null)
    .select(['guild_id', 'name', 'icon', 'owner_id', 'preferred_locale'])
    .executeTakeFirst();
  if (!guild) throw new AppError('guild.not_found');
  return guild;
}

export async function getGuildDetail(
  ctx: Context,
  guild_id: string,
): Promise<Omit<GuildDetail, 'let_in' | 'own_level'>> {
  const [{ name, icon, owner_id }, bot] = await Promise.all([getGuild(ctx, guild_id), botIn(ctx, guild_id)]);
  return { id: guild_id, name, icon: icon ?? '', owner_id, bot };
}

export async function upsertRole(ctx: Context, guild_id: string, role: APIRole): Promise<void> {
  const changed = await ctx.db.transaction().execute(async (tx) => {
    if (await isNews(tx, guild_id, role)) await noteHeard(tx, guild_id);
    const permissions = await saveRoles(tx, guild_id, [role]);
    if (permissions) await permissionsChanged(tx, guild_id);
    return permissions;
  });
  if (changed) ctx.events.publish({ type: 'access.changed', guild_id });
}

/**
 * A role was deleted: it is gone from the cache, and from everything that it gave its members here. The blacklist keeps
 * it, so that the person who put it there sees that it has no effect any more.
 */
export async function removeRole(ctx: Context, guild_id: string, role_id: string): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    await noteHeard(tx, guild_id);
    await tx
      .deleteFrom('guild_roles')
      .where('guild_id', '=', guild_id)
      .where('role_id', '=', role_id)
      .execute();
    await tx
      .deleteFrom('role_permissions')
      .where('guild_id', '=', guild_id)
      .where('role_id', '=', role_id)
      .execute();
    await tx
      .deleteFrom('support_team_roles')
      .where('role_id', '=', role_id)
      .where('team_id', 'in', (q) =>
        q.selectFrom('support_teams').where('guild_id', '=', guild_id).select('team_id'),
      )
      .execute();
    await dropMentionsOfMissingRoles(tx, guild_id);
    await sql`update guild_members set role_ids = array_remove(role_ids, ${role_id}::bigint)
      where guild_id = ${guild_id} and ${role_id}::bigint = any(role_ids)`.execute(tx);
    await checkDutiesLater(tx, guild_id);
  });
  ctx.events.publish({ type: 'access.changed', guild_id });
}

/** A rule about who may open tickets stays when its role goes: without it, more people or fewer might. */
async function dropMentionsOfMissingRoles(tx: Tx, guild_id: string): Promise<void> {
  const isThere = sql`(mention !~ '^[0-9]+$' or mention in (
    select role_id::text from guild_roles where guild_id = ${guild_id}))`;
  await sql`
    update panels
    set mentions = array(select mention from unnest(mentions) with ordinality as m (mention, place)
      where ${isThere} order by place)
    where guild_id = ${guild_id} and exists (select from unnest(mentions) as mention where not ${isThere})`.execute(
    tx,
  );
}

/** Roles that were deleted while nobody listened make nobody staff any more. */
async function dropStaffOfMissingRoles(tx: Tx, guild_id: string): Promise<void> {
  const isThere = sql`role_id in (select role_id from guild_roles where guild_id = ${guild_id})`;
  await sql`delete from role_permissions where guild_id = ${guild_id} and not ${isThere}`.execute(tx);
  await sql`
    delete from support_team_roles
    where team_id in (select team_id from support_teams where guild_id = ${guild_id}) and not ${isThere}`.execute(
    tx,
  );
}

/** Returns whether permissions of a role changed, or roles went. */
async function saveRoles(
  db: Db | Tx,
  guild_id: string,
  roles: readonly APIRole[],
  { replace = false }: { replace?: boolean } = {},
): Promise<boolean> {
  const rows = roles.map((role) => ({
    role_id: role.id,
    name: role.name,
    color: role.color,
    position: role.position,
    permissions: role.permissions,
    managed: role.managed,
    bot_id: role.tags?.bot_id ?? null,
  }));
  const { rows: changed } = await sql<{ role_id: string }>`
    with new as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(role_id bigint, name text, color integer,
        position integer, permissions bigint, managed boolean, bot_id bigint)
    ), old as (
      select role_id, permissions from guild_roles where guild_id = ${guild_id}
    ), gone as (
      delete from guild_roles where ${replace} and guild_id = ${guild_id} and role_id not in (select role_id from new)
      returning role_id
    ), saved as (
      insert into guild_roles (guild_id, role_id, name, color, position, permissions, managed, bot_id)
      select g.guild_id, new.* from new join guilds g on g.guild_id = ${guild_id}
      on conflict (guild_id, role_id) do update
      set name = excluded.name, color = excluded.color, position = excluded.position,
        permissions = excluded.permissions, managed = excluded.managed, bot_id = excluded.bot_id
      returning role_id, permissions
    )
    select role_id from gone
    union all
    select saved.role_id from saved left join old using (role_id)
    where old.permissions is distinct from saved.permissions`.execute(db);
  return changed.length > 0;
}

/** All emojis of a server, as an emoji event carries them. */
export async function updateEmojis(
  ctx: Context,
  guild_id: string,
  emojis: readonly APIEmoji[],
): Promise<void> {
  await replaceEmojis(ctx.db, guild_id, emojis);
}

async function replaceEmojis(db: Db | Tx, guild_id: string, emojis: readonly APIEmoji[]): Promise<void> {
  const rows = emojis.flatMap(({ id, name, animated }) =>
    id ? [{ emoji_id: id, name: name ?? '', animated: animated ?? false }] : [],
  );
  await sql`
    with new as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(emoji_id bigint, name text, animated boolean)
    ), gone as (
      delete from guild_emojis where guild_id = ${guild_id} and emoji_id not in (select emoji_id from new)
    )
    insert into guild_emojis (guild_id, emoji_id, name, animated)
    select g.guild_id, new.* from new join guilds g on g.guild_id = ${guild_id}
    on conflict (guild_id, emoji_id) do update set name = excluded.name, animated = excluded.animated`.execute(
    db,
  );
}

/** Roles of a server, the highest first. */
export async function listRoles(ctx: Pick<Context, 'db'>, guild_id: string): Promise<Role[]> {
  const rows = await ctx.db
    .selectFrom('guild_roles')
    .where('guild_id', '=', guild_id)
    .select(['role_id', 'name', 'color', 'position', 'managed', 'permissions'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('bot_guilds')
            .whereRef('bot_guilds.guild_id', '=', 'guild_roles.guild_id')
            .whereRef('bot_guilds.bot_id', '=', 'guild_roles.bot_id'),
        )
        .$castTo<boolean>()
        .as('of_this_bot'),
    )
    .orderBy('position', 'desc')
    .orderBy('role_id')
    .execute();
  return rows.map(({ role_id, ...role }) => ({ id: role_id, ...role }));
}

export async function listEmojis(ctx: Pick<Context, 'db'>, guild_id: string): Promise<Emoji[]> {
  const rows = await ctx.db
    .selectFrom('guild_emojis')
    .where('guild_id', '=', guild_id)
    .select(['emoji_id', 'name', 'animated'])
    .orderBy('emoji_id')
    .execute();
  return rows.map(({ emoji_id, ...emoji }) => ({ id: emoji_id, ...emoji }));
}
