import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { inServer } from '../../platform/discord/bots.ts';
import { texts } from '../../platform/texts/texts.ts';
import { meetMembers } from '../../servers/members.ts';
import { type GuildSettings, settingsFor } from '../../settings/read.ts';
import { beginClosing, systemClosing } from '../model/begin-closing.ts';
import type { TicketKey } from '../model/find.ts';
import { finishClosingNow } from './closing.ts';

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
  await closeAll(ctx, settings, (db, ticket_id) =>
    closing(db, guild_id, ticket_id)
      .where('t.opener_id', '=', user_id)
      .where('t.opened_at', '<=', heard_at)
      .execute(),
  );
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
  await closeAll(ctx, settings, openerGone(guild_id));
}

/**
 * As memberLeft(), for a ticket that is open now: until then its opener's leaving closed nothing. Where the members of its server
 * were forgotten meanwhile, the server is compared. Returns whether it is being closed.
 */
export async function closeIfOpenerLeft(ctx: Context, { guild_id, ticket_id }: TicketKey): Promise<boolean> {
  const settings = await settingsFor(ctx, guild_id);
  if (!closesWithOpener(settings)) return false;
  const [ticket] = await withOpener(ctx.db, guild_id, ticket_id)
    .where('m.present', 'is distinct from', true)
    .select('m.present')
    .execute();
  if (!ticket) return false;
  if (ticket.present === null)
    await sql`select compare_server(${guild_id}, '{"missed": true}')`.execute(ctx.db);
  else await closeAll(ctx, settings, openerGone(guild_id, ticket_id));
  return ticket.present !== null;
}

/** Closes a ticket whose opener is not in its server any more, whatever its settings say, unless they are back by then. What fails is finished later. */
export async function closeAsLeft(ctx: Context, { guild_id, ticket_id }: TicketKey): Promise<void> {
  const key = { guild_id, ticket_id };
  const { text_language } = await settingsFor(ctx, guild_id);
  const reason = texts(text_language).closing.opener_left;
  const isStillDue = async (tx: Tx) => {
    const { rows } =
      await sql`select from tickets t join guild_members m on m.guild_id = t.guild_id and m.user_id = t.opener_id
      where t.guild_id = ${guild_id} and t.ticket_id = ${ticket_id} and not m.present`.execute(tx);
    return rows.length > 0;
  };
  await beginClosing(ctx, { ...systemClosing(key), reason, source: 'user_left' }, { isStillDue });
  await finishClosingNow(inServer(ctx, guild_id), key);
}

const closesWithOpener = (settings: GuildSettings) =>
  settings.auto_close_enabled && settings.auto_close_on_user_leave;

const closable = (db: Db | Tx, guild_id: string) =>
  db.selectFrom('tickets as t').where('t.guild_id', '=', guild_id).where('t.auto_close_excluded', '=', false);

const closing = (db: Db | Tx, guild_id: string, ticket_id?: number) =>
  closable(db, guild_id)
    .where('t.status', '=', 'open')
    .$if(ticket_id !== undefined, (query) => query.where('t.ticket_id', '=', ticket_id ?? 0))
    .select(['t.guild_id', 't.ticket_id']);

/** Open tickets, with whether their openers are members, except those that staff reopened while the opener was gone. */
const withOpener = (db: Db | Tx, guild_id: string, ticket_id?: number) =>
  closing(db, guild_id, ticket_id)
    .leftJoin('guild_members as m', (join) =>
      join.onRef('m.guild_id', '=', 't.guild_id').onRef('m.user_id', '=', 't.opener_id'),
    )
    .where('t.opener_was_gone', '=', false);

/** Reads the tickets that are due to close, or only the given one if it still is. */
type Due = (db: Db | Tx, ticket_id?: number) => Promise<TicketKey[]>;

const openerGone =
  (guild_id: string, only?: number): Due =>
  (db, ticket_id = only) =>
    withOpener(db, guild_id, ticket_id).where('m.present', '=', false).execute();

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

async function closeAll(ctx: Context, settings: GuildSettings, due: Due): Promise<void> {
  const reason = texts(settings.text_language).closing.opener_left;
  for (const ticket of await due(ctx.db))
    await beginClosing(
      ctx,
      { ...systemClosing(ticket), reason, source: 'user_left' },
      { in_background: true, isStillDue: async (tx) => (await due(tx, ticket.ticket_id)).length > 0 },
    );
}
