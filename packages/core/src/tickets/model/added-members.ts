import { PermissionLevel } from '@tickets/contract/access/levels';
import { sql } from 'kysely';
import type { Access } from '../../access/access.ts';
import { loadAccess, roleAccess } from '../../access/load.ts';
import { mayWorkPanel, type PanelTeams } from '../../access/tickets.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { checkDutiesLater } from '../../servers/duties-later.ts';
import { isGuestOfEarlierMembership } from '../../servers/membership.ts';
import type { Ticket } from './find.ts';
import { panelLooks } from './ticket-panel.ts';

/** A person or a role. */
export interface Someone {
  kind: 'user' | 'role';
  id: string;
}

/** For which tickets they were staff when they were added: for this one, or only for others of the server. Null for guests. */
export type StaffOf = 'ticket' | 'server' | null;

/** Who is to be added: with what was noted of them in an earlier ticket, or with who they are now. */
export type NewMember = Someone & {
  /** By the clock of Discord, which also says when they joined the server; null where it is not known. */
  added_at: Date | null;
} & ({ staff_of: StaffOf } | { access: Access | undefined });

/** The access of a person in a server; of a role, the access that it alone gives. */
export async function accessOfSomeone(
  ctx: Context,
  guild_id: string,
  { kind, id }: Someone,
): Promise<Access | undefined> {
  return kind === 'user' ? loadAccess(ctx, guild_id, id) : (await roleAccess(ctx, guild_id, [id]))(id);
}

/** Whether they have stopped being what they were when they were added. Nothing ends while the bot is not in the server. */
export function isStaffNoMore(access: Access | undefined, panel: PanelTeams, staff_of: StaffOf): boolean {
  if (!access || staff_of === null) return false;
  return staff_of === 'server' ? access.level === PermissionLevel.none : !mayWorkPanel(access, panel).allowed;
}

/**
 * Adds members to a ticket, and notes for which tickets they are staff: staff go when they are staff no more. Their access is read
 * before the transaction, which must not wait for Discord, so the duties look at them again after it. Returns who was not in it before.
 */
export async function addMembers(
  tx: Tx,
  ticket: Pick<Ticket, 'guild_id' | 'ticket_id' | 'panel_id'>,
  members: readonly NewMember[],
): Promise<string[]> {
  if (!members.length) return [];
  const { guild_id, ticket_id } = ticket;
  const panel = (await panelLooks(tx, ticket)) ?? null;
  const rows = members.map((member) => ({
    guild_id,
    ticket_id,
    member_id: member.id,
    kind: member.kind,
    staff_of: 'staff_of' in member ? member.staff_of : staffOf(member.access, panel),
    added_at:
      member.kind === 'user' && member.added_at ? sinceJoined(guild_id, member.id, member.added_at) : null,
  }));
  const added = await tx
    .insertInto('ticket_members')
    .values(rows)
    .onConflict((oc) =>
      oc
        .columns(['guild_id', 'ticket_id', 'member_id'])
        .doUpdateSet((eb) => ({
          staff_of: eb.ref('excluded.staff_of'),
          added_at: eb.ref('excluded.added_at'),
        }))
        .where(isGuestOfEarlierMembership('ticket_members')),
    )
    .returning('member_id')
    .execute();
  if (rows.some(({ staff_of }) => staff_of !== null)) await checkDutiesLater(tx, guild_id);
  return added.map(({ member_id }) => member_id);
}

/** Not before they joined, as far as we know; a `Date` has no microseconds. */
export const sinceJoined = (
  guild_id: string,
  user_id: string,
  at: Date,
) => sql<Date>`greatest(${at}::timestamptz, (
  select joined_at from guild_members where guild_id = ${guild_id} and user_id = ${user_id}))`;

function staffOf(access: Access | undefined, panel: PanelTeams): StaffOf {
  if (!access || access.level === PermissionLevel.none) return null;
  return mayWorkPanel(access, panel).allowed ? 'ticket' : 'server';
}
