import { AppError, fillText } from '@tickets/contract/errors';
import { limits } from '@tickets/contract/limits';
import { PermissionFlagsBits as P } from 'discord-api-types/v10';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { voiceOf } from '../discord/look.ts';
import { explainRefusal } from '../discord/refusals.ts';
import { upsertChannel } from '../guilds/channels.ts';
import { getMember } from '../guilds/members.ts';
import { resolveUsers } from '../users/users.ts';
import { fillName } from './channel-name.ts';
import { essential, threadNeeds } from './channel-permissions.ts';
import { twice } from './channel-sync.ts';
import type { Ticket } from './find.ts';

/**
 * Gives a ticket's channel another name, and answers it. Discord allows two names in ten minutes and makes the third
 * wait for minutes without a word; our own limit says so at once.
 */
export async function renameTicket(
  ctx: Context,
  { ticket, name, username }: { ticket: Ticket; name: string; username: string },
): Promise<string> {
  const { guild_id, ticket_id, channel_id } = ticket;
  if (!channel_id) throw new AppError('ticket.channel_missing', { params: { ticket_id } });
  const wanted = await nameFor(ctx, ticket, name);
  if (!wanted || name.length > 100) throw new AppError('ticket.name_invalid');
  const taken = await takeTurn(ctx, ticket);
  try {
    const { t } = await voiceOf(ctx, guild_id);
    const reason = fillText(t.renaming.audit, { ticket: ticket_id, user: username });
    const channel = await twice(() =>
      ctx.discord.api.channels.edit(channel_id, { name: wanted }, { reason }),
    );
    await upsertChannel(ctx, guild_id, channel);
  } catch (error) {
    await giveTurnBack(ctx, ticket, taken);
    const needs = ticket.is_thread ? threadNeeds : essential | P.ManageChannels;
    const where = ticket.is_thread ? ticket.parent_id : channel_id;
    throw await explainRefusal(ctx, error, { guild_id, channel_id: where, needs });
  }
  await ctx.db
    .updateTable('tickets')
    .set({ channel_name: wanted })
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .execute();
  ctx.events.publish({ type: 'ticket.changed', guild_id, ticket_id });
  return wanted;
}

async function nameFor(ctx: Context, ticket: Ticket, name: string): Promise<string> {
  const { guild_id, opener_id, claimed_by } = ticket;
  const [users, member] = await Promise.all([
    resolveUsers(ctx, claimed_by ? [opener_id, claimed_by] : [opener_id]),
    getMember(ctx, guild_id, opener_id),
  ]);
  return fillName(name, {
    ticket_id: ticket.ticket_id,
    username: users.get(opener_id)?.username ?? opener_id,
    nickname: member?.nick ?? null,
    claimed_by: claimed_by && (users.get(claimed_by)?.username ?? 'unknown'),
  });
}

/** Notes a rename, unless two were made in the last ten minutes. In one statement, so that two at once count as two. */
async function takeTurn(ctx: Context, { guild_id, ticket_id }: Ticket): Promise<Date> {
  const now = ctx.clock.now();
  const { max, per_seconds } = limits.renames;
  const since = new Date(now.getTime() - per_seconds * 1000);
  const { rows } = await sql`
    update tickets set renamed_at = array_append(
      array(select r from unnest(renamed_at) r where r > ${since} order by r), ${now}::timestamptz)
    where guild_id = ${guild_id} and ticket_id = ${ticket_id}
      and (select count(*) from unnest(renamed_at) r where r > ${since}) < ${max}
    returning ticket_id`.execute(ctx.db);
  if (rows.length) return now;
  const { rows: oldest } = await sql<{ at: Date | null }>`
    select min(r) as at from tickets, unnest(renamed_at) r
    where guild_id = ${guild_id} and ticket_id = ${ticket_id} and r > ${since}`.execute(ctx.db);
  const free = Math.ceil((oldest[0]?.at ?? now).getTime() / 1000) + per_seconds;
  throw new AppError('ticket.rename_too_fast', { params: { retry: `<t:${free}:R>` } });
}

async function giveTurnBack(ctx: Context, { guild_id, ticket_id }: Ticket, taken: Date): Promise<void> {
  await sql`update tickets set renamed_at = array_remove(renamed_at, ${taken}::timestamptz)
    where guild_id = ${guild_id} and ticket_id = ${ticket_id}`.execute(ctx.db);
}
