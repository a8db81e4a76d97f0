import { sql } from 'kysely';
import type { Context } from '../platform/context.ts';
import { botIdOf } from '../platform/discord/bots.ts';
import { isRefusal } from '../platform/discord/failures.ts';
import { postOnce } from '../platform/discord/own-messages.ts';
import { deleteDiscarded, discard } from './discarded.ts';
import { findRow, holding, isRow, type Kind, lockOf, type PostedRow } from './kind.ts';
import { findLost } from './settle.ts';

/**
 * Posts the messages of a kind by the bot that serves a server now, where another one had posted them. An earlier message
 * goes only once the new one is there, so that members always have one to press. Where Discord refuses the new one, the earlier
 * stays as long as its bot is there to answer; without that bot the row says that it was refused. Safe to repeat.
 */
export async function postByServingBot<Row extends PostedRow>(
  ctx: Context,
  kind: Kind<Row>,
  guild_id: string,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select ${sql.ref(kind.id_column)} as id from ${sql.table(kind.table)} where guild_id = ${guild_id} and ${isOthers(ctx)}
    order by message_id`.execute(ctx.db);
  for (const { id } of rows) await holding(ctx, kind, id, () => postHeld(ctx, kind, guild_id, id));
}

/** In the order in which they stand, where several are in one channel. */
const isOthers = (ctx: Context) =>
  sql<boolean>`message_id is not null and message_bot_id is distinct from ${botIdOf(ctx)}`;

async function postHeld<Row extends PostedRow>(
  ctx: Context,
  kind: Kind<Row>,
  guild_id: string,
  id: number,
): Promise<void> {
  const row = await findRow(ctx.db, kind, guild_id, id);
  const old = row?.message_id;
  if (!row || !old || row.message_bot_id === botIdOf(ctx)) return;
  const owner = lockOf(kind, id);
  let message_id: string;
  try {
    message_id =
      (await findLost(ctx, kind, row)) ??
      (await postOnce(ctx, row.channel_id, nonceOf(ctx, kind, row), await kind.message(ctx, row))).id;
  } catch (err) {
    if (!isRefusal(err)) throw err;
    ctx.log.warn({ err, owner }, 'the bot that serves a server may not post a panel there');
    const isAnswered = ctx.bots
      .inGuild(guild_id)
      .some((bot) => botIdOf({ ...ctx, discord: bot }) === row.message_bot_id);
    if (!isAnswered)
      await sql`update ${sql.table(kind.table)} set message_state = 'refused' where ${isRow(kind, guild_id, id)}
        and message_id = ${old}`.execute(ctx.db);
    return;
  }
  const isSaved = await ctx.db.transaction().execute(async (tx) => {
    // What was wanted of the earlier message meanwhile is wanted of this one.
    const { numAffectedRows } = await sql`
      update ${sql.table(kind.table)} set message_id = ${message_id}, message_bot_id = ${botIdOf(ctx)},
        message_state = case when message_wishes = ${row.message_wishes} then 'posted' else 'outdated' end
      where ${isRow(kind, guild_id, id)} and message_id = ${old}`.execute(tx);
    if (numAffectedRows) await discard(tx, owner, { guild_id, channel_id: row.channel_id, message_id: old });
    return Boolean(numAffectedRows);
  });
  if (isSaved) await deleteDiscarded(ctx, guild_id, owner);
  // The row, or its earlier message, went meanwhile.
  else await ctx.discord.api.channels.deleteMessage(row.channel_id, message_id);
}

const nonceOf = <Row extends PostedRow>(ctx: Context, kind: Kind<Row>, row: Row) =>
  `${kind.idOf(row).toString(36)}${kind.name[0]}${BigInt(row.message_id ?? 0).toString(36)}${ctx.discord.user_id.slice(-4)}`.slice(
    0,
    25,
  );
