import { AppError } from '@tickets/contract/platform/errors';
import { limits } from '@tickets/contract/platform/limits';
import { ChannelType } from 'discord-api-types/v10';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { GuildSettings } from '../../settings/read.ts';

/**
 * The category that a ticket channel goes into, or null for none. Refuses where Discord has no room; a full category
 * overflows as the settings say. What it says holds under the lock of the server's row only: tickets that are being
 * opened are counted too.
 */
export async function chooseCategory(
  db: Db | Tx,
  settings: GuildSettings,
  panel: { category_id: string | null } | undefined,
): Promise<{ parent_id: string | null; category_is_gone: boolean }> {
  const room = await roomOf(db, settings.guild_id);
  if (room.all >= limits.guild_channels) throw new AppError('ticket.guild_full');
  return categoryIn(room, settings, panel);
}

/** The category that the channel of an open ticket moves into. Where it is already, it has its place. */
export async function chooseNewCategory(
  db: Db | Tx,
  settings: GuildSettings,
  panel: { category_id: string | null },
  now_in: string | null,
): Promise<string | null> {
  if (now_in !== null && now_in === (panel.category_id ?? settings.category)) return now_in;
  return categoryIn(await roomOf(db, settings.guild_id), settings, panel).parent_id;
}

function categoryIn(
  room: Awaited<ReturnType<typeof roomOf>>,
  settings: GuildSettings,
  panel: { category_id: string | null } | undefined,
): { parent_id: string | null; category_is_gone: boolean } {
  const put = (parent_id: string | null) => ({ parent_id, category_is_gone: false });
  const wanted = panel?.category_id ?? settings.category;
  if (wanted === null) return put(null);
  // The default that is gone is forgotten; a panel keeps its own, which its editor shows.
  if (!room.isCategory(wanted)) return { parent_id: null, category_is_gone: wanted === settings.category };
  if (room.in(wanted) < limits.category_channels) return put(wanted);

  if (!settings.overflow_enabled) throw new AppError('ticket.category_full');
  const overflow = settings.overflow_category_id;
  // One that is gone counts as none chosen, as the settings show it.
  if (overflow === null || !room.isCategory(overflow)) return put(null);
  if (overflow === wanted || room.in(overflow) >= limits.category_channels)
    throw new AppError('ticket.category_full');
  return put(overflow);
}

/** Channels in Discord as the cache has them, and those that tickets in the making will need. */
async function roomOf(db: Db | Tx, guild_id: string) {
  const { rows } = await sql<{ channel_id: string; type: number; parent_id: string | null }>`
    select channel_id, type, parent_id from guild_channels where guild_id = ${guild_id}
    union all
    select 0, ${ChannelType.GuildText}, t.parent_id from tickets t
    where t.guild_id = ${guild_id} and t.status in ('opening', 'open') and not t.is_thread
      and not exists (select from guild_channels c where c.guild_id = t.guild_id and c.channel_id = t.channel_id)`.execute(
    db,
  );
  const categories = new Set(
    rows.filter(({ type }) => type === ChannelType.GuildCategory).map(({ channel_id }) => channel_id),
  );
  const children = new Map<string, number>();
  for (const { parent_id } of rows)
    if (parent_id) children.set(parent_id, (children.get(parent_id) ?? 0) + 1);
  return {
    all: rows.length,
    isCategory: (id: string) => categories.has(id),
    in: (id: string) => children.get(id) ?? 0,
  };
}
