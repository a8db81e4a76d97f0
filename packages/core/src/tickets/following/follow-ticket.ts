import type { RESTPatchAPIChannelJSONBody } from 'discord-api-types/v10';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { inDatabaseTime } from '../../platform/db/time.ts';
import { isFinal } from '../../platform/discord/ask.ts';
import { lacksPermission, unlessRefused } from '../../platform/discord/failures.ts';
import { outOfArchive } from '../../platform/discord/own-messages.ts';
import {
  type EffectKind,
  type InBackground,
  nextTry,
  settled,
  takenUp,
  want,
} from '../../platform/effects/effects.ts';
import { ticketLock } from '../../platform/locks/ticket-lock.ts';
import { upsertChannel } from '../../servers/channels.ts';
import { wordingOf } from '../../wording/look.ts';
import { channelEffect, type WantedBySwitch } from '../channel/lost-switch.ts';
import { findTicket, type Ticket, type TicketKey } from '../model/find.ts';
import { refreshWelcome } from '../welcome/switch-welcome.ts';
import { followChannel } from './follow-channel.ts';

interface Wanted extends WantedBySwitch {
  what: 'buttons' | 'permissions' | 'panel';
  /** The name in its row at that time. If the row has another name by now, it was renamed since and keeps that name. */
  named?: string;
}

/** `permissions` brings the buttons along, and `panel` both. */
export type Followed = Wanted & {
  /** Whose permissions, or why: each of these is followed by itself. */
  of?: string;
};

/** What a ticket's channel shows of its row. */
export const ticketChannel: EffectKind<Wanted> = {
  name: channelEffect,
  lockOf: ({ guild_id, key }) => ticketLock(guild_id, ticketOf(key)),
  async settle(ctx, { guild_id, key, wanted }) {
    return followTicket(ctx, { guild_id, ticket_id: ticketOf(key) }, wanted);
  },
  async refused(ctx, { guild_id, key }, error) {
    await followWhenAllowed(ctx.db, { guild_id, ticket_id: ticketOf(key) }, error);
  },
};

/**
 * Where the bot may not change who sees a ticket, its channel follows when it may: it is tried again each hour, and when permissions
 * change (`servers/duties-later.ts`), for as long as the ticket is open.
 */
export async function followWhenAllowed(db: Db | Tx, ticket: TicketKey, refusal: unknown): Promise<void> {
  if (!lacksPermission(refusal)) return;
  const followed = { what: 'permissions', of: 'refused' } as const;
  await want(
    db,
    ticketChannel,
    { ...effectOf(ticket, followed), wanted: { what: followed.what } },
    nextTry(),
  );
}

const effectOf = ({ guild_id, ticket_id }: TicketKey, { what, of = 'all' }: Followed) => ({
  guild_id,
  key: `${ticket_id}:${what}:${of}`,
});

const ticketOf = (key: string) => Number.parseInt(key, 10);

/**
 * To be called in the transaction that changes what a ticket's channel shows: Discord follows the row also after a crash,
 * and also when the row goes back because Discord's word on the change was lost.
 */
export function followLater(
  db: Db | Tx,
  ticket: TicketKey,
  followed: Followed,
  who?: InBackground,
): Promise<void> {
  const { of: _, ...wanted } = followed;
  return want(db, ticketChannel, { ...effectOf(ticket, followed), wanted }, takenUp(who));
}

/**
 * As followLater(), for the tickets of a panel whose teams change or that is deleted. Noted in one statement, so that many
 * make no caller wait.
 */
export function followPanelLater(
  db: Db | Tx,
  { guild_id, panel_id }: { guild_id: string; panel_id: number },
  who?: InBackground,
): Promise<void> {
  const theirs = sql`guild_id = ${guild_id} and panel_id = ${panel_id} and status in ('opening', 'open')`;
  return followAll(db, { of: 'panel', which: theirs, due: takenUp(who) });
}

