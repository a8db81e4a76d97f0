import { AppError } from '@tickets/contract/errors';
import { sql } from 'kysely';
import type { Actor, Context } from '../platform/context.ts';
import type { Tx } from '../platform/db/db.ts';
import { getGuild } from '../servers/guilds.ts';
import { syncStaffLater } from './sync.ts';

/** Who administers the bot, and who is in the default team. */
export type StaffRank = 'admin' | 'support';

export interface StaffTarget {
  guild_id: string;
  kind: 'user' | 'role';
  id: string;
}

/** Refuses who cannot be made staff, before someone is asked to confirm it. */
export async function checkMayBecomeStaff(
  ctx: Context,
  { guild_id, kind, id }: StaffTarget,
  rank: StaffRank,
): Promise<void> {
  if (kind === 'user') {
    if (rank === 'support') throw new AppError('staff.support_by_role');
    if ((await getGuild(ctx, guild_id)).owner_id === id) throw new AppError('staff.owner_already_admin');
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

/** Makes a person or a role staff, which counts from their next step on. `syncStaff` lets them into open tickets. */
export async function addStaff(ctx: Context, target: StaffTarget, rank: StaffRank): Promise<void> {
  await checkMayBecomeStaff(ctx, target, rank);
  await ctx.db.transaction().execute(async (tx) => {
    const { table, id, flag } = namesOf(target, rank);
    await sql`
      insert into ${table} (guild_id, ${id}, ${flag}) values (${target.guild_id}, ${target.id}, true)
      on conflict (guild_id, ${id}) do update set ${flag} = true`.execute(tx);
    await syncStaffLater(tx, target);
  });
  announce(ctx, target);
}

/** Takes a person or a role off the staff. The owner stays, and nobody shuts themselves out. */
export async function removeStaff(
  ctx: Context,
  actor: Actor,
  target: StaffTarget,
  rank: StaffRank,
): Promise<void> {
  if (target.kind === 'user') {
    if ((await getGuild(ctx, target.guild_id)).owner_id === target.id)
      throw new AppError('staff.owner_stays');
    if (actor.kind === 'user' && actor.user_id === target.id) throw new AppError('staff.self');
  }
  await ctx.db.transaction().execute(async (tx) => {
    if (!(await unset(tx, target, rank))) {
      const mention = target.kind === 'role' ? `<@&${target.id}>` : `<@${target.id}>`;
      throw new AppError(`staff.not_${rank}`, { params: { target: mention } });
    }
    await syncStaffLater(tx, target);
  });
  announce(ctx, target);
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

function announce(ctx: Context, { guild_id, kind, id }: StaffTarget): void {
  ctx.events.publish({ type: 'access.changed', guild_id, ...(kind === 'user' && { user_id: id }) });
}
