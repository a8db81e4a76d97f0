import type { GuildEntry } from '@tickets/contract/session';
import { sql } from 'kysely';
import { loadAccess } from '../access/load.ts';
import type { Context } from '../platform/context.ts';

/** How many servers are looked up at once, so that one person's list does not take the whole pool. */
const atOnce = 4;

/** Of the servers that someone is in, those where the bot is too: first where they may do something, then by name. */
export async function guildList(
  ctx: Context,
  user_id: string,
  guilds: readonly { id: string; name: string; icon?: string | null }[],
): Promise<GuildEntry[]> {
  const { rows } = await sql<{ guild_id: string }>`
    select guild_id from guilds where guild_id = any(${guilds.map(({ id }) => id)}::bigint[]) and left_at is null`.execute(
    ctx.db,
  );
  const ours = new Set(rows.map(({ guild_id }) => guild_id));
  const queue = guilds.filter(({ id }) => ours.has(id));
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
