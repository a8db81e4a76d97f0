import { AppError } from '@tickets/contract/platform/errors';
import type { Retention, RetentionPreview } from '@tickets/contract/transcripts/retention';
import { sql } from 'kysely';
import { authorise } from '../access/authorise.ts';
import type { UserCall } from '../access/caller.ts';
import { record } from '../audit/record.ts';
import type { Context } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import { isAway } from '../platform/db/outage.ts';
import { inDatabaseTime } from '../platform/db/time.ts';
import { eachServer } from '../platform/each-server.ts';
import { transact } from '../platform/events/events.ts';
import { takeTurn } from '../servers/hold-guild.ts';
import { usersSoon } from '../servers/users.ts';
import { unknownUser } from '../tickets/conversation/message-views.ts';
import { forgetTranscript } from './removal.ts';

const dayMs = 24 * 3_600_000;
const shownMax = 100;
/** How many transcripts are looked for at a time. */
const batch = 50;

/** For how long transcripts are kept, and which were removed. */
export async function readRetention(call: UserCall, guild_id: string): Promise<Retention> {
  authorise(call, 'transcript.keep', guild_id);
  const [kept, removals] = await Promise.all([
    call.db
      .selectFrom('transcript_retention')
      .where('guild_id', '=', guild_id)
      .selectAll()
      .executeTakeFirst(),
    call.db
      .selectFrom('transcript_removals')
      .where('guild_id', '=', guild_id)
      .selectAll()
      .orderBy('removal_id', 'desc')
      .limit(shownMax)
      .execute(),
  ]);
  const ids = [kept?.changed_by, ...removals.map(({ removed_by }) => removed_by)];
  const people = await usersSoon(
    call,
    guild_id,
    ids.flatMap((id) => id ?? []),
  );
  const person = (id: string) => people.get(id) ?? unknownUser(id);
  return {
    days: kept?.days ?? null,
    changed_by: kept ? person(kept.changed_by) : null,
    changed_at: kept?.changed_at.toISOString() ?? null,
    removals: removals.map(({ removed_at, removed_by, ticket_id, days, tickets, messages, files }) => ({
      removed_at: removed_at.toISOString(),
      removed_by: removed_by ? person(removed_by) : null,
      ticket_id,
      days,
      transcripts: tickets,
      messages: Number(messages),
      files,
    })),
  };
}

/** What would go now if transcripts were kept for so many days. */
export async function previewRetention(
  call: UserCall,
  guild_id: string,
  { days }: { days: number },
): Promise<RetentionPreview> {
  authorise(call, 'transcript.keep', guild_id);
  const before = new Date(call.clock.now().getTime() - days * dayMs);
  const { rows } = await sql<{
    transcripts: number;
    messages: string;
    files: number;
    file_bytes: string;
    oldest: Date | null;
  }>`
    with old as materialized (
      select ticket_id, message_count, closed_at from tickets where ${isOld(guild_id, before)})
    select count(*)::int transcripts, coalesce(sum(message_count), 0) messages, min(closed_at) oldest, f.*
    from old, (
      select count(*)::int files, coalesce(sum(size) filter (where state = 'stored'), 0) file_bytes
      from ticket_attachments a
      where a.guild_id = ${guild_id} and a.ticket_id in (select ticket_id from old)) f
    group by f.files, f.file_bytes`.execute(call.db);
  const [found] = rows;
  return {
    transcripts: found?.transcripts ?? 0,
    messages: Number(found?.messages ?? 0),
    files: found?.files ?? 0,
    file_bytes: Number(found?.file_bytes ?? 0),
    oldest_closed_at: found?.oldest?.toISOString() ?? null,
  };
}

/** For how many days a server keeps transcripts; null for good. */
export async function daysKept(db: Db | Tx, guild_id: string): Promise<number | null> {
  const kept = await db
    .selectFrom('transcript_retention')
    .where('guild_id', '=', guild_id)
    .select('days')
    .executeTakeFirst();
  return kept?.days ?? null;
}

