import { sql } from 'kysely';
import type { Context } from '../platform/context.ts';
import type { Tx } from '../platform/db/db.ts';
import { transact } from '../platform/events/events.ts';
import { followStaffLater } from './follow-staff.ts';
import { recordMember } from './record-member.ts';
import { accessChanged, teamOf } from './staff.ts';

const because = 'they left the server';

/**
 * Takes someone who left a server out of its staff, wherever they stand there by name, and writes that down: who comes back
 * is nobody until an administrator adds them again. What their roles give comes and goes with the roles. Safe to repeat.
 */
export async function takeOffStaffWhoLeft(ctx: Context, guild_id: string, user_id: string): Promise<void> {
  // Most who come and go are no staff, which one look says.
  const { rows } = await sql`
    select from permissions where guild_id = ${guild_id} and user_id = ${user_id}
    union all
    select from support_team_users join support_teams using (team_id)
      where guild_id = ${guild_id} and user_id = ${user_id}
    limit 1`.execute(ctx.db);
  if (!rows.length) return;
  const target = { guild_id, kind: 'user', id: user_id } as const;
  await transact(ctx, async (tx, emit) => {
    const teams = await takeOut(tx, guild_id, user_id);
    const by = { user_id: null, source: 'system' as const, because };
    for (const was of teams) await recordMember(tx, by, target, { was });
    // Discord keeps what a channel allows to someone who left.
    await followStaffLater(tx, target);
    emit(accessChanged(target));
  });
}

/** Returns the names of the teams in which they were. */
async function takeOut(tx: Tx, guild_id: string, user_id: string): Promise<string[]> {
  const ranks = await tx
    .deleteFrom('permissions')
    .where((eb) => eb.and({ guild_id, user_id }))
    .returning(['admin', 'support'])
    .executeTakeFirst();
  const { rows: teams } = await sql<{ name: string }>`
    with gone as (delete from support_team_users where user_id = ${user_id} and team_id in (
      select team_id from support_teams where guild_id = ${guild_id}) returning team_id)
    select name from support_teams join gone using (team_id) order by team_id`.execute(tx);
  return [
    ...(ranks?.admin ? [teamOf.admin] : []),
    ...(ranks?.support ? [teamOf.support] : []),
    ...teams.map(({ name }) => name),
  ];
}
