import { accessLoader, roleAccess } from '../../access/load.ts';
import { blacklistEntryOf, isRoleBlacklisted } from '../../blacklist/blacklisted.ts';
import type { Context } from '../../platform/context.ts';
import { unlessRefused } from '../../platform/discord/failures.ts';
import { meetMembers } from '../../servers/members.ts';
import { isGuestOfEarlierMembership } from '../../servers/membership.ts';
import { isStaffNoMore, type NewMember, type Someone, type StaffOf } from '../model/added-members.ts';
import { erasedSince, isAnyoneErasedSince } from '../model/erased-people.ts';
import { type Ticket, wasImported } from '../model/find.ts';
import { panelTeamsOf } from '../model/panel-teams.ts';
import { noteThreadStaff } from '../model/thread-staff-notes.ts';

type Member = Someone & { staff_of: StaffOf; added_at: Date | null };

/**
 * Who of those that were added to a ticket is let into the one that goes on from it, with what was noted of them: nobody who
 * left the server, also if they are back, is on the blacklist, or was staff then and is not any more. Those of whom Discord tells nothing now come along.
 * Of an imported ticket nobody does: staff here have let none of them in, and an archive may name anybody.
 */
export async function whoComesAlong(ctx: Context, ticket: Ticket): Promise<NewMember[]> {
  if (wasImported(ticket)) return [];
  const { guild_id, ticket_id, panel_id } = ticket;
  const members = (await ctx.db
    .selectFrom('ticket_members')
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .select(['kind', 'member_id as id', 'staff_of', 'added_at'])
    .execute()) as Member[]; // the table checks both
  if (!members.length) return [];
  const [accessOf, panel] = await Promise.all([
    accessOfKnown(ctx, ticket, members),
    panelTeamsOf(ctx, guild_id, panel_id),
  ]);
  const former = await formerGuests(ctx, ticket);
  const come = await Promise.all(
    members.map(async (member) => {
      if (former.has(member.id)) return false;
      const access = await accessOf(member);
      if (isStaffNoMore(access, panel, member.staff_of)) return false;
      if (member.kind === 'role') return !(await isRoleBlacklisted(ctx.db, { guild_id, role_id: member.id }));
      return !access || (access.is_member && !(await blacklistEntryOf(ctx, access)));
    }),
  );
  return members.filter((_, index) => come[index]);
}

/** Asked when those who were added are known. */
async function formerGuests({ db }: Context, { guild_id, ticket_id }: Ticket): Promise<Set<string>> {
  const rows = await db
    .selectFrom('ticket_members')
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .where(isGuestOfEarlierMembership('ticket_members'))
    .select('member_id')
    .execute();
  return new Set(rows.map(({ member_id }) => member_id));
}

/** As whoComesAlong(), for a ticket that is reopened in its own thread: the others were added no more, and are taken out of it, as are those who were erased. */
export async function leaveOthersBehind(ctx: Context, ticket: Ticket): Promise<void> {
  const { guild_id, ticket_id } = ticket;
  const come = (await whoComesAlong(ctx, ticket)).map(({ id }) => id);
  const erased = (await erasedInThread(ctx, ticket)).filter((id) => !come.includes(id));
  await ctx.db.transaction().execute(async (tx) => {
    const left = await tx
      .deleteFrom('ticket_members')
      .where('guild_id', '=', guild_id)
      .where('ticket_id', '=', ticket_id)
      .where('member_id', 'not in', ['0', ...come])
      .returning('member_id')
      .execute();
    await noteThreadStaff(tx, ticket, [...left.map(({ member_id }) => member_id), ...erased]);
  });
}

/** Members of a closed ticket's thread who were erased: they could not be taken out of it then, and the erasure left no note of them. */
async function erasedInThread(ctx: Context, ticket: Ticket): Promise<string[]> {
  const { channel_id, opened_at, opener_id } = ticket;
  if (!channel_id || !(await isAnyoneErasedSince(ctx.db, opened_at))) return [];
  const members = await unlessRefused(ctx.discord.api.threads.getAllMembers(channel_id), (err) =>
    ctx.log.info({ err, channel_id }, 'Discord does not say who is in the thread of a ticket'),
  );
  const ids = members?.flatMap(({ user_id }) => user_id ?? []) ?? [];
  return (await erasedSince(ctx, ids, opened_at)).filter((id) => id !== opener_id);
}

/** Asks Discord about those who are unknown together, and about nobody twice. */
async function accessOfKnown(ctx: Context, { guild_id, ticket_id }: Ticket, members: readonly Member[]) {
  const idsOf = (kind: Member['kind']) => members.flatMap((one) => (one.kind === kind ? [one.id] : []));
  const user_ids = idsOf('user');
  await meetMembers(ctx, guild_id, { user_ids }).catch((err: unknown) =>
    ctx.log.info({ err, guild_id, ticket_id }, 'Discord did not tell of all members who were added'),
  );
  const met = await ctx.db
    .selectFrom('guild_members')
    .where('guild_id', '=', guild_id)
    .where('user_id', 'in', ['0', ...user_ids])
    .select('user_id')
    .execute();
  const known = new Set(met.map(({ user_id }) => user_id));
  const [ofRole, ofUser] = [await roleAccess(ctx, guild_id, idsOf('role')), accessLoader(ctx)];
  return async ({ kind, id }: Member) => {
    if (kind === 'role') return ofRole(id);
    return known.has(id) ? ofUser({ guild_id, user_id: id }) : undefined;
  };
}
