import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { isRefusal } from '../../platform/discord/failures.ts';
import { nonceOf, postOnce } from '../../platform/discord/own-messages.ts';
import { eachServer, type HasTime, passTime } from '../../platform/each-server.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import { warnUnlessOutage } from '../../platform/outages.ts';
import { isOpen } from '../../premium/tier.ts';
import type { GuildSettings } from '../../settings/read.ts';
import { type Wording, wordingOf } from '../../wording/look.ts';
import { readMissed } from '../conversation/backfill.ts';
import { beginClosing, systemClosing } from '../model/begin-closing.ts';
import { keyOf, type TicketKey } from '../model/find.ts';
import { takeBackWarnings } from './auto-close-overtaken.ts';
import { autoCloseTimes, lateAfter, lateNotice, warningCounts } from './auto-close-times.ts';
import { autoCloseWarning } from './auto-close-warning.ts';

interface QuietTicket extends TicketKey {
  asked_at: Date;
  channel_id: string;
  opener_id: string;
  /** Since when nobody wrote, in seconds since 1970. */
  since: number;
  /** After how many seconds of that it closes. */
  seconds: number;
  is_over: boolean;
  /** When its opener was warned last, in seconds since 1970. */
  earlier: number | null;
  /** When it closes, in seconds since 1970. */
  closes_at: number;
  /** An earlier warning of it is yet to be taken back. */
  is_warned: boolean;
}

/**
 * Closes the tickets whose time is over: nobody wrote for so long after opening, or after the last message. Whoever
 * opened one is warned before, once for each silence, and has the time that the warning says, also when it comes late.
 * The times are kept while a server has no premium, and do nothing. Returns how many began to close.
 */
export async function sweepAutoClose(ctx: Context): Promise<number> {
  await takeBackWarnings(ctx);
  const { rows: servers } = await sql<{ guild_id: string }>`
    select s.guild_id from guild_settings s join guilds g using (guild_id)
    where s.auto_close_enabled and s.auto_close_since_open + s.auto_close_since_last_message > 0
      and g.left_at is null`.execute(ctx.db);
  let closed = 0;
  const ids = servers.map(({ guild_id }) => guild_id);
  await eachServer(ctx, ids, 'quiet tickets of a server could not be closed', async (there, guild_id) => {
    closed += await closeQuiet(there, { guild_id });
  });
  return closed;
}

/** As sweepAutoClose(), for one server: when a warning says that one of its tickets closes, or where a pass left some. */
export async function closeQuiet(ctx: Context, { guild_id }: { guild_id: string }): Promise<number> {
  const found = await quietTickets(ctx, guild_id);
  if (!found.length || !(await isOpen(ctx, guild_id, 'auto_close'))) return 0;
  const hasTime = passTime();
  const { quiet, areAll } = await stillQuiet(ctx, guild_id, found, hasTime);
  const wording = await wordingOf(ctx, guild_id);
  const reason = wording.t.closing.inactive;
  let closed = 0;
  for (const ticket of quiet.filter(({ is_over }) => is_over)) {
    const request = { ...systemClosing(ticket), reason, source: 'auto_close' as const };
    // Until its turn comes, somebody may keep it open.
    const isStillDue = async (tx: Tx) => {
      const [now] = await quietTickets({ ...ctx, db: tx }, guild_id, ticket.ticket_id);
      return now?.is_over ?? false;
    };
    if (await beginClosing(ctx, request, { in_background: true, isStillDue })) closed += 1;
  }
  await warn(
    ctx,
    wording,
    quiet.filter(({ is_over, is_warned }) => !is_over && !is_warned),
    hasTime,
  );
  if (closed && !areAll)
    await addJob(ctx.db, 'ticket.auto_close', { guild_id }, { key: `auto_close:${guild_id}` });
  return closed;
}

/** Whether quiet tickets of a server close by themselves at all. */
export async function closesByTime(ctx: Context, settings: GuildSettings): Promise<boolean> {
  const { guild_id, auto_close_enabled, auto_close_since_open, auto_close_since_last_message } = settings;
  if (!auto_close_enabled || auto_close_since_open + auto_close_since_last_message === 0) return false;
  return isOpen(ctx, guild_id, 'auto_close');
}

/** Those that are over only where Discord, too, knows nothing that was written. `areAll`: there was time to ask about each. */
async function stillQuiet(
  ctx: Context,
  guild_id: string,
  found: readonly QuietTicket[],
  hasTime: HasTime,
): Promise<{ quiet: readonly QuietTicket[]; areAll: boolean }> {
  const over = found.filter(({ is_over }) => is_over);
  if (!over.length) return { quiet: found, areAll: true };
  const asked = new Set<number>();
  const read = new Set<number>();
  for (const ticket of over) {
    if (!hasTime()) break;
    asked.add(ticket.ticket_id);
    if (await readMissed(ctx, ticket)) read.add(ticket.ticket_id);
  }
  // The time of others may have ended meanwhile.
  const quiet = await quietTickets(ctx, guild_id);
  return {
    quiet: quiet.filter(({ ticket_id, is_over }) => !is_over || read.has(ticket_id)),
    areAll: asked.size === over.length,
  };
}

