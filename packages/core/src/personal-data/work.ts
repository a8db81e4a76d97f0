import { exportKeptMs } from '@tickets/contract/personal-data/personal-data';
import { deletedUser } from '@tickets/contract/platform/names';
import { sql } from 'kysely';
import type { Context } from '../platform/context.ts';
import { dueBy } from '../platform/db/time.ts';
import { addJob } from '../platform/jobs/jobs.ts';
import { unlocked, withLock } from '../platform/locks/ticket-lock.ts';
import { withoutDamaged } from '../platform/storage/problem.ts';
import { nameAnew } from '../tickets/channel/claim-name.ts';
import { setClaim } from '../tickets/claiming/claim.ts';
import { closeWithoutBot } from '../tickets/closing/bot-gone.ts';
import { closeAsLeft } from '../tickets/closing/opener-left.ts';
import { noteErased } from '../tickets/model/erased-people.ts';
import { findTicket, type Ticket } from '../tickets/model/find.ts';
import { removeExports } from './erasure/copies.ts';
import { hasComeSince, openedMeanwhile } from './erasure/last-look.ts';
import { eraseMessages } from './erasure/messages.ts';
import { personOf } from './erasure/person.ts';
import { erasureSteps } from './erasure/steps.ts';
import { renameChannels } from './erasure/tickets.ts';
import { zipOf } from './export/zip.ts';
import { learnNicknames, learnWhereLeft, leftBehindBy, leftOpenBy, openTicketsOf } from './kept.ts';
import { active, keyOf, newFileKey, type RequestRow } from './requests.ts';

/** How often it is written down how far a request is. */
const noteMs = 500;

/** A copy and an erasure of the same person would be at the same rows, so one of them waits for the other. */
const lockOf = (user_id: string) => `own_data:${user_id}`;

/**
 * Does what somebody asked to have done with their data, from where it stands. Safe to repeat, and after a crash it goes on
 * with the step that was under way. Returns false while another process is at it.
 */
export async function workOnRequest(ctx: Context, { request_id }: { request_id: string }): Promise<boolean> {
  const request = await findRequest(ctx, request_id);
  if (!request || !isUnderWay(request)) return true;
  const done = await withLock(ctx.db, lockOf(request.user_id), async () => {
    while (await workOnStep(ctx, request_id));
  });
  return !done.busy;
}

/** Does one step. Returns whether there may be another. */
export async function workOnStep(ctx: Context, request_id: string): Promise<boolean> {
  const request = await begin(ctx, request_id);
  if (!request) return false;
  try {
    return await (request.kind === 'export' ? copy(ctx, request) : erase(ctx, request));
  } catch (error) {
    const problem = (error instanceof Error ? error.message : String(error)).slice(0, 500);
    await change(ctx, request, { problem: problem.replaceAll(request.user_id, '') }).catch(() => undefined); // the cause is thrown
    throw error;
  }
}

/** What is due and that nobody is at: new erasures, and what a process left that has ended. */
export async function beginDueRequests(ctx: Context): Promise<void> {
  const { rows } = await sql<{ request_id: string }>`
    select request_id from data_requests
    where state in ('waiting', 'running') and due_at <= ${dueBy(ctx.clock.now())}
      and ${unlocked(lockOf(''), sql.ref('user_id'))}
    order by due_at`.execute(ctx.db);
  for (const row of rows) await addJob(ctx.db, 'data_request.work', row, { key: keyOf(row) });
}

const isUnderWay = ({ state }: RequestRow) => state === 'waiting' || state === 'running';

export function findRequest({ db }: Context, request_id: string): Promise<RequestRow | undefined> {
  return db.selectFrom('data_requests').selectAll().where('request_id', '=', request_id).executeTakeFirst();
}

/** Who takes an erasure back and who begins it change the same row, so one of them is first. */
async function begin({ db, clock }: Context, request_id: string): Promise<RequestRow | undefined> {
  return db
    .updateTable('data_requests')
    .set({ state: 'running' })
    .where('request_id', '=', request_id)
    .where('state', 'in', ['waiting', 'running'])
    .where('due_at', '<=', dueBy(clock.now()))
    .returningAll()
    .executeTakeFirst();
}

async function change(
  { db }: Context,
  { request_id }: RequestRow,
  set: Partial<Omit<RequestRow, 'request_id' | 'kind'>>,
): Promise<void> {
  await db.updateTable('data_requests').set(set).where('request_id', '=', request_id).execute();
}

/**
 * The first round erases everything from before. Each further one erases what came while the last one ran; there is a bound, so that an
 * erasure ends whatever happens in a ticket of theirs that somebody reopens meanwhile.
 */
const roundsMax = 3;

/** Before what has come meanwhile is erased, too: more of it may be on its way. */
const againMs = 1_000;

/** Counts rows, and writes the count down now and then. */
function counter(ctx: Context, request: RequestRow, from: number) {
  let count = from;
  let written_at = performance.now();
  return {
    rows: () => count,
    note: async (rows: number) => {
      count += rows;
      if (performance.now() - written_at < noteMs) return;
      written_at = performance.now();
      await change(ctx, request, { rows_done: String(count) });
    },
  };
}

