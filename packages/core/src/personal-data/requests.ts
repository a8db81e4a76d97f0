import { randomBytes } from 'node:crypto';
import {
  type DataRequest,
  erasureWaitMs,
  freshSignInMs,
  type OwnData,
} from '@tickets/contract/personal-data/personal-data';
import { AppError } from '@tickets/contract/platform/errors';
import { type Selectable, sql } from 'kysely';
import type { Context } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import type { DataRequests } from '../platform/db/schema.generated.ts';
import { inDatabaseTime } from '../platform/db/time.ts';
import { addJob } from '../platform/jobs/jobs.ts';
import { resolveUsers } from '../servers/users.ts';
import type { Session } from '../sessions/sessions.ts';
import { erasureSteps } from './erasure/steps.ts';
import { countKept, learnWhereLeft, namesOf, openTicketsOf, openTicketsToShow } from './kept.ts';

export type RequestRow = Selectable<DataRequests>;

/** What is kept of somebody who has signed in, and how far what they asked for is. */
export async function readOwnData(ctx: Context, session: Session): Promise<OwnData> {
  const { user_id } = session;
  const [kept, open_tickets, copy, erasure, is_fresh] = await Promise.all([
    countKept(ctx.db, user_id),
    openTicketsToShow(ctx, user_id),
    latest(ctx.db, user_id, 'export'),
    latest(ctx.db, user_id, 'erasure'),
    isFresh(ctx, session),
  ]);
  const counts = Object.entries(kept) as [OwnData['kept'][number]['kind'], number][]; // as the row is typed
  return {
    kept: counts.map(([kind, count]) => ({ kind, count })),
    open_tickets,
    export: copy ? viewRequest(ctx, copy) : null,
    erasure: erasure ? viewRequest(ctx, erasure) : null,
    is_fresh,
  };
}

/** Refuses a session that began long ago: it may be in other hands by now. */
export async function requireFreshSignIn(ctx: Context, session: Session): Promise<void> {
  if (!(await isFresh(ctx, session))) throw new AppError('own_data.sign_in_again');
}

async function isFresh({ db, clock }: Context, { session_id }: Session): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .where('session_id', '=', session_id)
    .select('created_at')
    .executeTakeFirst();
  return row !== undefined && row.created_at.getTime() > clock.now().getTime() - freshSignInMs;
}

/** Has a copy made of everything that is kept of somebody. While one is being made, that is the one. */
export async function askForExport(ctx: Context, user_id: string): Promise<RequestRow> {
  await ctx.storage.requireRoom?.();
  return ctx.db.transaction().execute(async (tx) => {
    const erasure = await active(tx, user_id, 'erasure');
    if (erasure?.state === 'running') throw new AppError('own_data.being_erased');
    const request = await insertRequest(tx, {
      user_id,
      kind: 'export',
      due_at: ctx.clock.now(),
      asked_at: ctx.clock.now(),
    });
    await addJob(tx, 'data_request.work', { request_id: request.request_id }, { key: keyOf(request) });
    return request;
  });
}

/**
 * Has everything that is kept of somebody erased, at once or after the time in which they may take it back. Refused while
 * they have open tickets, which others are at with them, but for those in servers that they have left.
 */
