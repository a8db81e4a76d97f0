import { fillText } from '@tickets/contract/errors';
import { dependsOnClaim } from '@tickets/contract/naming';
import type { Context } from '../context.ts';
import type { Db, Tx } from '../db/db.ts';
import { isRefusal } from '../discord/failures.ts';
import { voiceOf } from '../discord/look.ts';
import { upsertChannel } from '../guilds/channels.ts';
import { addJob } from '../jobs/jobs.ts';
import { schemeName } from './channel-name.ts';
import { findTicket, keyOf, type Ticket, type TicketKey } from './find.ts';
import { namingFacts } from './naming-facts.ts';
import { giveTurnBack, takeTurn } from './rename-turns.ts';
import { ticketLock, withLock } from './ticket-lock.ts';
import { panelLooks } from './ticket-panel.ts';

/**
 * To be called in the transaction that changes who has claimed a ticket. The channel is named by a job, because
 * Discord may make a new name wait for ten minutes; the last claim of several is the one that names it.
 */
export async function nameByClaim(tx: Tx, ticket: Ticket): Promise<void> {
  if (await schemeOf(tx, ticket)) await nameLater(tx, ticket, undefined);
}

/** Gives the channel of a ticket the name that follows from its claim, unless somebody named it by hand. */
export async function nameClaimedChannel(ctx: Context, key: TicketKey): Promise<void> {
  const done = await withLock(ctx.db, ticketLock(key.guild_id, key.ticket_id), async () => {
    const ticket = await findTicket(ctx.db, key);
    if (ticket?.status === 'open' && ticket.channel_id) await nameNow(ctx, ticket, ticket.channel_id);
  });
  if (done.busy) throw new Error('another process is at this ticket');
}

async function nameNow(ctx: Context, ticket: Ticket, channel_id: string): Promise<void> {
  const scheme = await schemeOf(ctx.db, ticket);
  if (!scheme) return;
  const wanted = schemeName(scheme, await namingFacts(ctx, ticket));
  try {
    // Asked afresh: what a hand in Discord did may not have been heard yet.
    const { name } = await ctx.discord.api.channels.get(channel_id);
    if (name === wanted) return await keepName(ctx, ticket, wanted);
    if (name !== ticket.channel_name) return;
    const turn = await takeTurn(ctx, ticket);
    if ('free_at' in turn) return await nameLater(ctx.db, ticket, turn.free_at);
    await rename(ctx, ticket, { channel_id, wanted, taken: turn.taken });
    await keepName(ctx, ticket, wanted);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    ctx.log.info({ err: error, ...keyOf(ticket) }, 'the channel of a ticket could not be named by its claim');
  }
}

/** Undefined where the name has nothing to do with the claim, or is somebody's own. */
async function schemeOf(db: Db | Tx, ticket: Ticket): Promise<string | undefined> {
  if (ticket.named_by_hand) return undefined;
  const scheme = (await panelLooks(db, ticket))?.naming_scheme;
  return scheme && dependsOnClaim(scheme) ? scheme : undefined;
}

function nameLater(db: Db | Tx, ticket: TicketKey, runAt: Date | undefined): Promise<void> {
  const { guild_id, ticket_id } = ticket;
  const key = `name:${guild_id}:${ticket_id}`;
  return addJob(db, 'ticket.name', { guild_id, ticket_id }, { key, ...(runAt && { runAt }) });
}

async function rename(
  ctx: Context,
  ticket: Ticket,
  { channel_id, wanted, taken }: { channel_id: string; wanted: string; taken: Date },
): Promise<void> {
  const { t } = await voiceOf(ctx, ticket.guild_id);
  const reason = fillText(t.claiming.audit_name, { ticket: ticket.ticket_id });
  try {
    const channel = await ctx.discord.api.channels.edit(channel_id, { name: wanted }, { reason });
    await upsertChannel(ctx, ticket.guild_id, channel);
  } catch (error) {
    await giveTurnBack(ctx, ticket, taken);
    throw error;
  }
}

async function keepName(ctx: Context, ticket: Ticket, channel_name: string): Promise<void> {
  if (ticket.channel_name === channel_name) return;
  await ctx.db
    .updateTable('tickets')
    .set({ channel_name })
    .where('guild_id', '=', ticket.guild_id)
    .where('ticket_id', '=', ticket.ticket_id)
    .where('named_by_hand', '=', false)
    .execute();
  ctx.events.publish({ type: 'ticket.changed', ...keyOf(ticket) });
}
