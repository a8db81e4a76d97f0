import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { texts } from '../../platform/texts/texts.ts';
import { meetMembers } from '../../servers/members.ts';
import { type GuildSettings, settingsFor } from '../../settings/read.ts';
import { beginClosing, systemClosing } from '../model/begin-closing.ts';
import type { TicketKey } from '../model/find.ts';

/**
 * Someone left the server, was kicked or banned: their tickets close where the settings say so. One that was opened after their
 * leaving was heard stays: they had come back by then.
 */
export async function memberLeft(
  ctx: Context,
  { guild_id, user_id, heard_at }: { guild_id: string; user_id: string; heard_at: Date },
): Promise<void> {
  const settings = await settingsFor(ctx, guild_id);
  if (!closesWithOpener(settings)) return;
  const tickets = await closing(ctx.db, guild_id)
    .where('t.opener_id', '=', user_id)
    .where('t.opened_at', '<=', heard_at)
    .execute();
  await closeAll(ctx, settings, tickets);
}

/**
 * As memberLeft(), where events were missed: Discord is asked about the openers, and the tickets of those who are no members are closed.
 * Whoever is back by then keeps theirs. Those that are being opened are looked at when they are open.
 */
export async function openersMayHaveLeft(ctx: Context, guild_id: string): Promise<void> {
  const settings = await settingsFor(ctx, guild_id);
  const closes = closesWithOpener(settings);
  const openers = await closable(ctx.db, guild_id)
    .where('t.status', 'in', ['opening', 'open'])
    // Their return is noted also while nothing closes: the settings may change before they leave again.
    .$if(!closes, (query) => query.where('t.opener_was_gone', '=', true))
    .select('t.opener_id')
    .distinct()
    .execute();
  await meetMembers(ctx, guild_id, { user_ids: openers.map(({ opener_id }) => opener_id) });
  await sql`update tickets t set opener_was_gone = false from guild_members m
    where t.guild_id = ${guild_id} and t.opener_was_gone and m.guild_id = t.guild_id and m.user_id = t.opener_id
      and m.present`.execute(ctx.db);
  if (!closes) return;
  const left = await closing(ctx.db, guild_id)
    .innerJoin('guild_members as m', (join) =>
      join.onRef('m.guild_id', '=', 't.guild_id').onRef('m.user_id', '=', 't.opener_id'),
    )
    .where('m.present', '=', false)
    .where('t.opener_was_gone', '=', false)
    .execute();
  await closeAll(ctx, settings, left);
}

/**
 * As memberLeft(), for a ticket that is open now: until then its opener's leaving closed nothing. Where the members of its server
 * were forgotten meanwhile, the server is compared. Returns whether it is being closed.
 */
export async function closeIfOpenerLeft(ctx: Context, { guild_id, ticket_id }: TicketKey): Promise<boolean> {
  const settings = await settingsFor(ctx, guild_id);
  if (!closesWithOpener(settings)) return false;
  const ticket = await closing(ctx.db, guild_id)
    .leftJoin('guild_members as m', (join) =>
      join.onRef('m.guild_id', '=', 't.guild_id').onRef('m.user_id', '=', 't.opener_id'),
    )
    .where('t.ticket_id', '=', ticket_id)
    .where('m.present', 'is distinct from', true)
    .where('t.opener_was_gone', '=', false)
    .select('m.present')
    .executeTakeFirst();
  if (!ticket) return false;
  if (ticket.present === null)
    await sql`select compare_server(${guild_id}, '{"missed": true}')`.execute(ctx.db);
  else await closeAll(ctx, settings, [ticket]);
  return ticket.present !== null;
}

const closesWithOpener = (settings: GuildSettings) =>
  settings.auto_close_enabled && settings.auto_close_on_user_leave;

const closable = (db: Db, guild_id: string) =>
  db.selectFrom('tickets as t').where('t.guild_id', '=', guild_id).where('t.auto_close_excluded', '=', false);

const closing = (db: Db, guild_id: string) =>
  closable(db, guild_id).where('t.status', '=', 'open').select(['t.guild_id', 't.ticket_id']);

/** Somebody is a member again: what staff reopened while they were gone closes, like their other tickets, when they leave once more. */
export async function openerReturned(
  ctx: Context,
  { guild_id, user_id }: { guild_id: string; user_id: string },
): Promise<void> {
  await ctx.db
    .updateTable('tickets')
    .set({ opener_was_gone: false })
    .where('guild_id', '=', guild_id)
    .where('opener_id', '=', user_id)
    .where('opener_was_gone', '=', true)
    .execute();
}

async function closeAll(ctx: Context, settings: GuildSettings, tickets: readonly TicketKey[]): Promise<void> {
  const reason = texts(settings.text_language).closing.opener_left;
  for (const ticket of tickets)
    await beginClosing(
      ctx,
      { ...systemClosing(ticket), reason, source: 'user_left' },
      { in_background: true },
    );
}