/** Those whose time is over, and those whose opener is to be warned now; of all tickets of a server, or of one. */
async function quietTickets(
  ctx: Pick<Context, 'clock'> & { db: Db | Tx },
  guild_id: string,
  ticket_id?: number,
): Promise<QuietTicket[]> {
  const chosen = ticket_id === undefined ? sql`` : sql`and t.ticket_id = ${ticket_id}`;
  const asked_at = ctx.clock.now();
  const now = sql`${asked_at}::timestamptz`;
  const span = (seconds: RawBuilder<unknown>) => sql`${seconds} * interval '1 second'`;
  const lead = span(sql`lead`);
  const ends = sql`since + ${span(sql`seconds`)}`;
  const isLate = sql`coalesce(warned, ${now}) > ends - ${lead} + ${span(sql`${lateAfter}::integer`)}`;
  const over = sql`(ends <= ${now} and warned is not null and warned + notice <= ${now})`;
  const { rows } = await sql<Omit<QuietTicket, 'asked_at'>>`
    with quiet as (
      select t.guild_id, t.ticket_id, t.channel_id, t.opener_id, t.auto_close_warned_at as warned_at,
        t.auto_close_warning_id is not null as has_message, ${autoCloseTimes()}
      from tickets t join guild_settings s using (guild_id) join guilds g using (guild_id)
      where t.guild_id = ${guild_id} ${chosen} and t.status = 'open' and not t.auto_close_excluded
        and s.auto_close_enabled and g.left_at is null
    ), timed as (
      select *, ${ends} as ends, case when ${warningCounts(asked_at)} then warned_at end as warned from quiet where seconds > 0
    ), noticed as (
      select *, ${span(sql`case when ${isLate} then greatest(lead, ${lateNotice}::integer) else lead end`)} as notice
      from timed
    )
    select guild_id, ticket_id, channel_id, opener_id, seconds, ${over} as is_over,
      has_message and warned is null as is_warned, floor(extract(epoch from since))::float8 as since,
      floor(extract(epoch from warned_at))::float8 as earlier,
      ceil(extract(epoch from greatest(ends, ${now} + notice)))::float8 as closes_at
    from noticed
    where ${over} or (warned is null and ends - ${lead} <= ${now})
    order by ticket_id`.execute(ctx.db);
  return rows.map((row) => ({ ...row, asked_at }));
}

/**
 * The message comes before its mark, and its nonce makes a repeat the same message: nobody is closed out unwarned by a
 * crash. Where Discord refuses the message, there is nobody to warn.
 */
async function warn(
  ctx: Context,
  wording: Wording,
  tickets: readonly QuietTicket[],
  hasTime: HasTime,
): Promise<void> {
  for (const ticket of tickets) {
    if (!hasTime()) return;
    const { channel_id } = ticket;
    let message_id: string | null = null;
    try {
      const message = await postOnce(ctx, channel_id, warningNonce(ticket), {
        ...autoCloseWarning(wording, ticket),
      });
      message_id = message.id;
    } catch (error) {
      warnUnlessOutage(ctx.log, error, 'nobody could be warned that a ticket closes', keyOf(ticket));
      if (!isRefusal(error)) return;
    }
    await keepWarning(ctx, ticket, message_id);
  }
}

/** With the job that keeps the word of a warning to the second; the pass of each minute finds what it misses. */
async function keepWarning(ctx: Context, ticket: QuietTicket, message_id: string | null): Promise<void> {
  const { guild_id, ticket_id, asked_at, closes_at } = ticket;
  // Jobs run by the database's time, whatever time the rules are told.
  const runAt = new Date(Date.now() + closes_at * 1000 - ctx.clock.now().getTime());
  await ctx.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('tickets')
      .set({ auto_close_warned_at: asked_at, auto_close_warning_id: message_id })
      .where('guild_id', '=', guild_id)
      .where('ticket_id', '=', ticket_id)
      .execute();
    await addJob(
      tx,
      'ticket.auto_close',
      { guild_id },
      { key: `auto_close:${guild_id}:${closes_at}`, runAt },
    );
  });
}

/** One for each silence of a ticket, the time it may last, and the warning that does not count any more. */
const warningNonce = ({ channel_id, since, seconds, earlier }: QuietTicket) =>
  nonceOf(channel_id, since, seconds, earlier);
