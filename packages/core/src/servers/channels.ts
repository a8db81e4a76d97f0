import type { Channel } from '@tickets/contract/servers/guild';
import { type APIChannel, ChannelType, type RESTGetAPIGuildChannelsResult } from 'discord-api-types/v10';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import { askDiscord } from '../platform/discord/ask.ts';
import type { Overwrite } from './channel-permissions.ts';
import { somethingWaitsForPermissions, tryRefusedAgain } from './duties-later.ts';
import { databaseTime } from './members.ts';
import { ticketChannels } from './ticket-channels.ts';

/** How often Discord is asked for all channels of one server, at most. */
const refreshSeconds = 60;

/** A channel as events and answers carry it. */
export type ChannelPayload = APIChannel | RESTGetAPIGuildChannelsResult[number];

const threads = new Set<ChannelType>([
  ChannelType.AnnouncementThread,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
]);

/** Channels of a server, without threads, in their order. `refresh` asks Discord first, at most once a minute. */
export async function listChannels(
  ctx: Context,
  guild_id: string,
  { refresh = false }: { refresh?: boolean } = {},
): Promise<Channel[]> {
  if (refresh) await refreshChannels(ctx, guild_id);
  const rows = await ctx.db
    .selectFrom('guild_channels')
    .where('guild_id', '=', guild_id)
    .select(['channel_id', 'guild_id', 'name', 'type', 'position', 'parent_id'])
    .orderBy('position')
    .orderBy('channel_id')
    .execute();
  const of_tickets = await ticketChannels(
    ctx.db,
    guild_id,
    rows.map(({ channel_id }) => channel_id),
  );
  return rows.map(({ channel_id, ...channel }) => ({
    id: channel_id,
    ...channel,
    is_ticket: of_tickets.has(channel_id),
  }));
}

/** Which of these ids are channels of the server, with their types. An unknown one makes Discord be asked, once. */
export async function channelTypes(
  ctx: Context,
  guild_id: string,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const read = async () => {
    const { rows } = await sql<{ channel_id: string; type: number }>`
      select channel_id, type from guild_channels
      where guild_id = ${guild_id} and channel_id = any(${ids}::bigint[])`.execute(ctx.db);
    return new Map(rows.map(({ channel_id, type }) => [channel_id, type]));
  };
  const known = await read();
  if (ids.every((id) => known.has(id))) return known;
  return (await refreshChannels(ctx, guild_id)) ? read() : known;
}

/** Returns whether Discord was asked. What the gateway reported while it answered wins over the answer. */
export async function refreshChannels(
  ctx: Context,
  guild_id: string,
  { at_most_every_seconds = refreshSeconds }: { at_most_every_seconds?: number } = {},
): Promise<boolean> {
  const { rows } = await sql`
    update guilds set channels_asked_at = clock_timestamp()
    where guild_id = ${guild_id} and left_at is null
      and (channels_asked_at is null or channels_asked_at < clock_timestamp() - make_interval(secs => ${at_most_every_seconds}))
    returning guild_id`.execute(ctx.db);
  if (!rows.length) return false;
  const asked_at = await databaseTime(ctx.db);
  const channels = await askDiscord(() => ctx.bots.of(guild_id).api.guilds.getChannels(guild_id));
  await ctx.db.transaction().execute(async (tx) => {
    const { rows: quiet } = await sql`
      select from guilds where guild_id = ${guild_id} and channels_changed_at <= ${asked_at}::timestamptz for no key update`.execute(
      tx,
    );
    if (quiet.length) await replaceChannels(tx, guild_id, channels);
  });
  return true;
}

/**
 * A channel was made or changed, as the gateway reports it. Threads are no channels of the list. Returns whether its name
 * is another one than was known.
 */
