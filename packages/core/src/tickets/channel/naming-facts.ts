import type { NamingFacts } from '@tickets/contract/tickets/naming';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { texts } from '../../platform/texts/texts.ts';
import { getMember } from '../../servers/members.ts';
import { resolveUsers } from '../../servers/users.ts';
import type { GuildSettings } from '../../settings/read.ts';
import type { Wording } from '../../wording/look.ts';
import type { Ticket } from '../model/find.ts';
import { schemeName, ticketName } from './channel-name.ts';

/** The name of a new ticket's channel: by its panel's scheme, else by the server's. */
export async function newTicketName(
  ctx: Context,
  tx: Tx,
  { ticket_id, opener, settings, panel }: NewTicket,
): Promise<string> {
  const { username } = opener;
  if (!panel?.naming_scheme) {
    const word = texts(settings.text_language).opening.ticket_word;
    return ticketName(settings.naming_scheme, { ticket_id, word, username });
  }
  const member = await tx
    .selectFrom('guild_members')
    .where('guild_id', '=', settings.guild_id)
    .where('user_id', '=', opener.id)
    .select('nick')
    .executeTakeFirst();
  return schemeName(panel.naming_scheme, {
    ticket_id,
    username,
    nickname: member?.nick ?? null,
    claimed_by: null,
    now: ctx.clock.now(),
  });
}

interface NewTicket {
  ticket_id: number;
  opener: { id: string; username: string };
  settings: GuildSettings;
  panel: { naming_scheme: string | null } | undefined;
}

/** What an open ticket's channel is called: by this scheme of its panel, else by the server's. */
export async function openTicketName(
  ctx: Context,
  { settings, t }: Wording,
  ticket: Ticket,
  naming_scheme: string | null | undefined,
): Promise<string> {
  const facts = await namingFacts(ctx, ticket);
  if (naming_scheme) return schemeName(naming_scheme, facts);
  const { ticket_id, username } = facts;
  return ticketName(settings.naming_scheme, { ticket_id, word: t.opening.ticket_word, username });
}

/** What the name of an open ticket's channel is made from. */
export async function namingFacts(
  ctx: Context,
  { guild_id, ticket_id, opener_id, claimed_by }: Ticket,
): Promise<NamingFacts> {
  const [users, member] = await Promise.all([
    resolveUsers(ctx, claimed_by ? [opener_id, claimed_by] : [opener_id]),
    getMember(ctx, guild_id, opener_id),
  ]);
  return {
    ticket_id,
    username: users.get(opener_id)?.username ?? opener_id,
    nickname: member?.nick ?? null,
    claimed_by: claimed_by && (users.get(claimed_by)?.username ?? 'unknown'),
    now: ctx.clock.now(),
  };
}
