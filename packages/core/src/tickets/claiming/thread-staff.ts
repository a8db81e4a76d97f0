import { PermissionLevel } from '@tickets/contract/access/levels';
import { RESTJSONErrorCodes } from 'discord-api-types/v10';
import { type RawBuilder, sql } from 'kysely';
import type { Access } from '../../access/access.ts';
import { accessLoader, roleAccess } from '../../access/load.ts';
import { mayWorkPanel, type PanelTeams } from '../../access/tickets.ts';
import type { Context } from '../../platform/context.ts';
import { twice } from '../../platform/discord/ask.ts';
import { hasDiscordCode, isRefusal } from '../../platform/discord/failures.ts';
import { outOfArchive } from '../../platform/discord/own-messages.ts';
import { oneByOne } from '../../platform/effects/one-by-one.ts';
import { transact } from '../../platform/events/events.ts';
import { ticketLock, withLock } from '../../platform/locks/ticket-lock.ts';
import { isGuestOfEarlierMembership } from '../../servers/membership.ts';
import { wordingOf } from '../../wording/look.ts';
import { ticketOverwrites } from '../channel/channel-overwrites.ts';
import { setOverwrite } from '../channel/set-overwrite.ts';
import { accessOfSomeone, isStaffNoMore, type Someone, type StaffOf } from '../model/added-members.ts';
import { findTicket, keyOf, type Ticket, type TicketKey } from '../model/find.ts';
import { panelTeamsOf } from '../model/panel-teams.ts';
import { forgetThreadStaff, formerStaffStay, noteThreadStaff } from '../model/thread-staff-notes.ts';

