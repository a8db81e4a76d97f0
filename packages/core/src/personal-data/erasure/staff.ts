import { sql } from 'kysely';
import { takeOffCall } from '../../on-call/on-call.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { toldOfDiscord } from '../../platform/discord/ask.ts';
import { inServer } from '../../platform/discord/bots.ts';
import { isRefusal } from '../../platform/discord/failures.ts';
import { transact } from '../../platform/events/events.ts';
import { followStaffLater, followStaffQuietly } from '../../staff/follow-staff.ts';
import { accessChanged } from '../../staff/target.ts';
import { followLater } from '../../tickets/following/follow-ticket.ts';
import type { TicketKey } from '../../tickets/model/find.ts';
import { noteThreadStaff } from '../../tickets/model/thread-staff-notes.ts';
import { numbersAtOnce } from '../reading/batches.ts';
import type { Person } from './person.ts';
import type { Note } from './step.ts';

/** Takes somebody off the staff, and out of teams, and ends the links that they made to transcripts, and their downloads. Discord follows. */
export async function eraseStaffEntries(ctx: Context, { user_id }: Person, note: Note): Promise<void> {
  const now = ctx.clock.now();
  const { numAffectedRows: ended } = await sql`
    update transcript_links set revoked_at = ${now}
    where made_by = ${user_id} and revoked_at is null and expires_at > ${now}`.execute(ctx.db);
  await note(Number(ended ?? 0));
  const { numAffectedRows: downloads } = await sql`
    update transcript_downloads set state = 'cancelled', finished_at = ${now}
    where asked_by = ${user_id} and state in ('waiting', 'running')`.execute(ctx.db);
  await note(Number(downloads ?? 0));
  await eraseCalls(ctx, user_id, note);
  const { rows } = await sql<{ guild_id: string; is_left: boolean }>`
    select g.guild_id, g.left_at is not null as is_left from guilds g
    where exists (select from permissions p where p.guild_id = g.guild_id and p.user_id = ${user_id})
      or exists (select from support_teams s join support_team_users u using (team_id)
        where s.guild_id = g.guild_id and u.user_id = ${user_id})
    order by g.guild_id`.execute(ctx.db);
  for (const { guild_id, is_left } of rows) {
    const target = { guild_id, kind: 'user' as const, id: user_id };
    await transact(ctx, async (tx, emit) => {
      await tx
        .deleteFrom('permissions')
        .where('guild_id', '=', guild_id)
        .where('user_id', '=', user_id)
        .execute();
      await sql`delete from support_team_users u using support_teams s
        where s.team_id = u.team_id and s.guild_id = ${guild_id} and u.user_id = ${user_id}`.execute(tx);
      if (!is_left) await followStaffLater(tx, target);
      emit(accessChanged(target));
    });
    if (!is_left) await followStaffQuietly(inServer(ctx, guild_id), [target]);
    await note(1);
  }
  await eraseBotStaff(ctx, user_id);
}

async function eraseCalls(ctx: Context, user_id: string, note: Note): Promise<void> {
  const { rows } = await sql<{ guild_id: string; is_left: boolean }>`
    select c.guild_id, g.left_at is not null as is_left from on_call c join guilds g using (guild_id)
    where c.user_id = ${user_id}`.execute(ctx.db);
  for (const { guild_id, is_left } of rows) {
    if (!is_left) await takeOffCall(inServer(ctx, guild_id), guild_id, user_id);
    else await sql`delete from on_call where guild_id = ${guild_id} and user_id = ${user_id}`.execute(ctx.db);
    await note(1);
  }
}

async function eraseBotStaff(ctx: Context, user_id: string): Promise<void> {
  await transact(ctx, async (tx, emit) => {
    const { rows } = await sql<{ guild_id: string }>`
      with gone as (delete from bot_staff where user_id = ${user_id} returning user_id)
      select guild_id from staff_overrides where exists (select from gone)`.execute(tx);
    for (const { guild_id } of rows) emit({ type: 'access.changed', guild_id, user_id });
  });
}

