import { type RawBuilder, sql } from 'kysely';
import { accessLoader, loadAccess } from '../../access/load.ts';
import { type PartiesRow, partiesColumns, partiesOf, partiesTables } from '../../access/ticket-parties.ts';
import { mayWorkPanel } from '../../access/tickets.ts';
import type { Context } from '../../platform/context.ts';
import { twice } from '../../platform/discord/ask.ts';
import { isRefusal } from '../../platform/discord/failures.ts';
import { outOfArchive } from '../../platform/discord/own-messages.ts';
import { transact } from '../../platform/events/events.ts';
import { ticketLock, withLock } from '../../platform/locks/ticket-lock.ts';
import { checkDutiesLater } from '../../servers/duties-later.ts';
import { followLater } from '../following/follow-ticket.ts';
import { findTicket, keyOf, type Ticket, type TicketKey } from '../model/find.ts';
import { panelTeamsOf } from '../model/panel-teams.ts';
import { isLapsed } from './release-claim.ts';

interface InTicket extends TicketKey {
  user_id: string;
}

/** An open ticket whose thread, or whose notes, this is. */
export const findTicketOfThread = (
  { db }: Context,
  { guild_id, thread_id }: { guild_id: string; thread_id: string },
): Promise<Ticket | undefined> =>
  db
    .selectFrom('tickets')
    .selectAll()
    .where('guild_id', '=', guild_id)
    .where('status', '=', 'open')
    .where((eb) =>
      eb.or([
        eb.and([eb('channel_id', '=', thread_id), eb('is_thread', '=', true)]),
        eb('notes_thread_id', '=', thread_id),
      ]),
    )
    .executeTakeFirst();

/**
 * Notes which of those who came into a ticket's thread, or into its notes, are staff for it, and forgets those who left. Former staff
 * whom an on-call role still brought in are noted too, and taken out again.
 */
export async function threadMembersChanged(
  ctx: Context,
  ticket: Ticket,
  { added, removed }: { added: readonly string[]; removed: readonly string[] },
): Promise<void> {
  const { guild_id, ticket_id } = ticket;
  const accessOf = accessLoader(ctx);
  const [panel, isOnCall, came] = await Promise.all([
    panelTeamsOf(ctx, guild_id, ticket.panel_id),
    onCallIn(ctx, guild_id, added),
    Promise.all(added.map((user_id) => accessOf({ guild_id, user_id }))),
  ]);
  const known = came.filter((access) => access !== undefined);
  const staff = known.filter((access) => mayWorkPanel(access, panel).allowed);
  const former = known.filter((access) => !staff.includes(access) && isOnCall(access));
  const noted = [...staff, ...former].map(({ user_id }) => ({ guild_id, ticket_id, user_id }));
  if (noted.length)
    await ctx.db
      .insertInto('thread_staff')
      .values(noted)
      .onConflict((oc) => oc.doNothing())
      .execute();
  if (removed.length) await forgetStaff(ctx, ticket, removed);
  if (former.length) await checkDutiesLater(ctx.db, guild_id);
}

/** Notes who is in the threads of an open ticket, where nobody heard who came in. */
export async function readThreadMembers(
  ctx: Context,
  ticket: Ticket,
  thread_ids: readonly string[],
): Promise<void> {
  for (const thread_id of thread_ids) {
    const members = await ctx.discord.api.threads.getAllMembers(thread_id);
    const added = members.flatMap(({ user_id }) => user_id ?? []);
    await threadMembersChanged(ctx, ticket, { added, removed: [] });
  }
}

async function onCallIn({ db }: Context, guild_id: string, user_ids: readonly string[]) {
  if (!user_ids.length) return () => false;
  const [people, roles] = await Promise.all([
    db.selectFrom('on_call').where('guild_id', '=', guild_id).select('user_id').execute(),
    db.selectFrom('on_call_roles').where('guild_id', '=', guild_id).select('role_id').execute(),
  ]);
  const [listed, held] = [
    new Set(people.map((one) => one.user_id)),
    new Set(roles.map((one) => one.role_id)),
  ];
  return ({ user_id, role_ids }: { user_id: string; role_ids: readonly string[] }) =>
    listed.has(user_id) || role_ids.some((id) => held.has(id));
}

/**
 * Takes former staff out of open tickets: out of the threads and notes that they came into as staff, and out of tickets to which
 * they were added while they were staff. Safe to repeat.
 */
export async function takeFormerStaffOut(ctx: Context, guild_id: string): Promise<void> {
  const added = sql`select guild_id, ticket_id, member_id as user_id from ticket_members where as_staff`;
  for (const one of await formerStaff(ctx, guild_id, added)) await endGuest(ctx, one);
  for (const one of await formerStaff(ctx, guild_id, sql`select * from thread_staff`))
    await takeOut(ctx, one);
}