export async function askForErasure(
  ctx: Context,
  user_id: string,
  { now = false }: { now?: boolean } = {},
): Promise<RequestRow> {
  await learnWhereLeft(ctx, user_id);
  const open = await openTicketsOf(ctx.db, user_id);
  if (open.length) throw new AppError('own_data.open_tickets', { params: { tickets: namesOf(open) } });
  const asked_at = ctx.clock.now();
  const due_at = new Date(asked_at.getTime() + (now ? 0 : erasureWaitMs));
  const request = await ctx.db
    .transaction()
    .execute((tx) => insertRequest(tx, { user_id, kind: 'erasure', due_at, asked_at }));
  if (!now) return request;
  // It may wait already, and is not to wait any longer.
  return ctx.db
    .updateTable('data_requests')
    .set({ due_at: sql<Date>`least(due_at, ${inDatabaseTime(due_at)})` })
    .where('request_id', '=', request.request_id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Compares what somebody typed to confirm with what they are called. */
export async function requireOwnName(ctx: Context, user_id: string, typed: string): Promise<void> {
  const username = (await resolveUsers(ctx, [user_id])).get(user_id)?.username;
  if (username === undefined) throw new AppError('discord.unavailable');
  if (typed.trim().replace(/^@/, '').toLowerCase() === username.toLowerCase()) return;
  const params = { username };
  const message = new AppError('own_data.username_wrong', { params }).message;
  throw new AppError('own_data.username_wrong', { params, fields: [{ path: 'username', message }] });
}

/** Takes an erasure back that has not begun. */
export async function cancelErasure(ctx: Context, user_id: string): Promise<void> {
  const cancelled = await ctx.db
    .updateTable('data_requests')
    .set({ state: 'cancelled', finished_at: ctx.clock.now() })
    .where('user_id', '=', user_id)
    .where('kind', '=', 'erasure')
    .where('state', '=', 'waiting')
    .returning('request_id')
    .execute();
  if (!cancelled.length) throw new AppError('own_data.not_waiting');
}

/** Somebody's latest copy that can be fetched. */
export async function findExport(ctx: Context, user_id: string): Promise<RequestRow> {
  const row = await ctx.db
    .selectFrom('data_requests')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('kind', '=', 'export')
    .where('file_key', 'is not', null)
    .where('file_expires_at', '>', ctx.clock.now())
    .orderBy('asked_at', 'desc')
    .executeTakeFirst();
  if (!row) throw new AppError('own_data.no_export');
  return row;
}

export function viewRequest({ clock }: Pick<Context, 'clock'>, row: RequestRow): DataRequest {
  const { kind, state, file_key, file_bytes, file_expires_at } = row;
  const isThere = file_key && file_expires_at && file_expires_at > clock.now();
  return {
    kind,
    state,
    asked_at: row.asked_at.toISOString(),
    due_at: row.due_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    steps: stepsOf(kind),
    steps_done: row.steps_done,
    rows_done: Number(row.rows_done),
    is_failing: row.problem !== null && (state === 'waiting' || state === 'running'),
    file: isThere ? { bytes: Number(file_bytes), expires_at: file_expires_at.toISOString() } : null,
  };
}

export const stepsOf = (kind: RequestRow['kind']): number => (kind === 'erasure' ? erasureSteps.length : 1);

/** Names the one job of a request. */
export const keyOf = ({ request_id }: Pick<RequestRow, 'request_id'>) => `data_request:${request_id}`;

/** A person's request that waits or is under way. */
export function active(
  db: Db | Tx,
  user_id: string,
  kind: RequestRow['kind'],
): Promise<RequestRow | undefined> {
  return db
    .selectFrom('data_requests')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('kind', '=', kind)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirst();
}

function latest(db: Db, user_id: string, kind: RequestRow['kind']): Promise<RequestRow | undefined> {
  return db
    .selectFrom('data_requests')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('kind', '=', kind)
    .orderBy('asked_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The one that is under way, where there is one: a second press asks for nothing new. */
async function insertRequest(
  tx: Tx,
  { user_id, kind, due_at, asked_at }: Pick<RequestRow, 'user_id' | 'kind' | 'due_at' | 'asked_at'>,
): Promise<RequestRow> {
  const { rows } = await sql<RequestRow>`
    insert into data_requests (user_id, kind, due_at, asked_at, file_key)
    values (${user_id}, ${kind}, ${inDatabaseTime(due_at)}, ${inDatabaseTime(asked_at)}, ${null})
    on conflict (user_id, kind) where state in ('waiting', 'running') do update set kind = excluded.kind
    returning *`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('an upsert returns its row');
  return row;
}

/** The name of a copy in storage, which nobody can guess. */
export const newFileKey = () => randomBytes(32).toString('hex');