/** Takes somebody out of tickets that they were added to, and of threads that a mention brought them into. Discord follows. */
export async function eraseAdded(ctx: Context, { user_id }: Person, note: Note): Promise<void> {
  for (let found = numbersAtOnce; found === numbersAtOnce; await note(found))
    found = await ctx.db.transaction().execute(async (tx) => {
      const { rows } = await sql<TicketKey & { status: string; is_thread: boolean }>`
        delete from ticket_members m using tickets t, (
          select guild_id, ticket_id from ticket_members where member_id = ${user_id} and kind = 'user'
          limit ${numbersAtOnce}) chosen
        where m.guild_id = chosen.guild_id and m.ticket_id = chosen.ticket_id
          and t.guild_id = m.guild_id and t.ticket_id = m.ticket_id and m.member_id = ${user_id} and m.kind = 'user'
        returning m.guild_id, m.ticket_id, t.status, t.is_thread`.execute(tx);
      for (const ticket of rows) if (ticket.status === 'open') await leaves(tx, ticket, user_id);
      return rows.length;
    });
  await leaveThreads(ctx, user_id, note);
  // Those of open tickets go when Discord has followed. Who is in the thread of a closed one is looked at when that is reopened.
  const { numAffectedRows } = await sql`
    delete from thread_staff s using tickets t where s.user_id = ${user_id}
      and t.guild_id = s.guild_id and t.ticket_id = s.ticket_id and t.status <> 'open'`.execute(ctx.db);
  await note(Number(numAffectedRows ?? 0));
}

/** Discord alone knows whom a mention brought into a private thread; the bot need not even have heard of them. */
async function leaveThreads(ctx: Context, user_id: string, note: Note): Promise<void> {
  const { rows } = await sql<{ guild_id: string; is_member: boolean; threads: Record<string, string> }>`
    select t.guild_id, coalesce(bool_or(m.present), false) as is_member,
      json_object_agg(t.ticket_id, t.channel_id::text) as threads
    from tickets t join guilds g using (guild_id)
    left join guild_members m on m.guild_id = t.guild_id and m.user_id = ${user_id}
    where t.is_thread and t.status = 'open' and t.channel_id is not null and g.left_at is null
      and not exists (select from thread_staff s
        where s.guild_id = t.guild_id and s.ticket_id = t.ticket_id and s.user_id = ${user_id})
    group by t.guild_id`.execute(ctx.db);
  for (const { guild_id, is_member, threads } of rows) {
    const { api } = inServer(ctx, guild_id).discord;
    const found = is_member ? 'there' : await lookUp(api.guilds.getMember(guild_id, user_id));
    if (found !== 'away')
      for (const [ticket_id, channel_id] of Object.entries(threads)) {
        // Where Discord does not say, the duties take them out of each thread as soon as it answers.
        const isIn =
          found === 'unknown' || (await lookUp(api.threads.getMember(channel_id, user_id))) !== 'away';
        if (isIn) await noteThreadStaff(ctx.db, { guild_id, ticket_id: Number(ticket_id) }, [user_id]);
        await note(0);
      }
    await note(0);
  }
}

/** If Discord does not answer for one server, or refuses its bot, the rest of the erasure still goes on. */
async function lookUp(question: Promise<unknown>): Promise<'there' | 'away' | 'unknown'> {
  try {
    await question;
    return 'there';
  } catch (error) {
    if (isRefusal(error) && error.status === 404) return 'away';
    if (toldOfDiscord(error)) return 'unknown';
    throw error;
  }
}

async function leaves(tx: Tx, ticket: TicketKey & { is_thread: boolean }, user_id: string): Promise<void> {
  if (ticket.is_thread) await noteThreadStaff(tx, ticket, [user_id]);
  else await followLater(tx, ticket, { what: 'permissions', of: user_id }, { in_background: true });
}