/** Asked for all of them together; each is looked at again before they are taken out. */
async function formerStaff(ctx: Context, guild_id: string, people: RawBuilder<unknown>): Promise<InTicket[]> {
  const { rows } = await sql<PartiesRow & InTicket>`
    select t.guild_id, t.ticket_id, th.user_id, ${partiesColumns}
    from (${people}) th join tickets t using (guild_id, ticket_id) ${partiesTables}
    where t.guild_id = ${guild_id} and t.status = 'open'
    order by t.ticket_id, th.user_id`.execute(ctx.db);
  const accessOf = accessLoader(ctx);
  const lapsed = await Promise.all(
    rows.map(async (row) => isLapsed(await accessOf(row), partiesOf(row).panel)),
  );
  return rows.filter((_, index) => lapsed[index]);
}

/** Does something to the ticket under its lock, if they are staff for it no more. */
async function whereLapsed(
  ctx: Context,
  { guild_id, ticket_id, user_id }: InTicket,
  work: (ticket: Ticket) => Promise<unknown>,
): Promise<void> {
  const done = await withLock(ctx.db, ticketLock(guild_id, ticket_id), async () => {
    const ticket = await findTicket(ctx.db, { guild_id, ticket_id });
    if (ticket?.status !== 'open') return;
    const [access, panel] = await Promise.all([
      loadAccess(ctx, guild_id, user_id),
      panelTeamsOf(ctx, guild_id, ticket.panel_id),
    ]);
    if (isLapsed(access, panel)) await work(ticket);
  });
  if (done.busy) throw new Error('another process is at this ticket');
}

/** Ends that they were added; the channel follows, and of a thread they are taken out with the others. */
function endGuest(ctx: Context, one: InTicket): Promise<void> {
  const { guild_id, ticket_id, user_id } = one;
  return whereLapsed(ctx, one, async (ticket) => {
    await transact(ctx, async (tx, emit) => {
      await tx
        .deleteFrom('ticket_members')
        .where('guild_id', '=', guild_id)
        .where('ticket_id', '=', ticket_id)
        .where('member_id', '=', user_id)
        .execute();
      if (ticket.is_thread)
        await tx
          .insertInto('thread_staff')
          .values({ guild_id, ticket_id, user_id })
          .onConflict((oc) => oc.doNothing())
          .execute();
      else await followLater(tx, ticket, { what: 'permissions', of: user_id }, { in_background: true });
      emit({ type: 'ticket.changed', guild_id, ticket_id });
    });
  });
}

/** The opener of a ticket that is a thread stays in it, and so do guests who were added to it. */
function takeOut(ctx: Context, one: InTicket): Promise<void> {
  const { user_id } = one;
  return whereLapsed(ctx, one, async (ticket) => {
    const { channel_id, notes_thread_id, is_thread, opener_id } = ticket;
    if (is_thread && channel_id && user_id !== opener_id && !(await wasAdded(ctx, one)))
      await removeFromThread(ctx, ticket, channel_id, user_id);
    if (notes_thread_id) await removeFromThread(ctx, ticket, notes_thread_id, user_id);
    await forgetStaff(ctx, ticket, [user_id]);
  });
}

async function forgetStaff(
  { db }: Context,
  { guild_id, ticket_id }: TicketKey,
  user_ids: readonly string[],
): Promise<void> {
  await db
    .deleteFrom('thread_staff')
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .where('user_id', 'in', user_ids)
    .execute();
}

async function wasAdded({ db }: Context, { guild_id, ticket_id, user_id }: InTicket): Promise<boolean> {
  const found = await db
    .selectFrom('ticket_members')
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .where('member_id', '=', user_id)
    .select('member_id')
    .executeTakeFirst();
  return found !== undefined;
}

async function removeFromThread(
  ctx: Context,
  ticket: Ticket,
  thread_id: string,
  user_id: string,
): Promise<void> {
  const { api } = ctx.discord;
  try {
    await twice(() => outOfArchive(api, thread_id, () => api.threads.removeMember(thread_id, user_id)));
    ctx.log.info({ ...keyOf(ticket), user_id }, 'former staff were taken out of a thread');
  } catch (err) {
    // They, or the thread, are gone. What else Discord refuses, a further try does not change.
    if (!isRefusal(err)) throw err;
    if (err.status !== 404) ctx.log.warn({ err, ...keyOf(ticket), user_id }, 'former staff stay in a thread');
  }
}