/** Sets for how many days transcripts are kept; null keeps them for good. */
export async function keepTranscriptsFor(
  call: UserCall,
  guild_id: string,
  { days }: { days: number | null },
): Promise<Retention> {
  authorise(call, 'transcript.keep', guild_id);
  await call.db.transaction().execute(async (tx) => {
    await takeTurn(tx, guild_id);
    const before = await daysKept(tx, guild_id);
    if (days === null) await tx.deleteFrom('transcript_retention').where('guild_id', '=', guild_id).execute();
    else {
      const row = { days, changed_by: call.caller.user_id, changed_at: call.clock.now() };
      await tx
        .insertInto('transcript_retention')
        .values({ guild_id, ...row })
        .onConflict((oc) => oc.column('guild_id').doUpdateSet(row))
        .execute();
    }
    await record(tx, call, guild_id, {
      action: 'transcript.retention',
      resource: 'transcript',
      before: { days: before },
      after: { days },
    });
  });
  return readRetention(call, guild_id);
}

/** Removes the transcripts that are older than their servers keep them. */
export async function removeOldTranscripts(ctx: Context): Promise<void> {
  const servers = await ctx.db.selectFrom('transcript_retention').select('guild_id').execute();
  const ids = servers.map(({ guild_id }) => guild_id);
  await eachServer(ctx, ids, 'old transcripts of a server could not be removed', async (there, guild_id) => {
    const failed = new Map<number, unknown>();
    while (failed.size < batch && (await removeSome(there, guild_id, failed)));
    const [error] = failed.values();
    if (error !== undefined) throw error;
  });
}

/** Returns whether there may be more. One that cannot be removed holds up none of the others. How long they are kept is read anew each time: somebody may have just changed it. */
async function removeSome(ctx: Context, guild_id: string, failed: Map<number, unknown>): Promise<boolean> {
  const days = await daysKept(ctx.db, guild_id);
  if (days === null) return false;
  // Removal is for good, so this process's clock alone does not decide.
  const { rows: times } = await sql<{ before: Date }>`
    select ${inDatabaseTime(ctx.clock.now())} - ${days}::int * interval '1 day' as before`.execute(ctx.db);
  const before = times[0]?.before;
  if (!before) throw new Error('a select without tables has one row');
  const { rows: old } = await sql<{ ticket_id: number }>`
    select ticket_id from tickets where ${isOld(guild_id, before)} and ticket_id <> all(${[...failed.keys()]}::integer[])
    order by closed_at limit ${batch}`.execute(ctx.db);
  for (const { ticket_id } of old)
    await removeOld(ctx, { guild_id, ticket_id }, { days, before }).catch((error: unknown) => {
      if (isAway(error)) throw error;
      failed.set(ticket_id, error); // thrown once all others are gone
    });
  return old.length === batch;
}

async function removeOld(
  ctx: Context,
  { guild_id, ticket_id }: { guild_id: string; ticket_id: number },
  { days, before }: { days: number; before: Date },
): Promise<void> {
  const now = ctx.clock.now();
  await transact(ctx, async (tx, emit) => {
    const key = { guild_id, ticket_id };
    const forgotten = await forgetTranscript(tx, emit, key, { closed_before: before }).catch(
      (error: unknown) => {
        // Somebody was faster.
        if (error instanceof AppError) return undefined;
        throw error;
      },
    );
    if (!forgotten) return;
    const { messages, files } = forgotten;
    // One line for what goes in a day, and one entry in the audit log.
    const { rows: begun } = await sql`
      with day as (
        update transcript_removals
        set tickets = tickets + 1, messages = messages + ${messages}::bigint, files = files + ${files}::int
        where guild_id = ${guild_id} and removal_id = (
          select removal_id from transcript_removals
          where guild_id = ${guild_id} and removed_by is null and days = ${days}
            and removed_at > ${now}::timestamptz - interval '1 day'
          order by removal_id desc limit 1)
        returning removal_id)
      insert into transcript_removals (guild_id, removed_at, days, tickets, messages, files)
      select ${guild_id}::bigint, ${now}::timestamptz, ${days}::int, 1, ${messages}::bigint, ${files}::int
      where not exists (select from day) returning 1`.execute(tx);
    if (!begun.length) return;
    const by = { user_id: null, source: 'system' as const, because: 'they are kept no longer' };
    await record(tx, by, guild_id, {
      action: 'transcript.delete_old',
      resource: 'transcript',
      before: { days },
    });
  });
}

const isOld = (guild_id: string, before: Date) => sql`guild_id = ${guild_id} and status = 'closed'
  and close_source is distinct from 'undone' and closed_at < ${before} and has_transcript`;
