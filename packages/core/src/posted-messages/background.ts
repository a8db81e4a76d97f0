import { sql } from 'kysely';
import type { Context } from '../platform/context.ts';
import { isRefusal } from '../platform/discord/failures.ts';
import { withLock } from '../platform/locks/ticket-lock.ts';
import { reconcileDiscarded } from './discarded.ts';
import { findRow, isRow, type Kind, lockOf, type PostedRow } from './kind.ts';
import { settle } from './settle.ts';

/**
 * Edits the messages of rows that were marked `outdated`, or whose contents changed elsewhere. Nobody waits for it to
 * succeed: what Discord refuses is marked so, and what it does not answer is edited by the next pass.
 */
export async function refreshPosted<Row extends PostedRow>(
  ctx: Context,
  kind: Kind<Row>,
  guild_id: string,
  ids: readonly number[],
): Promise<void> {
  for (const id of ids) {
    if (!(await settleQuietly(ctx, kind, guild_id, id, { also_posted: true }))) return;
  }
}

/** Works off what Discord's silence or a crash left: messages to post, to edit and to delete. */
export async function reconcilePosted(ctx: Context, kinds: readonly Kind[]): Promise<void> {
  for (const kind of kinds) {
    const { rows } = await sql<{ guild_id: string; id: number }>`
      select t.guild_id, ${sql.ref(`t.${kind.id_column}`)} as id
      from ${sql.table(kind.table)} t join guilds g on g.guild_id = t.guild_id and g.left_at is null
      where t.message_state in ('pending', 'outdated')
      order by 2`.execute(ctx.db);
    for (const { guild_id, id } of rows) {
      if (!(await settleQuietly(ctx, kind, guild_id, id, { also_posted: false }))) return;
    }
  }
  await reconcileDiscarded(ctx);
}

/** Returns false where Discord does not answer, so that the rest is better asked later. */
async function settleQuietly<Row extends PostedRow>(
  ctx: Context,
  kind: Kind<Row>,
  guild_id: string,
  id: number,
  { also_posted }: { also_posted: boolean },
): Promise<boolean> {
  const done = await withLock(ctx.db, lockOf(kind, id), async () => {
    if (also_posted)
      await sql`update ${sql.table(kind.table)} set message_state = 'outdated'
        where ${isRow(kind, guild_id, id)} and message_id is not null`.execute(ctx.db);
    const row = await findRow(ctx.db, kind, guild_id, id); // It may have been settled while this waited.
    if (!row) return true;
    try {
      await settle(ctx, kind, row, { fresh: false, repost: false });
      return true;
    } catch (err) {
      ctx.log.warn({ err, owner: lockOf(kind, id) }, 'a message could not be posted or edited');
      if (!isRefusal(err)) return false;
      await sql`update ${sql.table(kind.table)} set message_state = 'refused'
        where ${isRow(kind, guild_id, id)} and message_state = ${row.message_state}`.execute(ctx.db);
      return true;
    }
  });
  return done.busy || done.value;
}
