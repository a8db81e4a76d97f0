import type { ChangedBy } from '../audit/record.ts';
import { record } from '../audit/record.ts';
import type { Tx } from '../platform/db/db.ts';
import type { StaffTarget } from './target.ts';

/** Writes down that a person or a role was put into a team, or taken out of it. */
export async function recordMember(
  tx: Tx,
  by: ChangedBy,
  { guild_id, kind, id }: StaffTarget,
  team: { now: string } | { was: string },
): Promise<void> {
  const about = kind === 'user' ? { about_user_id: id } : { id };
  const is_new = 'now' in team;
  await record(tx, by, guild_id, {
    action: is_new ? 'member.add' : 'member.remove',
    resource: 'member',
    ...about,
    ...(is_new ? { after: { kind, team: team.now } } : { before: { kind, team: team.was } }),
  });
}
