import { RESTJSONErrorCodes } from 'discord-api-types/v10';
import { sql } from 'kysely';
import type { Context } from '../platform/context.ts';
import { botIdOf } from '../platform/discord/bots.ts';
import { hasDiscordCode } from '../platform/discord/failures.ts';
import { editOwnMessage, findOwnMessage, postOnce } from '../platform/discord/own-messages.ts';
import { takenUp, want } from '../platform/effects/effects.ts';
import { findRow, isRow, type Kind, type PostedRow } from './kind.ts';

export interface Manner {
  /** Nobody tried to post this message before, so none of a lost answer is looked for. */
  fresh: boolean;
  /** Posts a message again that was deleted by hand. Otherwise the row is marked `deleted`. */
  repost: boolean;
}

/**
 * Makes Discord agree with a row that is `pending` or `outdated`. To be called with the row's lock. Discord's errors
 * pass through, and then the row still says what is to be done.
 */
export async function settle<Row extends PostedRow>(
  ctx: Context,
  kind: Kind<Row>,
  row: Row,
  { fresh, repost }: Manner,
): Promise<Row> {
  if (row.message_state === 'outdated') {
    if (row.message_id && (await edited(ctx, kind, row, row.message_id)))
      return save(ctx, kind, row, { message_id: row.message_id, message_state: 'posted' });
    if (!repost) return save(ctx, kind, row, { message_id: null, message_state: 'deleted' });
    const pending = await save(ctx, kind, row, { message_id: null, message_state: 'pending' });
    return settle(ctx, kind, pending, { fresh: true, repost });
  }
  if (row.message_state !== 'pending') return row;

  const lost = fresh ? undefined : await findLost(ctx, kind, row);
  // What was posted then may say less than the row does now.
  if (lost && (await edited(ctx, kind, row, lost)))
    return save(ctx, kind, row, { message_id: lost, message_state: 'posted' });
  const { id } = await postOnce(ctx, row.channel_id, nonceOfWish(kind, row), await kind.message(ctx, row));
  const saved = await save(ctx, kind, row, { message_id: id, message_state: 'posted' });
  // The row, or its channel, went while this posted: nobody would know of the message.
  if (saved.message_id !== id) await ctx.discord.api.channels.deleteMessage(row.channel_id, id);
  await followServingBot(ctx, row.guild_id);
  return saved;
}

/** Another bot may have begun to serve the server while this one posted, and have found no message to post in its place. */
async function followServingBot(ctx: Context, guild_id: string): Promise<void> {
  const row = await ctx.db
    .selectFrom('guilds')
    .where('guild_id', '=', guild_id)
    .where('left_at', 'is', null)
    .select('served_by')
    .executeTakeFirst();
  if (!row || row.served_by === botIdOf(ctx)) return;
  const kind = { name: 'serving_bot' };
  await want(ctx.db, kind, { guild_id, key: '', wanted: {} }, takenUp({ in_background: true }));
}

/** Of one wish for one row's message. */
const nonceOfWish = <Row extends PostedRow>(kind: Kind<Row>, row: Row) =>
  `${kind.idOf(row).toString(36)}${kind.name[0]}${row.message_wanted_at.getTime().toString(36)}`;

/** Returns false where there is no such message. */
async function edited<Row extends PostedRow>(
  ctx: Context,
  kind: Kind<Row>,
  row: Row,
  message_id: string,
): Promise<boolean> {
  try {
    const { guild_id, channel_id } = row;
    await editOwnMessage(ctx, guild_id, { channel_id, message_id }, await kind.message(ctx, row));
    return true;
  } catch (error) {
    const gone = [RESTJSONErrorCodes.UnknownMessage, RESTJSONErrorCodes.UnknownChannel];
    if (!hasDiscordCode(error, ...gone)) throw error;
    return false;
  }
}

/**
 * The message that an earlier try posted, whose answer was lost: newer than the wish for it (our clock may differ
 * from Discord's a little), and neither another row's message nor one that waits for its deletion.
 */
export async function findLost<Row extends PostedRow>(
  ctx: Context,
  kind: Kind<Row>,
  row: Row,
): Promise<string | undefined> {
  const discordEpoch = 1_420_070_400_000;
  const after = BigInt(row.message_wanted_at.getTime() - 60_000 - discordEpoch) << 22n;
  const { guild_id } = row;
  const { rows: known } = await sql<{ message_id: string }>`
    select message_id from panels where guild_id = ${guild_id} and message_id > ${after}
    union all select message_id from multi_panels where guild_id = ${guild_id} and message_id > ${after}
    union all select message_id from discarded_messages where guild_id = ${guild_id}`.execute(ctx.db);
  const found = await findOwnMessage(
    ctx,
    row.channel_id,
    String(after),
    (message) =>
      !known.some(({ message_id }) => message_id === message.id) && kind.isItsMessage(row, message),
  );
  return found?.id;
}

/**
 * Writes what came of it, unless the message was changed meanwhile; returns the row as it is then. A message that is wanted
 * otherwise by now is `outdated` again.
 */
async function save<Row extends PostedRow>(
  ctx: Context,
  kind: Kind<Row>,
  row: Row,
  to: Pick<PostedRow, 'message_id' | 'message_state'>,
): Promise<Row> {
  const key = isRow(kind, row.guild_id, kind.idOf(row));
  const wanted_at =
    to.message_state === 'pending' ? sql`clock_timestamp()` : sql.ref<Date>('message_wanted_at');
  const state =
    to.message_state === 'posted'
      ? sql`case when message_wishes = ${row.message_wishes} then 'posted' else 'outdated' end`
      : to.message_state;
  const { rows } = await sql<Row>`
    update ${sql.table(kind.table)}
    set message_id = ${to.message_id}, message_state = ${state}, message_wanted_at = ${wanted_at}${to.message_id === row.message_id ? sql`` : sql`, message_bot_id = ${to.message_id && botIdOf(ctx)}`}
    where ${key} and message_id is not distinct from ${row.message_id} and message_state = ${row.message_state}
    returning *`.execute(ctx.db);
  return rows[0] ?? (await findRow(ctx.db, kind, row.guild_id, kind.idOf(row))) ?? row;
}
