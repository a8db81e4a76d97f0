import { fillText } from '@tickets/contract/platform/errors';
import { limits } from '@tickets/contract/platform/limits';
import { ChannelType } from 'discord-api-types/v10';
import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import { isRefusal } from '../../platform/discord/failures.ts';
import type { EffectKind } from '../../platform/effects/effects.ts';
import { ticketLock } from '../../platform/locks/ticket-lock.ts';
import { isOpen } from '../../premium/tier.ts';
import { upsertChannel } from '../../servers/channels.ts';
import { wordingOf } from '../../wording/look.ts';
import { categoryNeeds, explainRefusal } from '../../wording/refusals.ts';
import { keyOf, type TicketKey } from '../model/find.ts';
import { forgetRefusedMove, tellOfRefusedMove } from './refused-move.ts';

interface Waiting extends TicketKey {
  panel_id: number;
  awaits_opener: boolean;
  changed_at: Date;
  channel_id: string;
  /** Where the channel was made, and where it is now. */
  parent_id: string | null;
  now_in: string | null;
  pending_category: string | null;
  category_id: string | null;
}

/**
 * The category of a ticket's channel: its panel may have one (premium) for tickets that wait for their opener. The row
 * of the ticket is followed ten minutes after its last change, so that a channel does not jump with each message.
 */
export const ticketCategory: EffectKind = {
  name: 'ticket.category',
  lockOf: ({ guild_id, key }) => ticketLock(guild_id, Number(key)),
  async settle(ctx, { guild_id, key }) {
    await moveToCategory(ctx, { guild_id, ticket_id: Number(key) });
    return undefined;
  },
};

async function moveToCategory(ctx: Context, key: TicketKey): Promise<void> {
  const ticket = await readTicket(ctx, key);
  if (!ticket) return settle(ctx, key, null);
  const target = await targetOf(ctx, ticket);
  if (target === undefined) return settle(ctx, key, ticket.changed_at);
  const { guild_id, panel_id, channel_id } = ticket;
  const place = target === null ? undefined : { guild_id, panel_id, category_id: target };
  try {
    await move(ctx, ticket, target);
    if (place) await forgetRefusedMove(ctx, place);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const where = { guild_id, channel_id, category_id: target, needs: categoryNeeds };
    const why = await explainRefusal(ctx, error, where);
    ctx.log.warn({ err: why, ...keyOf(key) }, 'a ticket could not be moved to its category');
    if (place) await tellOfRefusedMove(ctx, place, why);
  }
  await settle(ctx, key, ticket.changed_at);
}

/** Undefined for what has no place to move between: threads, tickets that are over, or whose panel is gone. */
async function readTicket(ctx: Context, { guild_id, ticket_id }: TicketKey): Promise<Waiting | undefined> {
  const { rows } = await sql<Waiting>`
    select t.guild_id, t.ticket_id, t.panel_id, t.awaits_opener, t.awaits_changed_at as changed_at, t.channel_id, t.parent_id,
      c.parent_id as now_in, p.pending_category, coalesce(p.category_id, s.category) as category_id
    from tickets t
    join panels p on p.guild_id = t.guild_id and p.panel_id = t.panel_id
    join guild_channels c on c.guild_id = t.guild_id and c.channel_id = t.channel_id
    left join guild_settings s on s.guild_id = t.guild_id
    where t.guild_id = ${guild_id} and t.ticket_id = ${ticket_id} and t.status = 'open' and not t.is_thread
      and t.awaits_changed_at is not null`.execute(ctx.db);
  return rows[0];
}

/** The category to move to, null for none; undefined when the channel stays where it is. */
async function targetOf(ctx: Context, ticket: Waiting): Promise<string | null | undefined> {
  const { pending_category, now_in, guild_id } = ticket;
  if (pending_category === null) return undefined;
  if (ticket.awaits_opener) {
    if (now_in === pending_category || !(await isOpen(ctx, guild_id, 'waiting_category'))) return undefined;
    return (await hasRoom(ctx, guild_id, pending_category)) ? pending_category : undefined;
  }
  // Someone who put the channel elsewhere by hand meant it.
  if (now_in !== pending_category) return undefined;
  for (const home of [ticket.category_id, ticket.parent_id])
    if (home && home !== pending_category && (await hasRoom(ctx, guild_id, home))) return home;
  return null;
}

async function hasRoom(ctx: Context, guild_id: string, category_id: string): Promise<boolean> {
  const { rows } = await sql<{ children: number }>`
    select (select count(*) from guild_channels o where o.guild_id = c.guild_id and o.parent_id = c.channel_id)::int as children
    from guild_channels c
    where c.guild_id = ${guild_id} and c.channel_id = ${category_id} and c.type = ${ChannelType.GuildCategory}`.execute(
    ctx.db,
  );
  const [category] = rows;
  return category !== undefined && category.children < limits.category_channels;
}

/** Only the category changes: who may see the channel is the ticket's own. */
async function move(ctx: Context, ticket: Waiting, parent_id: string | null): Promise<void> {
  const { t } = await wordingOf(ctx, ticket.guild_id);
  const text = ticket.awaits_opener ? t.opening.audit_waiting : t.opening.audit_answered;
  const channel = await ctx.discord.api.channels.edit(
    ticket.channel_id,
    { parent_id },
    { reason: fillText(text, { ticket: ticket.ticket_id }) },
  );
  await upsertChannel(ctx, ticket.guild_id, channel);
}

/** Done, unless someone wrote in the meantime. */
async function settle(
  ctx: Context,
  { guild_id, ticket_id }: TicketKey,
  changed_at: Date | null,
): Promise<void> {
  await sql`update tickets set awaits_changed_at = null
    where guild_id = ${guild_id} and ticket_id = ${ticket_id}
      and (${changed_at}::timestamptz is null or awaits_changed_at <= ${changed_at}::timestamptz + interval '1 millisecond')`.execute(
    ctx.db,
  );
}
