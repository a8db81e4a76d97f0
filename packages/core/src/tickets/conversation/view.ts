import type { TicketAction } from '@tickets/contract/access/actions';
import { AppError } from '@tickets/contract/platform/errors';
import type { TicketMessage, TicketView, TicketViewQuery } from '@tickets/contract/tickets/tickets';
import type { Access } from '../../access/access.ts';
import { authoriseTicket } from '../../access/authorise.ts';
import type { UserCall } from '../../access/caller.ts';
import { can } from '../../access/can.ts';
import { ticketFactsFor } from '../../access/ticket-access.ts';
import type { Parties } from '../../access/ticket-parties.ts';
import { seesAsStaff } from '../../access/tickets.ts';
import type { Context } from '../../platform/context.ts';
import { usersSoon } from '../../servers/users.ts';
import { settingsFor } from '../../settings/read.ts';
import { answersOf } from '../model/answers.ts';
import { findTicket, type Ticket, type TicketKey } from '../model/find.ts';
import { panelOfTicket } from '../model/ticket-panel.ts';
import { earlierTickets, readJoined, viewEarlier } from './earlier.ts';
import { mentionedNames, viewMentions } from './mentions.ts';
import {
  type Reader,
  readChanges,
  readerInEach,
  readerOfAll,
  type StoredMessage,
  shownAtOnce,
  unknownUser,
  viewDeletion,
  viewMessages,
} from './message-views.ts';

const page = 100;

/**
 * An open ticket with the newest page of its messages, or the page before a message, oldest first. Past its first
 * message the pages go on into the tickets that it goes on from.
 */
export async function getTicketView(
  call: UserCall,
  { guild_id, ticket_id, ...window }: TicketKey & TicketViewQuery,
): Promise<Omit<TicketView, 'success'>> {
  const { access } = call.caller;
  // Read before the messages: what changes in between is then told once more, never missed.
  const ticket = await openTicketFor(call, 'ticket.read', { guild_id, ticket_id }, { only_read: true });
  const earlier = await earlierTickets(call, access, ticket);
  const reader = readerOf(access, ticket);
  const parts = [{ ...ticket, ...reader }, ...earlier];
  const found = await readJoined(call, parts, {
    ...window,
    limit: page + 1,
  });
  const shown = found.messages.slice(-page);
  const [messages, names, described, history, settings] = await Promise.all([
    viewMessages(call, guild_id, readerInEach(parts), shown),
    mentionedNames(call, guild_id, shown, readerOfAll(parts)),
    describe(call, ticket, access.user_id, reader),
    viewEarlier(call, guild_id, earlier),
    settingsFor(call, guild_id),
  ]);
  return {
    ...described,
    messages,
    earlier: history,
    mentions: viewMentions(names),
    may_write: can(call.caller, 'ticket.reply', { guild_id, ticket }).allowed,
    anonymous: settings.anonymise_dashboard_responses,
    seq: ticket.last_seq,
    has_more: found.isCut || found.messages.length > page,
  };
}

/** A message with the change by which it became known: anyone who has heard of that one is told of an update. */
export type ChangedMessage = TicketMessage & { first_seq: number };

/** The first messages that changed after `seq`, in the order of the changes, and whether there are more of them. */
export async function messagesSince(
  ctx: Context,
  { is_staff, seq, limit, ...key }: TicketKey & { seq: number; limit: number } & Reader,
): Promise<{ messages: ChangedMessage[]; has_more: boolean }> {
  const { rows, isCut } = await readChanges(ctx, key, { since_seq: seq, limit, bytes: shownAtOnce });
  const isHidden = ({ deleted_at }: StoredMessage) => deleted_at !== null && !is_staff;
  const shown = await viewMessages(
    ctx,
    key.guild_id,
    { is_staff },
    rows.filter((row) => !isHidden(row)),
  );
  const first = new Map(rows.map(({ message_id, first_seq }) => [message_id, first_seq]));
  const messages = [...shown, ...rows.filter(isHidden).map(viewDeletion)]
    .sort((a, b) => a.seq - b.seq)
    .map((message) => ({ ...message, first_seq: first.get(message.id) ?? 0 }));
  return { messages, has_more: isCut || rows.length === limit };
}

/** A ticket that lives in Discord, and to which the caller may do something. */
export async function openTicketFor(
  call: UserCall,
  action: TicketAction,
  key: TicketKey,
  options: { only_read?: boolean } = {},
): Promise<Ticket & { channel_id: string } & Parties> {
  const ticket = await findTicket(call.db, key);
  if (!ticket) throw new AppError('ticket.not_found');
  const { panel, claim } = await authoriseTicket(call, action, key, options);
  const params = { ticket_id: key.ticket_id };
  if (ticket.status === 'closed' || ticket.status === 'closing')
    throw new AppError('ticket.closed', { params });
  const { channel_id } = ticket;
  if (channel_id === null) throw new AppError('ticket.channel_missing', { params });
  return { ...ticket, channel_id, panel, claim };
}

/** Who opened a ticket reads it as any member does, unless they see it as staff, too. */
export const readerOf = (access: Access, ticket: Parties): Reader => ({
  is_staff: seesAsStaff(access, ticket, ticket.panel).allowed,
});

async function describe(
  ctx: Context,
  ticket: Ticket,
  reader_id: string,
  { is_staff }: Reader,
): Promise<Pick<TicketView, 'ticket' | 'self'>> {
  const { guild_id, ticket_id, opener_id } = ticket;
  // Whose the ticket is, its staff are told.
  const claimed_by = is_staff ? ticket.claimed_by : null;
  const [people, panel, facts, answers] = await Promise.all([
    usersSoon(ctx, guild_id, [opener_id, reader_id, ...(claimed_by ? [claimed_by] : [])]),
    panelOfTicket(ctx, ticket),
    ticketFactsFor(ctx, guild_id, ticket_id),
    answersOf(ctx.db, ticket, 'form'),
  ]);
  const person = (id: string) => people.get(id) ?? unknownUser(id);
  const detail = {
    id: ticket.ticket_id,
    channel_id: ticket.channel_id,
    channel_name: facts?.channel_name ?? ticket.channel_name,
    subject: ticket.subject,
    is_thread: ticket.is_thread,
    panel_id: ticket.panel_id,
    panel_title: panel?.title ?? null,
    opener: person(opener_id),
    claimed_by: claimed_by ? person(claimed_by) : null,
    opened_at: ticket.opened_at.toISOString(),
    continues: ticket.continues,
    last_response_is_staff: ticket.last_message_is_staff,
    answers,
  };
  return { ticket: detail, self: person(reader_id) };
}
