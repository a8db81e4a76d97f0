import {
  type APIChannel,
  PermissionFlagsBits,
  RESTJSONErrorCodes,
  type RESTPatchAPIChannelJSONBody,
} from 'discord-api-types/v10';
import type { Context } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { hasDiscordCode, lacksPermission } from '../../platform/discord/failures.ts';
import { type EffectKind, settled, want } from '../../platform/effects/effects.ts';
import { ticketLock } from '../../platform/locks/ticket-lock.ts';
import { botAccess, botPermissionsIn } from '../../servers/bot-access.ts';
import { wordingOf } from '../../wording/look.ts';
import { findTicket, type Ticket, type TicketKey } from '../model/find.ts';
import { auditReasonOf } from './audit-reason.ts';

/** Before it is tried again though nobody has heard that permissions changed. */
const againMs = 24 * 60 * 60_000;

/**
 * The thread of a closed ticket that Discord did not let the bot lock. It is tried again when permissions change
 * (`servers/duties-later.ts`), also after Discord has archived the thread: whoever writes in an archived thread that is not locked
 * reopens it.
 */
export const threadLock: EffectKind = {
  name: 'ticket.thread_lock',
  lockOf: ({ guild_id, key }) => ticketLock(guild_id, Number(key)),
  async settle(ctx, { guild_id, key }) {
    const ticket = await findTicket(ctx.db, { guild_id, ticket_id: Number(key) });
    if (!ticket?.channel_id || (ticket.status !== 'closing' && ticket.status !== 'closed')) return undefined;
    const later = new Date(Date.now() + againMs);
    // Asked without being allowed, in each of many such threads, Discord would count it against the bot.
    if (!(await mayLock(ctx, ticket))) return later;
    const reason = await auditReasonOf(ctx, await wordingOf(ctx, guild_id), ticket);
    try {
      await noteRemoval(ctx, ticket, await putAway(ctx, ticket.channel_id, reason));
      return undefined;
    } catch (error) {
      if (!lacksPermission(error)) throw error;
      return later;
    }
  },
};

async function mayLock(ctx: Context, { guild_id, parent_id }: Ticket): Promise<boolean> {
  const may = parent_id
    ? await botPermissionsIn(ctx, guild_id, parent_id)
    : (await botAccess(ctx, guild_id)).permissions;
  return (may & PermissionFlagsBits.ManageThreads) !== 0n;
}

/** Unless it was reopened in this moment. */
async function noteRemoval(
  { db }: Context,
  { guild_id, ticket_id }: TicketKey,
  channel_removed_at: Date,
): Promise<void> {
  await db
    .updateTable('tickets')
    .set({ channel_removed_at, thread_left_open: false })
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .where('status', 'in', ['closing', 'closed'])
    .execute();
}

const effectOf = ({ guild_id, ticket_id }: TicketKey) => ({ guild_id, key: String(ticket_id) });

/** Notes that the thread stays open, and has it locked as soon as the bot may do that. */
export async function lockWhenAllowed(db: Db | Tx, ticket: TicketKey): Promise<void> {
  await db
    .updateTable('tickets')
    .set({ thread_left_open: true })
    .where('guild_id', '=', ticket.guild_id)
    .where('ticket_id', '=', ticket.ticket_id)
    .where('status', 'in', ['closing', 'closed'])
    .execute();
  await want(db, threadLock, { ...effectOf(ticket), wanted: {} }, new Date(Date.now() + againMs));
}

/** To be called in the transaction that opens the ticket again. */
export const staysUnlocked = (tx: Tx, ticket: TicketKey): Promise<void> =>
  settled(tx, threadLock, effectOf(ticket));

/** Locks a thread in the archive. Returns since when it is there, by Discord's clock, as what happens to it later is told. */
export async function putAway(ctx: Context, channel_id: string, reason: string): Promise<Date> {
  const edit = (body: RESTPatchAPIChannelJSONBody) =>
    ctx.discord.api.channels.edit(channel_id, body, { reason });
  try {
    return archivedAt(ctx, await edit({ archived: true, locked: true }));
  } catch (error) {
    if (!hasDiscordCode(error, RESTJSONErrorCodes.InvalidActionOnArchivedThread)) throw error;
  }
  // The only change that Discord makes to an archived thread is to take it out of the archive.
  const thread = await ctx.discord.api.channels.get(channel_id);
  if ('thread_metadata' in thread && thread.thread_metadata?.locked) return archivedAt(ctx, thread);
  await edit({ archived: false, locked: true });
  return archivedAt(ctx, await edit({ archived: true }));
}

function archivedAt({ clock }: Context, thread: APIChannel): Date {
  const metadata = 'thread_metadata' in thread ? thread.thread_metadata : undefined;
  return metadata ? new Date(metadata.archive_timestamp) : clock.now();
}
