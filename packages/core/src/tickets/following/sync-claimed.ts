import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import type { TicketKey } from '../model/find.ts';
import { syncTicket } from './sync-later.ts';

/** After so many in a row Discord is asked again in the next round. */
const failuresAtMost = 3;

interface ClaimChange {
  guild_id: string;
  changed_at: Date;
}

/**
 * Brings the channels of tickets that are claimed already to changed claim settings, one after another: in one server or
 * in all. Whatever ends a round, the next one goes on where it stopped; of several changes the last one counts.
 */
export async function syncClaimedTickets(ctx: Context, within?: { guild_id: string }): Promise<void> {
  for (const change of await changedServers(ctx.db, within)) {
    const followed = await followChange(ctx, change);
    if (followed) await settle(ctx.db, change);
  }
}

async function changedServers(db: Db, within: { guild_id: string } | undefined): Promise<ClaimChange[]> {
  const rows = await db
    .selectFrom('guild_settings')
    .innerJoin('guilds', 'guilds.guild_id', 'guild_settings.guild_id')
    .where('guilds.left_at', 'is', null)
    .where('claims_changed_at', 'is not', null)
    .$if(within !== undefined, (query) => query.where('guild_settings.guild_id', '=', within?.guild_id ?? ''))
    .select(['guild_settings.guild_id', 'claims_changed_at as changed_at'])
    .$narrowType<{ changed_at: Date }>()
    .execute();
  return rows;
}

/** Returns whether every ticket was tried. */
async function followChange(ctx: Context, change: ClaimChange): Promise<boolean> {
  let failures = 0;
  for (const key of await waiting(ctx.db, change).orderBy('ticket_id').execute()) {
    try {
      await syncTicket(ctx, { ...key, what: 'permissions' });
      await markFollowed(ctx.db, key, change);
      failures = 0;
    } catch (error) {
      ctx.log.warn({ err: error, ...key }, 'a claimed ticket follows the claim settings later');
      failures += 1;
      if (failures === failuresAtMost) return false;
    }
  }
  return true;
}

/** Open tickets in channels that are claimed and do not follow a change yet. */
function waiting(db: Db, { guild_id, changed_at }: ClaimChange) {
  return db
    .selectFrom('tickets')
    .where('tickets.guild_id', '=', guild_id)
    .where('status', '=', 'open')
    .where('is_thread', '=', false)
    .where('claimed_by', 'is not', null)
    .where((eb) => eb.or([eb('claim_followed_at', 'is', null), eb('claim_followed_at', '<', changed_at)]))
    .select(['tickets.guild_id', 'ticket_id']);
}

async function markFollowed(
  db: Db,
  { guild_id, ticket_id }: TicketKey,
  { changed_at }: ClaimChange,
): Promise<void> {
  await db
    .updateTable('tickets')
    .set({ claim_followed_at: changed_at })
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .execute();
}

/** Done, unless the settings changed once more or a ticket was claimed meanwhile. */
async function settle(db: Db, change: ClaimChange): Promise<void> {
  await db
    .updateTable('guild_settings')
    .set({ claims_changed_at: null })
    .where('guild_id', '=', change.guild_id)
    .where('claims_changed_at', '=', change.changed_at)
    .where(({ not, exists }) => not(exists(waiting(db, change))))
    .execute();
}
