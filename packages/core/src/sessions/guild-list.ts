import type { GuildEntry } from '@tickets/contract/sessions/session';
import { sql } from 'kysely';
import { loadAccess } from '../access/load.ts';
import { serversOpenTo } from '../access/product-team.ts';
import type { Context } from '../platform/context.ts';

/** How many servers are looked up at once, so that one person's list does not take the whole pool. */
const atOnce = 4;

interface Listed {
  id: string;
  name: string;
  icon?: string | null;
}

/**
 * Of the servers that someone is in, those where the bot is too, and with them those that let the product's own team in,
 * for who is one of it: first where they may do something, then by name.
 */
export async function guildList(
  ctx: Context,
  user_id: string,
  guilds: readonly Listed[],
): Promise<GuildEntry[]> {
  const queue = await served(ctx, user_id, guilds);
  const entries: GuildEntry[] = [];
  const work = async () => {
    for (let guild = queue.shift(); guild; guild = queue.shift()) {
      const access = await loadAccess(ctx, guild.id, user_id);
      entries.push({
        id: guild.id,
        name: guild.name,
        icon: guild.icon ?? '',
        permission_level: access?.level ?? 0,
      });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return entries.sort(
    (a, b) =>
      Number(b.permission_level > 0) - Number(a.permission_level > 0) ||
      Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)) ||
      a.id.localeCompare(b.id),
  );
}

/** What Discord has just told of a server is newer than what we know of it. */
async function served(ctx: Context, user_id: string, guilds: readonly Listed[]): Promise<Listed[]> {
  const told = new Map(guilds.map((guild) => [guild.id, guild]));
  const { rows } = await sql<Listed>`
    select guild_id as id, name, icon from guilds
    where left_at is null and (
      guild_id = any(${[...told.keys()]}::bigint[])
      or guild_id in (${serversOpenTo(ctx, sql`${user_id}::bigint`)}))`.execute(ctx.db);
  return rows.map((row) => told.get(row.id) ?? row);
}
