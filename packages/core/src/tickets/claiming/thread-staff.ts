import { sql } from 'kysely';
import { accessLoader, loadAccess } from '../../access/load.ts';
import { type PartiesRow, partiesColumns, partiesOf, partiesTables } from '../../access/ticket-parties.ts';
import { mayWorkPanel } from '../../access/tickets.ts';
import type { Context } from '../../platform/context.ts';
import { twice } from '../../platform/discord/ask.ts';
import { isRefusal } from '../../platform/discord/failures.ts';
import { outOfArchive } from '../../platform/discord/own-messages.ts';
import { ticketLock, withLock } from '../../platform/locks/ticket-lock.ts';
import { findTicket, keyOf, type Ticket, type TicketKey } from '../model/find.ts';
import { panelTeamsOf } from '../model/panel-teams.ts';
import { isLapsed } from './release-claim.ts';

interface InThread extends TicketKey {
  user_id: string;
}

/** Notes who of those that came into a ticket's thread are staff for it, and forgets who is out of it. */
export async function threadMembersChanged(
  ctx: Context,
  ticket: Ticket,
  { added, removed }: { added: readonly string[]; removed: readonly string[] },
): Promise<void> {
  const { guild_id, ticket_id } = ticket;
  const accessOf = accessLoader(ctx);
  const panel = await panelTeamsOf(ctx, guild_id, ticket.panel_id);
  const came = await Promise.all(added.map((user_id) => accessOf({ guild_id, user_id })));
  const staff = came.flatMap((access) =>
    access && mayWorkPanel(access, panel).allowed ? [{ guild_id, ticket_id, user_id: access.user_id }] : [],
  );
  if (staff.length)
    await ctx.db
      .insertInto('thread_staff')
      .values(staff)
      .onConflict((oc) => oc.doNothing())
      .execute();
  if (removed.length)
    await ctx.db
      .deleteFrom('thread_staff')
      .where('guild_id', '=', guild_id)
      .where('ticket_id', '=', ticket_id)
      .where('user_id', 'in', removed)
      .execute();
}

/** Takes out of the threads of open tickets who came in as staff and are staff for them no more. Safe to repeat. */
export async function takeFormerStaffOut(ctx: Context, guild_id: string): Promise<void> {
  for (const one of await formerStaff(ctx, guild_id)) await takeOut(ctx, one);
}

/** Asked for all threads together; each of them is looked at again before they are taken out. */
async function formerStaff(ctx: Context, guild_id: string): Promise<InThread[]> {
  const { rows } = await sql<PartiesRow & InThread>`
    select t.guild_id, t.ticket_id, th.user_id, ${partiesColumns}
    from thread_staff th join tickets t using (guild_id, ticket_id) ${partiesTables}
    where t.guild_id = ${guild_id} and t.status = 'open' and t.is_thread
    order by t.ticket_id, th.user_id`.execute(ctx.db);
  const accessOf = accessLoader(ctx);
  const lapsed = await Promise.all(
    rows.map(async (row) => isLapsed(await accessOf(row), partiesOf(row).panel)),
  );
  return rows.filter((_, index) => lapsed[index]);
}

/** Its opener stays, and who was let in with `/add`. */
async function takeOut(ctx: Context, { guild_id, ticket_id, user_id }: InThread): Promise<void> {
  const done = await withLock(ctx.db, ticketLock(guild_id, ticket_id), async () => {
    const ticket = await findTicket(ctx.db, { guild_id, ticket_id });
    if (ticket?.status !== 'open' || !ticket.channel_id) return;
    const [access, panel] = await Promise.all([
      loadAccess(ctx, guild_id, user_id),
      panelTeamsOf(ctx, guild_id, ticket.panel_id),
    ]);
    if (!isLapsed(access, panel)) return;
    if (user_id !== ticket.opener_id && !(await wasAdded(ctx, { guild_id, ticket_id, user_id })))
      await removeFromThread(ctx, ticket, ticket.channel_id, user_id);
    await ctx.db
      .deleteFrom('thread_staff')
      .where('guild_id', '=', guild_id)
      .where('ticket_id', '=', ticket_id)
      .where('user_id', '=', user_id)
      .execute();
  });
  if (done.busy) throw new Error('another process is at this ticket');
}

async function wasAdded({ db }: Context, { guild_id, ticket_id, user_id }: InThread): Promise<boolean> {
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
  channel_id: string,
  user_id: string,
): Promise<void> {
  const { api } = ctx.discord;
  try {
    await twice(() => outOfArchive(api, channel_id, () => api.threads.removeMember(channel_id, user_id)));
    ctx.log.info({ ...keyOf(ticket), user_id }, 'former staff were taken out of a thread');
  } catch (err) {
    // They, or the thread, are gone. What else Discord refuses, a further try does not change.
    if (!isRefusal(err)) throw err;
    if (err.status !== 404) ctx.log.warn({ err, ...keyOf(ticket), user_id }, 'former staff stay in a thread');
  }
}