export async function upsertChannel(
  ctx: Context,
  guild_id: string,
  channel: ChannelPayload,
): Promise<boolean> {
  if (threads.has(channel.type)) return false;
  const { rows } = await sql<{ name: string; permission_overwrites: Overwrite[]; something_waits: boolean }>`
    with touched as (${touching(guild_id)}), saved as (${savingChannels(sql`touched`, [channel])})
    select name, permission_overwrites, ${somethingWaitsForPermissions(guild_id)} as something_waits
    from guild_channels where guild_id = ${guild_id} and channel_id = ${channel.id}`.execute(ctx.db);
  const [before] = rows;
  if (!before) return false;
  if (before.something_waits) await tryAgainWhereAllowed(ctx, guild_id, [before, channel]);
  return before.name !== channel.name;
}

/** What Discord refused our bots is tried again where an overwrite changes what they may do. */
async function tryAgainWhereAllowed(
  ctx: Context,
  guild_id: string,
  [before, now]: [{ permission_overwrites: Overwrite[] }, ChannelPayload],
): Promise<void> {
  const bot_ids = ctx.bots.inGuild(guild_id).map(({ user_id }) => user_id);
  const members = await ctx.db
    .selectFrom('guild_members')
    .where('guild_id', '=', guild_id)
    .where('user_id', 'in', bot_ids)
    .select('role_ids')
    .execute();
  const ours = new Set([guild_id, ...bot_ids, ...members.flatMap(({ role_ids }) => role_ids)]);
  const entriesOf = (overwrites: readonly Overwrite[]) =>
    overwrites
      .filter(({ id }) => ours.has(id))
      .map(({ id, allow, deny }) => `${id} ${allow} ${deny}`)
      .sort()
      .join();
  const after = 'permission_overwrites' in now ? (now.permission_overwrites ?? []) : [];
  if (entriesOf(before.permission_overwrites) !== entriesOf(after)) await tryRefusedAgain(ctx.db, guild_id);
}

export async function removeChannel(ctx: Context, guild_id: string, channel_id: string): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    // First, and by itself: the channel may just be being written by someone else who holds this row.
    await touching(guild_id).execute(tx);
    await tx
      .deleteFrom('guild_channels')
      .where('guild_id', '=', guild_id)
      .where('channel_id', '=', channel_id)
      .execute();
  });
}

/** Whoever writes channels of a server waits for this row. */
const touching = (guild_id: string) => sql`
  update guilds set channels_changed_at = clock_timestamp() where guild_id = ${guild_id} returning guild_id`;

/** Makes these the channels of the server. */
export async function replaceChannels(
  tx: Tx,
  guild_id: string,
  channels: readonly ChannelPayload[],
): Promise<void> {
  const kept = channels.filter(({ type }) => !threads.has(type));
  await sql`delete from guild_channels
    where guild_id = ${guild_id} and channel_id <> all(${kept.map(({ id }) => id)}::bigint[])`.execute(tx);
  await saveChannels(tx, guild_id, kept);
}

async function saveChannels(
  db: Db | Tx,
  guild_id: string,
  channels: readonly ChannelPayload[],
): Promise<void> {
  if (!channels.length) return;
  const guild = sql`(select guild_id from guilds where guild_id = ${guild_id}) as g`;
  await savingChannels(guild, channels).execute(db);
}

/** As a part of a statement. `guilds`: what names the server, if it is known. */
function savingChannels(
  guilds: RawBuilder<unknown>,
  channels: readonly ChannelPayload[],
): RawBuilder<unknown> {
  const rows = channels.map((channel) => ({
    channel_id: channel.id,
    name: channel.name ?? '',
    type: channel.type,
    position: 'position' in channel ? channel.position : 0,
    parent_id: 'parent_id' in channel ? (channel.parent_id ?? null) : null,
    permission_overwrites: 'permission_overwrites' in channel ? (channel.permission_overwrites ?? []) : [],
  }));
  return sql`
    insert into guild_channels (guild_id, channel_id, name, type, position, parent_id, permission_overwrites)
    select guild_id, t.* from ${guilds}, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(channel_id bigint, name text,
      type smallint, position integer, parent_id bigint, permission_overwrites jsonb)
    on conflict (guild_id, channel_id) do update
    set name = excluded.name, type = excluded.type, position = excluded.position, parent_id = excluded.parent_id,
      permission_overwrites = excluded.permission_overwrites`;
}
