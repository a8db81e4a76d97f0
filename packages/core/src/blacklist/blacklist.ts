import type { BlacklistAdded, BlacklistPage } from '@tickets/contract/blacklist/blacklist';
import { authorise } from '../access/authorise.ts';
import type { Call } from '../access/caller.ts';
import { record } from '../audit/record.ts';
import type { InBackground } from '../platform/effects/effects.ts';
import { holdGuild } from '../servers/hold-guild.ts';
import { usersSoon } from '../servers/users.ts';
import { blacklistEntryFor } from './blacklisted.ts';
import { checkMayBeBlacklisted } from './check.ts';
import type { BlacklistEntry } from './rows.ts';
import { insertEntry, usersPerPage } from './rows.ts';

/** Newest first: a page of people, and all roles whatever the page. */
export async function listBlacklist(call: Call, guild_id: string, page: number): Promise<BlacklistPage> {
  authorise(call, 'blacklist.list', guild_id);
  const [people, roles] = await Promise.all([
    call.db
      .selectFrom('blacklisted_users')
      .where('guild_id', '=', guild_id)
      .select('user_id')
      .orderBy('created_at', 'desc')
      .orderBy('user_id')
      .limit(usersPerPage)
      .offset((page - 1) * usersPerPage)
      .execute(),
    call.db
      .selectFrom('blacklisted_roles')
      .where('guild_id', '=', guild_id)
      .select('role_id')
      .orderBy('created_at', 'desc')
      .orderBy('role_id')
      .execute(),
  ]);
  const ids = people.map(({ user_id }) => user_id);
  const known = await usersSoon(call, guild_id, ids);
  return {
    page_limit: usersPerPage,
    users: ids.map((id) => ({ id, username: known.get(id)?.username ?? '' })),
    roles: roles.map(({ role_id }) => role_id),
  };
}

/**
 * Keeps a person or a role from tickets. Staff cannot be; who is on the list already stays there. Nobody's name is asked of Discord
 * where it is done `in_background`.
 */
export async function addToBlacklist(
  call: Call,
  entry: BlacklistEntry,
  { in_background = false }: InBackground = {},
): Promise<Omit<BlacklistAdded, 'success'>> {
  await checkMayBeBlacklisted(call, entry);
  await call.db.transaction().execute(async (tx) => {
    // Two at once cannot both take the last place.
    await holdGuild(tx, entry.guild_id);
    if (!(await insertEntry(tx, entry))) return;
    await record(tx, call, entry.guild_id, {
      ...about(entry),
      action: 'blacklist.add',
      after: { kind: entry.kind },
    });
  });
  blacklistEntryFor.forget(call);
  const isNamed = entry.kind === 'user' && !in_background;
  const users = isNamed ? await usersSoon(call, entry.guild_id, [entry.id]) : undefined;
  const user = users?.get(entry.id);
  return { id: entry.id, resolved: user !== undefined, username: user?.username ?? '' };
}

/** Returns whether there was something to remove. */
export async function removeFromBlacklist(call: Call, entry: BlacklistEntry): Promise<boolean> {
  authorise(call, 'blacklist.remove', entry.guild_id);
  const { guild_id, kind, id } = entry;
  const is_removed = await call.db.transaction().execute(async (tx) => {
    const { numDeletedRows } =
      kind === 'user'
        ? await tx
            .deleteFrom('blacklisted_users')
            .where('guild_id', '=', guild_id)
            .where('user_id', '=', id)
            .executeTakeFirst()
        : await tx
            .deleteFrom('blacklisted_roles')
            .where('guild_id', '=', guild_id)
            .where('role_id', '=', id)
            .executeTakeFirst();
    if (!numDeletedRows) return false;
    await record(tx, call, guild_id, {
      ...about(entry),
      action: `blacklist.remove_${kind}`,
      before: { kind },
    });
    return true;
  });
  blacklistEntryFor.forget(call);
  return is_removed;
}

const about = ({ kind, id }: BlacklistEntry) => ({
  resource: 'blacklist' as const,
  ...(kind === 'user' ? { about_user_id: id } : { id }),
});

/** Takes an entry off the list when it is on it, and puts it there when it is not. */
export async function toggleBlacklisted(call: Call, entry: BlacklistEntry): Promise<'added' | 'removed'> {
  if (await removeFromBlacklist(call, entry)) return 'removed';
  await addToBlacklist(call, entry);
  return 'added';
}
