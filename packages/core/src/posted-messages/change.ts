import { sql } from 'kysely';
import { unrecord } from '../audit/record.ts';
import type { Context } from '../platform/context.ts';
import type { Tx } from '../platform/db/db.ts';
import { askDiscord } from '../platform/discord/ask.ts';
import { isRefusal, unlessRefused } from '../platform/discord/failures.ts';
import { type Emit, transact } from '../platform/events/events.ts';
import { warnUnlessOutage } from '../platform/outages.ts';
import { takeTurn } from '../servers/hold-guild.ts';
import { explainRefusal } from '../wording/refusals.ts';
import { deleteDiscarded, discard, keep } from './discarded.ts';
import { findRow, holding, isRow, type Kind, lockOf, type PostedRow } from './kind.ts';
import { findLost, settle } from './settle.ts';

/** The entry of the audit log that tells of a change. It goes where Discord refuses the change. */
export interface Recorded {
  entry_id: number | undefined;
  /** The entries of what changed along with it. */
  along?: readonly number[];
}

/**
 * Posts the message of a row that was just made. When Discord refuses it the row is removed and the reason is said;
 * when Discord does not answer, the row stays and its message follows.
 */
export async function postNew<Row extends PostedRow>(
  ctx: Context,
  kind: Kind<Row>,
  row: Row,
  { entry_id, along = [] }: Recorded,
): Promise<Row> {
  const id = kind.idOf(row);
  return holding(ctx, kind, id, () =>
    settleOrTakeBack(ctx, kind, row, {
      fresh: true,
      takeBack: async (tx) => {
        await sql`delete from ${sql.table(kind.table)} where ${isRow(kind, row.guild_id, id)}`.execute(tx);
        for (const one of [entry_id, ...along]) await unrecord(tx, one);
      },
    }),
  );
}

export interface PostedChange<Row extends PostedRow> {
  /** The row as it was read under its lock. */
  before: Row;
  /** Another channel than before moves the message there. */
  channel_id?: string | undefined;
  /** Posts a new message also where the old one stands. */
  anew?: boolean;
  /** Writes what changes beside channel and message, and what is recorded of it. */
  write: (tx: Tx, emit: Emit) => Promise<Recorded>;
  /** Writes what was there before. */
  restore?: (tx: Tx, emit: Emit) => Promise<void>;
}

/**
 * Changes a row and then its message: edited where it stands, posted again where it moved or is gone. To be called
 * while `holding` the row. When Discord refuses, everything is as before and the reason is said; when Discord does not
 * answer, the change stays and its message follows.
 */
export async function changePosted<Row extends PostedRow>(
  ctx: Context,
  kind: Kind<Row>,
  { before: read, channel_id = read.channel_id, anew = false, write, restore }: PostedChange<Row>,
): Promise<Row> {
  const { guild_id } = read;
  const id = kind.idOf(read);
  const owner = lockOf(kind, id);
  const leaves = anew || channel_id !== read.channel_id;
  const before = leaves ? await withLost(ctx, kind, read) : read;
  const old = leaves ? before.message_id : null;
  const stays = !leaves && before.message_id !== null;
  const waited = !leaves && before.message_state === 'pending';

  const { row, entry_id } = await transact(ctx, async (tx, emit) => {
    await takeTurn(tx, guild_id);
    const wanted_at = stays || waited ? sql.ref('message_wanted_at') : sql`clock_timestamp()`;
    await sql`
      update ${sql.table(kind.table)}
      set channel_id = ${channel_id}, message_id = ${stays ? before.message_id : null},
        message_state = ${stays ? 'outdated' : 'pending'}, message_wanted_at = ${wanted_at}
      where ${isRow(kind, guild_id, id)}`.execute(tx);
    const { entry_id } = await write(tx, emit);
    if (old) await discard(tx, owner, { guild_id, channel_id: before.channel_id, message_id: old });
    return { row: (await findRow(tx, kind, guild_id, id)) ?? before, entry_id };
  });
  const settled = await settleOrTakeBack(ctx, kind, row, {
    fresh: !waited,
    takeBack: async (tx, emit) => {
      await sql`
        update ${sql.table(kind.table)}
        set channel_id = ${before.channel_id}, message_id = ${before.message_id},
          message_state = ${before.message_state}, message_wanted_at = ${before.message_wanted_at},
          version = ${before.version}
        where ${isRow(kind, guild_id, id)}`.execute(tx);
      await restore?.(tx, emit);
      await unrecord(tx, entry_id);
      if (old) await keep(tx, old);
    },
  });
  if (old && settled.message_state === 'posted') await deleteDiscarded(ctx, guild_id, owner);
  return settled;
}

/** Removes a row by the given statement, and then its message. To be called while `holding` the row. */
export async function removePosted<Row extends PostedRow>(
  ctx: Context,
  kind: Kind<Row>,
  read: Row,
  remove: (tx: Tx, emit: Emit) => Promise<void>,
): Promise<void> {
  const row = await withLost(ctx, kind, read);
  const owner = lockOf(kind, kind.idOf(row));
  await transact(ctx, async (tx, emit) => {
    const { guild_id, channel_id, message_id } = row;
    await takeTurn(tx, guild_id);
    if (message_id) await discard(tx, owner, { guild_id, channel_id, message_id });
    await remove(tx, emit);
  });
  await deleteDiscarded(ctx, row.guild_id, owner);
}

async function settleOrTakeBack<Row extends PostedRow>(
  ctx: Context,
  kind: Kind<Row>,
  row: Row,
  { fresh, takeBack }: { fresh: boolean; takeBack: (tx: Tx, emit: Emit) => Promise<void> },
): Promise<Row> {
  try {
    return await settle(ctx, kind, row, { fresh, repost: true });
  } catch (error) {
    if (isRefusal(error)) {
      const { guild_id, channel_id } = row;
      await transact(ctx, async (tx, emit) => {
        await takeTurn(tx, guild_id);
        await takeBack(tx, emit);
      });
      throw await explainRefusal(ctx, error, { guild_id, channel_id, needs: kind.needs });
    }
    warnUnlessOutage(ctx.log, error, 'a message is not settled yet', { owner: lockOf(kind, kind.idOf(row)) });
    return row;
  }
}

/** Before a row leaves its channel, the message of an earlier try whose answer was lost is found, or it would stay. */
async function withLost<Row extends PostedRow>(ctx: Context, kind: Kind<Row>, row: Row): Promise<Row> {
  if (row.message_state !== 'pending') return row;
  const search = askDiscord(() => findLost(ctx, kind, row));
  const lost = await unlessRefused(search, (err) =>
    ctx.log.debug({ err, owner: lockOf(kind, kind.idOf(row)) }, 'a lost message cannot be looked for'),
  );
  return lost ? { ...row, message_id: lost, message_state: 'outdated' } : row;
}
