import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../platform/context.ts';
import type { Tx } from '../platform/db/db.ts';
import type { EffectKind } from '../platform/effects/effects.ts';
import { type AppEvent, transact } from '../platform/events/events.ts';
import { isOfEarlierMembership } from '../servers/membership.ts';
import { followStaffLater } from './follow-staff.ts';
import { recordMember } from './record-member.ts';
import { accessChanged, type StaffTarget, teamOf } from './target.ts';

type Person = StaffTarget & { kind: 'user' };
type Emit = (event: AppEvent) => void;

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
  const person = { guild_id, kind: 'user', id: user_id } as const;
  await transact(ctx, (tx, emit) => takeOffStaff(tx, emit, person, 'they left the server'));
}

/**
 * As takeOffStaffWhoLeft(), where they came back before anyone heard that they had left: what they were named since stays.
 * Also before they are named once more, because an entry of theirs that does not count would be in the way.
 */
export async function takeOffFormerStaff(tx: Tx, emit: Emit, target: StaffTarget): Promise<void> {
  if (!isPerson(target)) return;
  await takeOff(tx, emit, target, 'they left the server and came back', (added_at) =>
    isOfEarlierMembership(added_at, joiningOf(target)),
  );
}

/** What an entry has beside who it names: when it is given to a person, which is not before they joined. */
export function givenNow(target: StaffTarget): { column: RawBuilder<unknown>; value: RawBuilder<unknown> } {
  return isPerson(target)
    ? { column: sql`, added_at`, value: sql`, greatest(clock_timestamp(), ${joiningOf(target)})` }
    : { column: sql``, value: sql`` };
}

const isPerson = (target: StaffTarget): target is Person => target.kind === 'user';

const joiningOf = ({ guild_id, id }: Person) =>
  sql`(select joined_at from guild_members where guild_id = ${guild_id} and user_id = ${id})`;

/** Whose entries are of an earlier membership. Noted by whoever hears when they joined (`servers/membership.ts`). */
export const formerStaff: EffectKind = {
  name: 'staff.former',
  lockOf: ({ guild_id, key }) => `staff.former:${guild_id}:${key}`,
  async settle(ctx, { guild_id, key }) {
    await transact(ctx, (tx, emit) => takeOffFormerStaff(tx, emit, { guild_id, kind: 'user', id: key }));
    return undefined;
  },
};

/** Takes a person out of everything that names them as staff, and writes down why. */
export function takeOffStaff(tx: Tx, emit: Emit, person: Person, because: string): Promise<void> {
  return takeOff(tx, emit, person, because, () => sql`true`);
}

/** Of two who do it at once the second waits for the rows, and finds none. */
async function takeOff(
  tx: Tx,
  emit: Emit,
  person: Person,
  because: string,
  isOver: (added_at: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<void> {
  const teams = await takeOut(tx, person, isOver(sql`added_at`));
  if (!teams.length) return;
  const by = { user_id: null, source: 'system' as const, because };
  for (const was of teams) await recordMember(tx, by, person, { was });
  // Discord keeps what a channel allows to someone who left.
  await followStaffLater(tx, person, { in_background: true });
  emit(accessChanged(person));
}

/** Returns the names of the teams in which they were. */
async function takeOut(tx: Tx, { guild_id, id }: Person, isOver: RawBuilder<unknown>): Promise<string[]> {
  const { rows: ranks } = await sql<{ admin: boolean; support: boolean }>`
    delete from permissions where guild_id = ${guild_id} and user_id = ${id} and ${isOver}
    returning admin, support`.execute(tx);
  const { rows: teams } = await sql<{ name: string }>`
    with gone as (delete from support_team_users where user_id = ${id} and ${isOver} and team_id in (
      select team_id from support_teams where guild_id = ${guild_id}) returning team_id)
    select name from support_teams join gone using (team_id) order by team_id`.execute(tx);
  return [
    ...(ranks.some(({ admin }) => admin) ? [teamOf.admin] : []),
    ...(ranks.some(({ support }) => support) ? [teamOf.support] : []),
    ...teams.map(({ name }) => name),
  ];
}
