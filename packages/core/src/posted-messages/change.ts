import { isDeepStrictEqual } from 'node:util';
import { namesOf } from '@tickets/contract/platform/fields';
import { sql } from 'kysely';
import { alongWith, type ChangedBy, undoesNothing, unrecord } from '../audit/record.ts';
import { type Edit, recordEdit } from '../audit/version.ts';
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

/**
 * The entry of the audit log that tells of a change. It goes where Discord refuses the change, unless others changed the
 * same row meanwhile: then another tells what was taken back.
 */
export interface Recorded {
  entry_id: number | undefined;
}

/**
 * Posts the message of a row that was just made. When Discord refuses it the row is removed and the reason is said;
 * when Discord does not answer, the row stays and its message follows.
 */
export async function postNew<Row extends PostedRow>(
  ctx: Context,
  kind: Kind<Row>,
  row: Row,
  {
    entry_id,
    remove = async (tx) => {
      const key = isRow(kind, row.guild_id, kind.idOf(row));
      await sql`delete from ${sql.table(kind.table)} where ${key}`.execute(tx);
    },
  }: Recorded & {
    /** Removes the row. Others may have named it meanwhile. */
    remove?: (tx: Tx, emit: Emit) => Promise<void>;
  },
): Promise<Row> {
  return holding(ctx, kind, kind.idOf(row), () =>
    settleOrTakeBack(ctx, kind, row, {
      fresh: true,
      takeBack: async (tx, emit) => {
        await remove(tx, emit);
        await unrecord(tx, entry_id);
      },
    }),
  );
}

export interface TakenBack {
  edit: Edit;
  /** Whether it all is as it was before the change. */
  is_as_before: boolean;
}

export interface PostedChange<Row extends PostedRow> {
  by: ChangedBy;
  /** The row as it was read under its lock. */
  before: Row;
  /** Another channel than before moves the message there. */
  channel_id?: string | undefined;
  /** Posts a new message also where the old one stands. */
  anew?: boolean;
  /** Writes what changes beside channel and message, and what is recorded of it. */
  write: (tx: Tx, emit: Emit) => Promise<Recorded>;
  /**
   * Writes back what was there before, where it is still as this change wrote it: others may have written to the row
   * meanwhile. Returns what that changes.
   */
  restore?: (tx: Tx, emit: Emit) => Promise<TakenBack>;
}

/**
 * Changes a row and then its message: edited where it stands, posted again where it moved or is gone. To be called
 * while `holding` the row. When Discord refuses, all that this changed is as before and the reason is said; when Discord
 * does not answer, the change stays and its message follows.
 */
export async function changePosted<Row extends PostedRow>(
  ctx: Context,
  kind: Kind<Row>,
  { by, before: read, channel_id = read.channel_id, anew = false, write, restore }: PostedChange<Row>,
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
      const now = await findRow(tx, kind, guild_id, id, { held: true });
      if (!now) return;
      const isAlone = now.version === row.version;
      const { edit, is_as_before = true } = (await restore?.(tx, emit)) ?? {};
      const message = messageBefore(before, { written: row, now, is_as_before });
      await sql`
        update ${sql.table(kind.table)}
        set channel_id = ${before.channel_id}, message_id = ${message.message_id},
          message_state = ${message.message_state}, message_wanted_at = ${before.message_wanted_at},
          version = ${isAlone ? before.version : now.version}
        where ${isRow(kind, guild_id, id)}`.execute(tx);
      if (old) await keep(tx, old);
      if (isAlone || !edit) return unrecord(tx, entry_id);
      // Others have read, and changed, what this changed: both stay in the log, and what they read is outdated.
      await undoesNothing(tx, entry_id);
      await recordEdit(tx, alongWith(by, 'Discord refused the message'), guild_id, edit);
    },
  });
  if (old && settled.message_state === 'posted') await deleteDiscarded(ctx, guild_id, owner);
  return settled;
}

/** What a row says of its message when a change is taken back: as before, unless something happened to it meanwhile. */
function messageBefore(
  before: PostedRow,
  { written, now, is_as_before }: { written: PostedRow; now: PostedRow; is_as_before: boolean },
): Pick<PostedRow, 'message_id' | 'message_state'> {
  if (written.message_id && !now.message_id) return { message_id: null, message_state: 'deleted' };
  const { message_id, message_state } = before;
  const isOutdated = !is_as_before || now.message_wishes !== written.message_wishes;
  return {
    message_id,
    message_state: message_state === 'posted' && isOutdated ? 'outdated' : message_state,
  };
}

/**
 * What there is now, with the values before a change in place of those that the change wrote, except where others wrote
 * again since. A list is taken back item by item. A value that is null now named something that was deleted since: nobody
 * chose that.
 */
export function takenBack<T extends object>(now: T, { before, written }: { before: T; written: T }): T {
  const back = { ...now };
  for (const name of namesOf(now)) {
    if (isDeepStrictEqual(before[name], written[name])) continue;
    const lists: unknown[] = [now[name], before[name], written[name]];
    if (isDeepStrictEqual(now[name], written[name]) || now[name] === null) back[name] = before[name];
    else if (lists.every(Array.isArray)) back[name] = listTakenBack(lists) as T[typeof name]; // of their items
  }
  return back;
}

/**
 * What a change added to a list goes out, and what it removed comes back. What was there before has its earlier order,
 * and what others added stays in front of what follows it.
 */
function listTakenBack([now = [], before = [], written = []]: readonly unknown[][]): unknown[] {
  const has = (list: readonly unknown[], item: unknown) => list.some((one) => isDeepStrictEqual(one, item));
  const back = before.filter((item) => has(now, item) || !has(written, item));
  let next = back.length;
  for (const item of now.toReversed()) {
    const at = back.findIndex((one) => isDeepStrictEqual(one, item));
    if (at >= 0) next = at;
    else if (!has(written, item)) back.splice(next, 0, item);
  }
  return back;
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
