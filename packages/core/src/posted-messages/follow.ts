import { sql } from 'kysely';
import type { Context } from '../platform/context.ts';
import type { EffectKind } from '../platform/effects/effects.ts';
import { settleQuietly } from '../platform/effects/settle.ts';
import { findRow, isRow, type Kind, lockOf, type PostedRow } from './kind.ts';
import { settle } from './settle.ts';

/**
 * The messages of a kind. A row that is `pending` or `outdated` is noted by the database itself; one that Discord refuses
 * is marked so.
 */
export function postedEffect<Row extends PostedRow>(kind: Kind<Row>): EffectKind {
  return {
    name: kind.name,
    lockOf: ({ key }) => lockOf(kind, Number(key)),
    // Of one server one at a time. A message whose answer was lost is found because all others are known, so nothing else
    // may be posted meanwhile.
    queueOf: ({ guild_id }) => `posted:${guild_id}`,
    async settle(ctx, { guild_id, key }) {
      const row = await findRow(ctx.db, kind, guild_id, Number(key));
      if (row) await settle(ctx, kind, row, { fresh: false, repost: false });
      return undefined;
    },
    async refused(ctx, { guild_id, key }) {
      await sql`update ${sql.table(kind.table)} set message_state = 'refused'
        where ${isRow(kind, guild_id, Number(key))} and message_state in ('pending', 'outdated')`.execute(
        ctx.db,
      );
    },
  };
}

/**
 * Edits the messages of rows that were marked `outdated`. Nobody waits for it to succeed: what Discord refuses is marked
 * so, and what it does not answer is edited later by itself.
 */
export async function refreshPosted(
  ctx: Context,
  kind: EffectKind,
  guild_id: string,
  ids: readonly number[],
): Promise<void> {
  for (const id of ids) if (!(await settleQuietly(ctx, kind, { guild_id, key: String(id) }))) return;
}