async function copy(ctx: Context, request: RequestRow): Promise<false> {
  const { request_id, user_id } = request;
  // Begun and interrupted: it comes first, and a copy of what it has left yet would outlive it.
  if ((await active(ctx.db, user_id, 'erasure'))?.state === 'running') {
    await change(ctx, request, { state: 'cancelled', finished_at: ctx.clock.now() });
    return false;
  }
  const file_key = request.file_key ?? newFileKey();
  // Before the file, so that none is there of which no row tells.
  await change(ctx, request, { file_key, rows_done: '0', file_expires_at: null });
  let rows = () => 0;
  const { bytes, sha256 } = await withoutDamaged(ctx, (damaged) => {
    const counted = counter(ctx, request, 0);
    rows = counted.rows;
    return ctx.storage.putStream(file_key, zipOf(ctx, user_id, { note: counted.note, damaged }));
  });
  const now = ctx.clock.now();
  await change(ctx, request, {
    state: 'done',
    steps_done: 1,
    rows_done: String(rows()),
    problem: null,
    finished_at: now,
    file_bytes: String(bytes),
    file_sha256: sha256,
    file_expires_at: new Date(now.getTime() + exportKeptMs),
  });
  await removeExports(ctx, user_id, request_id);
  return false;
}

async function erase(ctx: Context, request: RequestRow): Promise<boolean> {
  const { user_id, steps_done } = request;
  if (steps_done === 0) {
    await learnWhereLeft(ctx, user_id);
    const hasOpen = async () => (await openTicketsOf(ctx.db, user_id)).length > 0;
    if (!(await hasOpen())) await endLeftBehind(ctx, user_id);
    // The bot may just have come back, or they.
    if (await hasOpen()) {
      await change(ctx, request, { state: 'refused', finished_at: ctx.clock.now() });
      return false;
    }
    const [left] = await leftOpenBy(ctx.db, user_id);
    if (left) throw new Error(`ticket ${left.ticket_id} of server ${left.guild_id} is not closed yet`);
    await learnNicknames(ctx, user_id);
  }
  // With each step: an earlier version may have begun it, without a note.
  await noteErased(ctx, { user_id, erased_at: request.due_at });
  const step = erasureSteps[steps_done];
  if (!step) {
    if (request.rounds < roundsMax && (await hasComeSince(ctx.db, user_id, request.due_at))) {
      ctx.log.info({ request_id: request.request_id }, 'more of somebody has come while they were erased');
      await ctx.clock.pause(againMs);
      const steps_done = erasureSteps.indexOf(eraseMessages);
      await change(ctx, request, { steps_done, rounds: request.rounds + 1 });
      return true;
    }
    await finish(ctx, request);
    return false;
  }
  const { note, rows } = counter(ctx, request, Number(request.rows_done));
  await step(ctx, await personOf(ctx.db, user_id), note);
  await change(ctx, request, { steps_done: steps_done + 1, rows_done: String(rows()), problem: null });
  return true;
}

/** In servers without our bot: closes the tickets that they opened, and releases those that they claimed. In servers that they left, closes theirs. */
async function endLeftBehind(ctx: Context, user_id: string): Promise<void> {
  for (const ticket of await leftOpenBy(ctx.db, user_id)) await closeAsLeft(ctx, ticket);
  for (const { part, ...key } of await leftBehindBy(ctx.db, user_id)) {
    const ticket = await findTicket(ctx.db, key);
    if (part === 'opener' || ticket?.status !== 'open') await closeWithoutBot(ctx, key);
    else await release(ctx, ticket, user_id);
  }
}

/** If the bot comes back, the channel follows. */
async function release(ctx: Context, ticket: Ticket, user_id: string): Promise<void> {
  const { guild_id, ticket_id } = ticket;
  // As long as it is theirs: nobody finds it later.
  const which = sql<boolean>`t.guild_id = ${guild_id} and t.ticket_id = ${ticket_id}`;
  await renameChannels(ctx, await personOf(ctx.db, user_id), which, nameAnew);
  const free = { claimed_by: null, claimed_at: null, changed_by: null };
  const followed = ticket.is_thread ? undefined : { what: 'permissions' as const };
  if (!(await setClaim(ctx, ticket, free, followed))) throw new Error('the ticket was closed just now');
}

/** What is left says that somebody's data was erased, and not whose. */
async function finish(ctx: Context, request: RequestRow): Promise<void> {
  const { request_id, user_id } = request;
  // One that was being made when a process ended.
  await removeExports(ctx, user_id);
  await ctx.db.transaction().execute(async (tx) => {
    // Tickets that continue one of theirs: until now, the opener was needed to find what was said in them.
    await sql`update tickets t set opener_id = ${deletedUser.id}::bigint, dm_channel_id = null, dm_message_id = null
      where opener_id = ${user_id} and not ${openedMeanwhile(user_id)}`.execute(tx);
    await tx
      .deleteFrom('data_requests')
      .where('user_id', '=', user_id)
      .where('request_id', '<>', request_id)
      .execute();
    await tx
      .updateTable('data_requests')
      .set({ state: 'done', user_id: deletedUser.id, finished_at: ctx.clock.now(), problem: null })
      .where('request_id', '=', request_id)
      .execute();
  });
  ctx.log.info({ request_id }, 'the data of a person was erased');
}
