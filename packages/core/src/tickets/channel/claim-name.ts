import { fillText } from '@tickets/contract/platform/errors';
import { dependsOnClaim } from '@tickets/contract/tickets/naming';
import type { APIChannel } from 'discord-api-types/v10';
import type { Context } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { isRefusal } from '../../platform/discord/failures.ts';
import { type EffectKind, want } from '../../platform/effects/effects.ts';
import { ticketLock } from '../../platform/locks/ticket-lock.ts';
import { upsertChannel } from '../../servers/channels.ts';
import { wordingOf } from '../../wording/look.ts';
import { findTicket, keyOf, type Ticket, type TicketKey } from '../model/find.ts';
import { panelLooks } from '../model/ticket-panel.ts';
import { schemeName } from './channel-name.ts';
import { lostSwitch } from './lost-switch.ts';
import { namingFacts, openTicketName } from './naming-facts.ts';
import { giveTurnBack, takeTurn } from './rename-turns.ts';

interface Wanted {
  /** Who moved the ticket to another panel, whose name and topic its channel could not get at once. */
  switched_by?: string;
  /** We do not know any more what its channel was called by us: it named somebody who was erased. */
  is_forgotten?: true;
}

/** The name of a ticket's channel, where it follows from a claim or a panel. */
export const ticketName: EffectKind<Wanted> = {
  name: 'ticket.name',
  lockOf: ({ guild_id, key }) => ticketLock(guild_id, ticketOf(key)),
  async settle(ctx, { guild_id, key, wanted }) {
    const ticket = await findTicket(ctx.db, { guild_id, ticket_id: ticketOf(key) });
    if (ticket?.status !== 'open' || !ticket.channel_id) return undefined;
    return nameNow(ctx, ticket, ticket.channel_id, wanted);
  },
};

const ticketOf = (key: string) => Number.parseInt(key, 10);

/** What Discord lets a bot change twice in ten minutes. */
interface Look {
  name?: string;
  topic?: string;
}

/**
 * To be called in the transaction that changes who has claimed a ticket. The channel is named by an effect, because
 * Discord may make a new name wait for ten minutes; the last claim of several is the one that names it.
 */
export async function nameByClaim(tx: Tx, ticket: Ticket): Promise<void> {
  if (await schemeOf(tx, ticket)) await nameLater(tx, ticket, {}, new Date());
}

/**
 * To be called in the transaction that gives a ticket to another panel when Discord takes no name of it for now: its
 * channel is called by the new panel, and has its topic, at `at`.
 */
export function nameBySwitch(
  tx: Tx,
  ticket: TicketKey,
  { switched_by, at }: { switched_by: string; at: Date },
): Promise<void> {
  return nameLater(tx, ticket, { switched_by }, at);
}

/**
 * To be called in the transaction that forgets the name of a channel, which was that of somebody who is erased. Where its name follows
 * the claim, it gets another in Discord, too.
 */
export function nameAnew(tx: Tx, ticket: TicketKey): Promise<void> {
  return nameLater(tx, ticket, { is_forgotten: true }, new Date());
}

/** Gives the channel the name that follows from its claim or its panel, unless someone named it by hand. Returns when Discord takes one. */
async function nameNow(
  ctx: Context,
  ticket: Ticket,
  channel_id: string,
  cause: Wanted,
): Promise<Date | undefined> {
  const wanted = await wantedLook(ctx, ticket, cause);
  if (!wanted) return undefined;
  try {
    // Asked afresh: what a hand in Discord did may not have been heard yet.
    const live = await ctx.discord.api.channels.get(channel_id);
    if (live.name === wanted.name) await keepName(ctx, ticket, wanted.name);
    const known = cause.is_forgotten && live.name ? live.name : ticket.channel_name;
    const ours = live.name === known ? [] : (await lostSwitch(ctx.db, ticket)).ours;
    const body = differences([known, ...ours], live, wanted);
    if (!Object.keys(body).length) return undefined;
    const turn = await takeTurn(ctx, ticket);
    if ('free_at' in turn) return turn.free_at;
    const named = await edit(ctx, ticket, {
      channel_id,
      body,
      taken: turn.taken,
      switched_by: cause.switched_by,
    });
    if (body.name) await keepName(ctx, ticket, named ?? body.name);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    ctx.log.info({ err: error, ...keyOf(ticket) }, 'the channel of a ticket could not be named');
  }
  return undefined;
}

/** Only what differs from the channel; a name that someone gave it in Discord stays. */
function differences(ours: readonly string[], live: APIChannel, { name, topic }: Look): Look {
  const isOurs = ours.includes(live.name ?? '');
  return {
    ...(name !== undefined && isOurs && live.name !== name && { name }),
    ...(topic !== undefined && 'topic' in live && live.topic !== topic && { topic }),
  };
}

/** Undefined where there is nothing to change. */
async function wantedLook(ctx: Context, ticket: Ticket, { switched_by }: Wanted): Promise<Look | undefined> {
  if (switched_by === undefined) {
    const scheme = await schemeOf(ctx.db, ticket);
    return scheme === undefined ? undefined : { name: schemeName(scheme, await namingFacts(ctx, ticket)) };
  }
  const [wording, panel] = await Promise.all([wordingOf(ctx, ticket.guild_id), panelLooks(ctx.db, ticket)]);
  if (!panel) return undefined;
  const { title, naming_scheme } = panel;
  return {
    ...(!ticket.named_by_hand && { name: await openTicketName(ctx, wording, ticket, naming_scheme) }),
    ...(!ticket.is_thread && { topic: title }),
  };
}

/** Undefined where the name has nothing to do with the claim, or is someone's own. */
async function schemeOf(db: Db | Tx, ticket: Ticket): Promise<string | undefined> {
  if (ticket.named_by_hand) return undefined;
  const scheme = (await panelLooks(db, ticket))?.naming_scheme;
  return scheme && dependsOnClaim(scheme) ? scheme : undefined;
}

function nameLater(tx: Tx, { guild_id, ticket_id }: TicketKey, wanted: Wanted, due: Date): Promise<void> {
  const cause = wanted.is_forgotten ? 'erasure' : wanted.switched_by === undefined ? 'claim' : 'panel';
  return want(tx, ticketName, { guild_id, key: `${ticket_id}:${cause}`, wanted }, due);
}

/** Returns the name that the channel has now. */
async function edit(
  ctx: Context,
  ticket: Ticket,
  {
    channel_id,
    body,
    taken,
    switched_by,
  }: { channel_id: string; body: Look; taken: Date; switched_by: string | undefined },
): Promise<string | null | undefined> {
  const { t } = await wordingOf(ctx, ticket.guild_id);
  const reason =
    switched_by === undefined
      ? fillText(t.claiming.audit_name, { ticket: ticket.ticket_id })
      : fillText(t.switching.audit, { ticket: ticket.ticket_id, user: switched_by });
  try {
    const channel = await ctx.discord.api.channels.edit(channel_id, body, { reason });
    await upsertChannel(ctx, ticket.guild_id, channel);
    return channel.name;
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