/** A person or role in a ticket, and for which tickets they were staff when they came into it. */
interface InTicket extends TicketKey, Someone {
  staff_of: StaffOf;
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
 * Notes which of those who came into a ticket's thread, or into its notes, are staff for it or for others, and forgets those who left. Former staff
 * whom an on-call role still brought in are noted too, and taken out again.
 */
export async function threadMembersChanged(
  ctx: Context,
  ticket: Ticket,
  { added, removed }: { added: readonly string[]; removed: readonly string[] },
): Promise<void> {
  const { guild_id } = ticket;
  const accessOf = accessLoader(ctx);
  const [panel, isOnCall, came] = await Promise.all([
    panelTeamsOf(ctx, guild_id, ticket.panel_id),
    onCallIn(ctx, guild_id, added),
    Promise.all(added.map((user_id) => accessOf({ guild_id, user_id }))),
  ]);
  const known = came.filter((access) => access !== undefined);
  const staff = known.filter((access) => mayWorkPanel(access, panel).allowed);
  const former = known.filter((access) => !staff.includes(access) && isOnCall(access));
  const others = known.filter((access) => access.level > PermissionLevel.none && !staff.includes(access));
  const idsOf = (people: readonly Access[]) => people.map(({ user_id }) => user_id);
  await forgetThreadStaff(ctx.db, ticket, removed);
  await noteThreadStaff(ctx.db, ticket, idsOf(others), 'server');
  await noteThreadStaff(ctx.db, ticket, idsOf([...staff, ...former]));
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
 * they, or a role, were added while they were staff. Those whom Discord does not let the bot take out stay noted, and are
 * taken out with the next look: each hour, and when permissions change. Safe to repeat.
 */
export async function takeFormerStaffOut(ctx: Context, guild_id: string): Promise<void> {
  const added = sql`select guild_id, ticket_id, kind, member_id as id, staff_of from ticket_members
    where staff_of is not null`;
  const inThreads = sql`select guild_id, ticket_id, 'user' as kind, user_id as id, staff_of from thread_staff`;
  const steps = [
    () => outOfEach(ctx, formerStaff(ctx, guild_id, added), endGuest),
    () => outOfEach(ctx, formerStaff(ctx, guild_id, inThreads), takeOut),
  ];
  await oneByOne(ctx, steps, { work: (step) => step(), later: formerStaffStay });
}

/** A ticket for which Discord does not answer keeps them in no other. */
const outOfEach = (
  ctx: Context,
  all: AsyncIterable<InTicket>,
  work: (ctx: Context, one: InTicket) => Promise<void>,
): Promise<void> => oneByOne(ctx, all, { work: (one) => work(ctx, one), later: formerStaffStay });

/** The same of one person who is staff of nothing any more, also where nobody heard that they came into a thread. */
export async function takeOutOfThreads(ctx: Context, guild_id: string, user_id: string): Promise<void> {
  const everywhere = sql`select guild_id, ticket_id, 'user' as kind, ${user_id}::bigint as id, 'server' as staff_of
    from tickets where is_thread or notes_thread_id is not null`;
  await outOfEach(ctx, formerStaff(ctx, guild_id, everywhere), takeOut);
}

/** A large server has them by the hundred thousand. */
const PAGE = 1_000;

/**
 * Who among these people and roles stopped being staff, a page of them at a time; each person is asked about once, and looked at
 * again before they are taken out.
 */
async function* formerStaff(
  ctx: Context,
  guild_id: string,
  people: RawBuilder<unknown>,
): AsyncGenerator<InTicket> {
  const statusOf = statuses(ctx, guild_id);
  let after = { ticket_id: 0, id: '0' };
  for (;;) {
    const { rows } = await sql<InTicket & { panel_id: number | null }>`
      select th.guild_id, th.ticket_id, th.kind, th.id, th.staff_of, t.panel_id
      from (${people}) th join tickets t on t.guild_id = th.guild_id and t.ticket_id = th.ticket_id and t.status = 'open'
      where th.guild_id = ${guild_id}
        and (th.guild_id, th.ticket_id, th.id) > (${guild_id}::bigint, ${after.ticket_id}::int, ${after.id}::bigint)
      order by th.guild_id, th.ticket_id, th.id limit ${PAGE}`.execute(ctx.db);
    const { accessOf, panels } = await statusOf(rows);
    for (const { panel_id, ...one } of rows)
      if (isStaffNoMore(accessOf(one), panels.get(panel_id) ?? null, one.staff_of)) yield one;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last;
  }
}

/** Who they are, and who works their panels: read once, however many tickets they are in. */
function statuses(ctx: Context, guild_id: string) {
  const ask = accessLoader(ctx);
  const known = new Map<string, Access | undefined>();
  const panels = new Map<number | null, PanelTeams>();
  return async (rows: readonly (Someone & { panel_id: number | null })[]) => {
    const idsOf = (kind: Someone['kind']) =>
      new Set(rows.flatMap((one) => (one.kind === kind ? [one.id] : [])));
    const ofRoles = await roleAccess(ctx, guild_id, [...idsOf('role')]);
    const unknown = [...idsOf('user')].filter((id) => !known.has(id));
    const found = await Promise.all(unknown.map((user_id) => ask({ guild_id, user_id })));
    for (const [index, id] of unknown.entries()) known.set(id, found[index]);
    for (const panel_id of new Set(rows.map((one) => one.panel_id)))
      if (!panels.has(panel_id)) panels.set(panel_id, await panelTeamsOf(ctx, guild_id, panel_id));
    return { accessOf: ({ kind, id }: Someone) => (kind === 'role' ? ofRoles(id) : known.get(id)), panels };
  };
}

/** Does something to the ticket under its lock, if they are staff for it no more. */
async function whereLapsed(
  ctx: Context,
  one: InTicket,
  work: (ticket: Ticket) => Promise<unknown>,
): Promise<void> {
  const { guild_id, ticket_id } = one;
  const done = await withLock(ctx.db, ticketLock(guild_id, ticket_id), async () => {
    const ticket = await findTicket(ctx.db, { guild_id, ticket_id });
    if (ticket?.status !== 'open') return;
    const [access, panel] = await Promise.all([
      accessOfSomeone(ctx, guild_id, one),
      panelTeamsOf(ctx, guild_id, ticket.panel_id),
    ]);
    if (isStaffNoMore(access, panel, one.staff_of)) await work(ticket);
  });
  if (done.busy) throw new Error('another process is at this ticket');
}

/** Ends that they were added. The row comes last, so that a repetition does what is left. */
function endGuest(ctx: Context, one: InTicket): Promise<void> {
  const { guild_id, ticket_id, id } = one;
  return whereLapsed(ctx, one, async (ticket) => {
    if (!(await shutOut(ctx, ticket, one))) return;
    await transact(ctx, async (tx, emit) => {
      await tx
        .deleteFrom('ticket_members')
        .where('guild_id', '=', guild_id)
        .where('ticket_id', '=', ticket_id)
        .where('member_id', '=', id)
        .execute();
      emit({ type: 'ticket.changed', guild_id, ticket_id });
    });
  });
}

/** Returns whether the ticket is closed to them: it is not where Discord refuses that. */
async function shutOut(ctx: Context, ticket: Ticket, { kind, id }: Someone): Promise<boolean> {
  const { guild_id, channel_id, is_thread, opener_id } = ticket;
  if (!channel_id) return true;
  if (is_thread) return kind === 'role' || id === opener_id || removeFromThread(ctx, ticket, channel_id, id);
  const { settings, t } = await wordingOf(ctx, guild_id);
  const all = await ticketOverwrites(ctx, ticket, settings, undefined, id);
  const theirs = all.find((one) => one.id === id);
  return unlessTheyStay(ctx, ticket, id, () =>
    setOverwrite(ctx, { kind, id }, { guild_id, channel_id }, { ...theirs, reason: t.staff.audit }),
  );
}

/** The opener of a ticket that is a thread stays in it, and so do guests who were added to it. */
function takeOut(ctx: Context, one: InTicket): Promise<void> {
  const { id } = one;
  return whereLapsed(ctx, one, async (ticket) => {
    const { channel_id, notes_thread_id, is_thread, opener_id } = ticket;
    const threads = [notes_thread_id];
    if (is_thread && id !== opener_id && !(await wasAdded(ctx, one))) threads.push(channel_id);
    let isOut = true;
    for (const thread_id of threads)
      if (thread_id && !(await removeFromThread(ctx, ticket, thread_id, id))) isOut = false;
    if (isOut) await forgetThreadStaff(ctx.db, ticket, [id]);
  });
}

async function wasAdded({ db }: Context, { guild_id, ticket_id, id }: InTicket): Promise<boolean> {
  const found = await db
    .selectFrom('ticket_members')
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .where('member_id', '=', id)
    .where(sql<boolean>`not ${isGuestOfEarlierMembership('ticket_members')}`)
    .select('member_id')
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns whether they are out of it by now. */
function removeFromThread(
  ctx: Context,
  ticket: Ticket,
  thread_id: string,
  user_id: string,
): Promise<boolean> {
  const { api } = ctx.discord;
  return unlessTheyStay(ctx, ticket, user_id, async () => {
    await twice(() => outOfArchive(api, thread_id, () => api.threads.removeMember(thread_id, user_id)));
    ctx.log.info({ ...keyOf(ticket), user_id }, 'former staff were taken out of a thread');
  });
}

/** They, or the place. That Discord shows the bot no such server tells of neither. */
const gone = [
  RESTJSONErrorCodes.UnknownMember,
  RESTJSONErrorCodes.UnknownUser,
  RESTJSONErrorCodes.UnknownRole,
  RESTJSONErrorCodes.UnknownChannel,
];

/** Returns whether they are out, or they or the place are gone. A refused removal is tried again with the next look. */
async function unlessTheyStay(
  ctx: Context,
  ticket: Ticket,
  id: string,
  work: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (err) {
    if (!isRefusal(err)) throw err;
    if (hasDiscordCode(err, ...gone)) return true;
    ctx.log.warn({ err, ...keyOf(ticket), id }, formerStaffStay);
    return false;
  }
}
