import { sql } from 'kysely';
import { tellOwner } from '../owner-notices/owner-notices.ts';
import type { Context } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import type { TicketKey } from '../tickets/model/find.ts';

/** When so much of a server's room for files is used, its owner is told. */
const almostFullShare = 0.8;

/** How many bytes of its room a server uses. Nobody else changes that until the transaction ends. */
export async function holdRoom(tx: Tx, guild_id: string): Promise<number> {
  await tx
    .insertInto('guild_storage')
    .values({ guild_id, bytes: 0 })
    .onConflict((oc) => oc.doNothing())
    .execute();
  const { bytes } = await tx
    .selectFrom('guild_storage')
    .where('guild_id', '=', guild_id)
    .select('bytes')
    .forUpdate()
    .executeTakeFirstOrThrow();
  return Number(bytes);
}

/** Writes how many bytes a server uses after more files were counted. Its room is to be held. */
export async function useRoom(
  { config, log }: Pick<Context, 'config' | 'log'>,
  tx: Tx,
  guild_id: string,
  { before, after }: { before: number; after: number },
): Promise<void> {
  if (before === after) return;
  await tx.updateTable('guild_storage').set({ bytes: after }).where('guild_id', '=', guild_id).execute();
  const bytes_max = config.attachments.guild_bytes_max;
  const limit = bytes_max * almostFullShare;
  if (before > limit || after <= limit) return;
  log.info({ guild_id, bytes: after, bytes_max }, 'the files of a server take most of the room that it has');
  await tellOwner(tx, guild_id, { key: 'storage', about: 'storage' });
}

/**
 * How much of what all others leave the files may take that are kept for the tickets of one opener. So nobody can fill a server's room
 * alone, and few openers get most of it between them: two that want as much as they can 80 %, eight 94 %.
 */
const openerShare = 2 / 3;

/** Counts a file as its server's, as far as there is room for its opener's. */
export async function takeSpace(
  ctx: Context,
  tx: Tx,
  { guild_id, ticket_id }: TicketKey,
  bytes: number,
): Promise<boolean> {
  const { guild_bytes_max } = ctx.config.attachments;
  const used = await holdRoom(tx, guild_id);
  const after = used + bytes;
  // Up to here it fits whoever has the rest.
  if (after > guild_bytes_max * openerShare) {
    const own = await bytesOfOpener(tx, { guild_id, ticket_id });
    if (own + bytes > (guild_bytes_max - (used - own)) * openerShare) {
      await tellOfRefusal(ctx, tx, guild_id);
      return false;
    }
  }
  await useRoom(ctx, tx, guild_id, { before: used, after });
  return true;
}

/** What is kept of the files of all tickets that somebody opened in a server: whoever opened this one. */
async function bytesOfOpener(tx: Tx, { guild_id, ticket_id }: TicketKey): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    select coalesce(sum(a.size), 0) as bytes
    from tickets one join tickets t on t.opener_id = one.opener_id join ticket_attachments a on a.ticket_id = t.ticket_id
    where one.guild_id = ${guild_id} and t.guild_id = ${guild_id} and a.guild_id = ${guild_id}
      and one.ticket_id = ${ticket_id} and a.sha256 is not null`.execute(tx);
  return Number(rows[0]?.bytes ?? 0);
}

/** How long the owner of a server hears no more of files that are not kept. */
const tellAgainMs = 7 * 24 * 3_600_000;

/** The room of the server is to be held. */
async function tellOfRefusal({ clock }: Context, tx: Tx, guild_id: string): Promise<void> {
  const now = clock.now();
  const told = await tx
    .updateTable('guild_storage')
    .set({ refusal_told_at: now })
    .where('guild_id', '=', guild_id)
    .where(({ or, eb }) =>
      or([
        eb('refusal_told_at', 'is', null),
        eb('refusal_told_at', '<=', new Date(now.getTime() - tellAgainMs)),
      ]),
    )
    .returning('guild_id')
    .executeTakeFirst();
  if (told) await tellOwner(tx, guild_id, { key: 'storage_refused', about: 'storage_refused' });
}

/**
 * Asks again for files that found no room, as many of each opener as fit now, the smallest first: those of one ticket, or of all open
 * ones. Discord has them until the ticket is closed.
 */
export async function askAgainWhereRoomIs(
  { db, config }: { db: Db; config: Context['config'] },
  of?: TicketKey,
): Promise<void> {
  const which = of
    ? sql`t.guild_id = ${of.guild_id} and t.ticket_id = ${of.ticket_id}`
    : sql`t.status = 'open'`;
  await sql`
    with waiting as materialized (
      select a.guild_id, a.ticket_id, a.message_id, a.attachment_id, t.opener_id,
        sum(a.size) over (partition by a.guild_id, t.opener_id order by a.size, a.message_id, a.attachment_id) as bytes
      from ticket_attachments a join tickets t using (guild_id, ticket_id)
      where a.state = 'over_quota' and ${which}),
    fitting as (
      select w.* from waiting w join (
        select guild_id, opener_id, coalesce(g.bytes, 0) as used, coalesce(o.bytes, 0) as own
        from (select distinct guild_id, opener_id from waiting) who left join guild_storage g using (guild_id)
        cross join lateral (
          select sum(f.size) as bytes from tickets t join ticket_attachments f using (guild_id, ticket_id)
          where t.guild_id = who.guild_id and t.opener_id = who.opener_id and f.sha256 is not null) o
      ) room using (guild_id, opener_id)
      where own + w.bytes <= (${config.attachments.guild_bytes_max} - (used - own)) * ${openerShare}::float8)
    update ticket_attachments a set state = 'pending' from fitting f
    where a.guild_id = f.guild_id and a.ticket_id = f.ticket_id and a.message_id = f.message_id
      and a.attachment_id = f.attachment_id and a.state = 'over_quota'`.execute(db);
}
