import { AppError } from '@tickets/contract/platform/errors';
import { sql } from 'kysely';
import { authorise } from '../access/authorise.ts';
import type { Call } from '../access/caller.ts';
import type { Context } from '../platform/context.ts';
import type { Tx } from '../platform/db/db.ts';
import type { InBackground } from '../platform/effects/effects.ts';
import { transact } from '../platform/events/events.ts';
import { getGuild } from '../servers/guilds.ts';
import { getMember } from '../servers/members.ts';
import { followStaffLater } from './follow-staff.ts';
import { givenNow, takeOffFormerStaff } from './left.ts';
import { recordMember } from './record-member.ts';
import { accessChanged, type StaffRank, type StaffTarget, teamOf } from './target.ts';

/** Refuses who cannot be made staff, before someone is asked to confirm it. */
export async function checkMayBecomeStaff(
  call: Call,
  { guild_id, kind, id }: StaffTarget,
  rank: StaffRank,
): Promise<void> {
  authorise(call, 'staff.add', guild_id);
  if (kind === 'user') {
    if (rank === 'support') throw new AppError('staff.support_by_role');
    if ((await getGuild(call, guild_id)).owner_id === id) throw new AppError('staff.owner_already_admin');
  }
  await requireInServer(call, { guild_id, kind, id });
}

/** Refuses @everyone, and a person or a role that is not there. */
export async function requireInServer(ctx: Context, { guild_id, kind, id }: StaffTarget): Promise<void> {
  if (kind === 'user') {
    if (!(await getMember(ctx, guild_id, id))?.present) throw new AppError('staff.member_not_found');
    return;
  }
  if (id === guild_id) throw new AppError('staff.everyone');
  const role = await ctx.db
    .selectFrom('guild_roles')
    .where('guild_id', '=', guild_id)
    .where('role_id', '=', id)
    .select('role_id')
    .executeTakeFirst();
  if (!role) throw new AppError('staff.role_not_found');
}

/** Makes a person or a role staff, which counts from their next step on. `followStaffNow` lets them into open tickets. */
export async function addStaff(
  call: Call,
  target: StaffTarget,
  rank: StaffRank,
  who?: InBackground,
): Promise<void> {
  authorise(call, 'staff.add', target.guild_id);
  await checkMayBecomeStaff(call, target, rank);
  await transact(call, async (tx, emit) => {
    await takeOffFormerStaff(tx, emit, target);
    const { table, id, flag } = namesOf(target, rank);
    const given = givenNow(target);
    const { rows } = await sql`
      insert into ${table} (guild_id, ${id}, ${flag}${given.column})
      values (${target.guild_id}, ${target.id}, true${given.value})
      on conflict (guild_id, ${id}) do update set ${flag} = true where not ${table}.${flag}
      returning 1`.execute(tx);
    if (!rows.length) return;
    await recordMember(tx, call, target, { now: teamOf[rank] });
    await followStaffLater(tx, target, who);
    emit(accessChanged(target));
  });
}

/** Takes a person or a role off the staff. The owner stays, and nobody shuts themselves out. */
export async function removeStaff(call: Call, target: StaffTarget, rank: StaffRank): Promise<void> {
  authorise(call, 'staff.remove', target.guild_id);
  if (target.kind === 'user') {
    if ((await getGuild(call, target.guild_id)).owner_id === target.id)
      throw new AppError('staff.owner_stays');
    if (call.caller.kind === 'user' && call.caller.user_id === target.id) throw new AppError('staff.self');
  }
  await transact(call, async (tx, emit) => {
    if (!(await unset(tx, target, rank))) {
      const mention = target.kind === 'role' ? `<@&${target.id}>` : `<@${target.id}>`;
      throw new AppError(`staff.not_${rank}`, { params: { target: mention } });
    }
    await recordMember(tx, call, target, { was: teamOf[rank] });
    await followStaffLater(tx, target);
    emit(accessChanged(target));
  });
}

/**
 * Takes a person or a role out of the default team, with what makes them an administrator: that, only the owner may. Who
 * is not in it stays out, so a repetition is no failure.
 */
export async function removeFromDefaultTeam(call: Call, target: StaffTarget): Promise<void> {
  authorise(call, 'staff.remove', target.guild_id);
  const { owner_id } = await getGuild(call, target.guild_id);
  const isOwner = call.caller.kind === 'system' || call.caller.user_id === owner_id;
  await transact(call, async (tx, emit) => {
    const was_admin = await unset(tx, target, 'admin');
    if (was_admin && !isOwner) throw new AppError('staff.owner_removes_admins');
    const was_support = await unset(tx, target, 'support');
    if (!was_admin && !was_support) return;
    if (was_admin) await recordMember(tx, call, target, { was: teamOf.admin });
    if (was_support) await recordMember(tx, call, target, { was: teamOf.support });
    await followStaffLater(tx, target);
    emit(accessChanged(target));
  });
}

/** Returns whether they had that rank. An entry without any rank is none. */
async function unset(tx: Tx, target: StaffTarget, rank: StaffRank): Promise<boolean> {
  const { table, id, flag } = namesOf(target, rank);
  const mine = sql`guild_id = ${target.guild_id} and ${id} = ${target.id}`;
  const { rows } =
    await sql`update ${table} set ${flag} = false where ${mine} and ${flag} returning 1`.execute(tx);
  await sql`delete from ${table} where ${mine} and not admin and not support`.execute(tx);
  return rows.length > 0;
}

function namesOf({ kind }: StaffTarget, rank: StaffRank) {
  return {
    table: sql.table(kind === 'user' ? 'permissions' : 'role_permissions'),
    id: sql.ref(kind === 'user' ? 'user_id' : 'role_id'),
    flag: sql.ref(rank),
  };
}