/** To be called when the staff has changed: a channel that is being made may have those who were staff before. */
export function followOpenings(db: Db | Tx, guild_id: string): Promise<void> {
  const which = sql`guild_id = ${guild_id} and status = 'opening'`;
  return followAll(db, { of: 'staff', which, due: takenUp({ in_background: true }) });
}

async function followAll(
  db: Db | Tx,
  { of, which, due }: { of: string; which: RawBuilder<unknown>; due: Date },
): Promise<void> {
  const wanted: Wanted = { what: 'permissions' };
  await sql`
    insert into effects (guild_id, kind, key, wanted, due_at)
    select guild_id, ${ticketChannel.name}, ticket_id || ${`:permissions:${of}`}, ${JSON.stringify(wanted)}, ${inDatabaseTime(due)}
    from tickets where ${which} and not is_thread
    order by ticket_id
    on conflict (guild_id, kind, key) do update
    set version = effects.version + 1, due_at = excluded.due_at, attempts = 0, problem = null`.execute(db);
}

/** Discord follows by now, or refused for good. */
export function isFollowed(ctx: Context, ticket: TicketKey, followed: Followed): Promise<void> {
  return settled(ctx.db, ticketChannel, effectOf(ticket, followed));
}

const openingMs = 2_000;

/**
 * Brings a ticket's channel to what its row says. To be called with the ticket's lock. Returns when to look again at one that is still
 * being opened.
 */
export async function followTicket(
  ctx: Context,
  key: TicketKey,
  { what, place, named }: Wanted,
): Promise<Date | undefined> {
  const ticket = await findTicket(ctx.db, key);
  if (ticket?.status === 'opening') return new Date(Date.now() + openingMs);
  if (ticket?.status !== 'open' || !ticket.channel_id) return undefined;
  // Who may see it comes first: Discord limits how often a channel is renamed, and its category may be gone.
  let refusal: unknown;
  if (!ticket.is_thread)
    await followChannel(ctx, ticket, { overwrites: what !== 'buttons' }).catch((error: unknown) => {
      if (!isFinal(error)) throw error;
      refusal = error; // thrown below, once the name and category have followed
    });
  if (place) {
    const isRenamed = named !== undefined && named !== ticket.channel_name;
    const { name: _, ...rest } = place;
    await followPlace(ctx, { ...ticket, channel_id: ticket.channel_id }, isRenamed ? rest : place).catch(
      (err: unknown) => {
        if (refusal === undefined || !isFinal(err)) throw err;
        ctx.log.info({ err, ...key }, 'a ticket keeps its name'); // the refused permissions are thrown instead
      },
    );
  }
  if (refusal !== undefined) throw refusal;
  if (what !== 'panel') return undefined;
  await refreshWelcome(ctx, await wordingOf(ctx, ticket.guild_id), ticket);
  return undefined;
}

/** Category and name in separate calls, so that a full category does not prevent the new name. */
async function followPlace(
  ctx: Context,
  { guild_id, ticket_id, channel_id, is_thread, subject }: Ticket & { channel_id: string },
  { parent_id, topic, ...rest }: NonNullable<Wanted['place']>,
): Promise<void> {
  const look = {
    ...rest,
    ...(topic !== undefined && { topic: topic === null || typeof topic === 'string' ? topic : subject }),
  };
  const edit = async (body: RESTPatchAPIChannelJSONBody) => {
    const { api } = ctx.discord;
    const channel = await outOfArchive(api, channel_id, () => api.channels.edit(channel_id, body));
    if (!is_thread) await upsertChannel(ctx, guild_id, channel);
  };
  if (parent_id !== undefined)
    await unlessRefused(edit({ parent_id }), (err) =>
      ctx.log.info({ err, guild_id, ticket_id }, 'a ticket stays in the category in which it is'),
    );
  if (Object.keys(look).length) await edit(look);
}
