import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../platform/db/db.ts';
import { inDatabaseTime } from '../platform/db/time.ts';
import { type InBackground, takenUp } from '../platform/effects/effects.ts';

/** What was made through an override, and gives access. The effect that ends it stands above what it ends (`leftovers`). */
export const overrideLeftovers = { name: 'override.leftovers' };

/**
 * To be called in the transaction that may take a level from these members, or from anyone: soon after it, what they may not do
 * any more ends.
 */
export async function checkDutiesLater(
  db: Db | Tx,
  guild_id: string,
  user_ids?: readonly string[],
  who?: InBackground,
): Promise<void> {
  const users = user_ids && sql`select unnest(${user_ids}::bigint[])`;
  await wantDuties(guild_id, users, who && inDatabaseTime(takenUp(who))).execute(db);
}

/**
 * Permissions changed, and with them who is an administrator and what the bot may do: changes of the staff and of who sees a
 * ticket that Discord refused are tried again, too, and so are locking the thread of a closed one, taking quotes out of a later one, and letting out a bot that is not
 * trusted any more.
 */
export async function permissionsChanged(db: Db | Tx, guild_id: string): Promise<void> {
  await checkDutiesLater(db, guild_id);
  await tryRefusedAgain(db, guild_id);
}

/** What may wait for permissions that the bot lacks. */
const waitsForPermissions = (guild_id: string) =>
  sql`effects where guild_id = ${guild_id} and kind in ('staff', 'ticket.channel', 'ticket.thread_lock', 'ticket.history', 'ticket.greeting', 'own_bot.out') and due_at > clock_timestamp()`;

export const somethingWaitsForPermissions = (guild_id: string): RawBuilder<boolean> =>
  sql`exists (select from ${waitsForPermissions(guild_id)})`;

export async function tryRefusedAgain(db: Db | Tx, guild_id: string): Promise<void> {
  await sql`update effects set due_at = clock_timestamp() where (guild_id, kind, key) in (
    select guild_id, kind, key from ${waitsForPermissions(guild_id)})`.execute(db);
}

/**
 * Wants that, as a part of a statement; none where nobody of `users`, or nobody at all, has duties. Also has it checked whether
 * those of them who run a bot of their own there still administer the server.
 */
export function wantDuties(
  guild_id: string,
  users?: RawBuilder<unknown>,
  due: RawBuilder<unknown> = sql`clock_timestamp()`,
): RawBuilder<unknown> {
  const ids = users ? sql`array(${users})` : sql`null::bigint[]`;
  return sql`select want_duties(${guild_id}, ${ids}, ${due})`;
}
