import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { isFinal } from '../../platform/discord/ask.ts';
import type { EffectKind } from '../../platform/effects/effects.ts';
import { oneByOne } from '../../platform/effects/one-by-one.ts';
import { ticketLock, withLock } from '../../platform/locks/ticket-lock.ts';
import type { TicketKey } from '../model/find.ts';
import { followTicket, followWhenAllowed } from './follow-ticket.ts';

interface ClaimChange {
  guild_id: string;
  changed_at: Date;
}

/**
 * The channels of tickets that are claimed already follow changed claim settings, one after another. Whatever ends a
 * round, the next one goes on where it stopped; of several changes the last one counts.
 */
export const claimedTickets: EffectKind = {
  name: 'claims',
  lockOf: ({ guild_id }) => `claims:${guild_id}`,
  async settle(ctx, { guild_id }) {
    const changed_at = await changedAt(ctx.db, guild_id);
    if (!changed_at) return undefined;
    const change = { guild_id, changed_at };
    await followChange(ctx, change);
    return (await settle(ctx.db, change)) ? undefined : ctx.clock.now();
  },
};

async function changedAt(db: Db, guild_id: string): Promise<Date | null | undefined> {
  const row = await db
    .selectFrom('guild_settings')
    .where('guild_id', '=', guild_id)
    .select('claims_changed_at')
    .executeTakeFirst();
  return row?.claims_changed_at;
}

async function followChange(ctx: Context, change: ClaimChange): Promise<void> {
  const tickets = await waiting(ctx.db, change).orderBy('ticket_id').execute();
  await oneByOne(ctx, tickets, {
    async work(key) {
      await followClaim(ctx, key);
      await markFollowed(ctx.db, key, change);
    },
    later: 'a claimed ticket follows the claim settings later',
  });
}

async function followClaim(ctx: Context, { guild_id, ticket_id }: TicketKey): Promise<void> {
  const key = { guild_id, ticket_id };
  const done = await withLock(ctx.db, ticketLock(guild_id, ticket_id), async () => {
    try {
      await followTicket(ctx, key, { what: 'permissions' });
    } catch (error) {
      if (!isFinal(error)) throw error;
      ctx.log.warn({ err: error, ...key }, 'the channel of a ticket does not follow its row');
      await followWhenAllowed(ctx.db, key, error);
    }
  });
  if (done.busy) throw new Error('another process is at this ticket');
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
async function settle(db: Db, change: ClaimChange): Promise<boolean> {
  const done = await db
    .updateTable('guild_settings')
    .set({ claims_changed_at: null })
    .where('guild_id', '=', change.guild_id)
    .where('claims_changed_at', '=', change.changed_at)
    .where(({ not, exists }) => not(exists(waiting(db, change))))
    .returning('guild_id')
    .executeTakeFirst();
  return done !== undefined;
}
