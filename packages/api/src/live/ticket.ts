import type { LiveServerFrame } from '@tickets/contract/live';
import type { Context } from '@tickets/core/context';
import type { Access } from '@tickets/core/permissions/access';
import { loadAccess } from '@tickets/core/permissions/load';
import { findTicketFacts, type TicketFacts } from '@tickets/core/permissions/ticket-access';
import { mayViewTicket } from '@tickets/core/permissions/tickets';
import { hasPremium } from '@tickets/core/premium/tier';
import { messagesSince } from '@tickets/core/tickets/view';
import { LiveRefusal, type LiveSubject } from './channel.ts';

/**
 * The messages of one ticket as they change. Each event makes the changes after the last one that was sent be read, so
 * that they arrive in order, none twice and none missing, also those from before the socket opened.
 */
export function ticketSubject(
  ctx: Context,
  key: { guild_id: string; ticket_id: number },
  send: (frame: LiveServerFrame) => void,
): LiveSubject {
  let access: Access | undefined;
  let sent_seq = 0;
  let told: Pick<TicketFacts, 'claimed_by' | 'last_message_is_staff'> = nothingTold;
  let is_closed = false;

  const isMine = (event: { guild_id: string; ticket_id: number }) =>
    event.guild_id === key.guild_id && event.ticket_id === key.ticket_id;
  const read = async (): Promise<TicketFacts> => {
    const ticket = await findTicketFacts(ctx, key.guild_id, key.ticket_id);
    if (!ticket) throw new LiveRefusal('Ticket not found');
    return ticket;
  };
  const tellChanges = async () => {
    const messages = await messagesSince(ctx, { ...key, seq: sent_seq, ...(access && { access }) });
    for (const message of messages) {
      send({ type: frameType(message), data: message });
      sent_seq = Math.max(sent_seq, message.seq);
    }
  };
  const tellTicket = (ticket: TicketFacts) => {
    const { claimed_by, last_message_is_staff } = ticket;
    if (claimed_by !== told.claimed_by || last_message_is_staff !== told.last_message_is_staff) {
      told = { claimed_by, last_message_is_staff };
      send({ type: 'ticket_update', data: { claimed_by, last_response_is_staff: last_message_is_staff } });
    }
    if (!is_closed && (ticket.status === 'closing' || ticket.status === 'closed')) {
      is_closed = true;
      send({ type: 'ticket_closed' });
    }
  };

  return {
    async check({ user_id }) {
      const ticket = await read();
      access = await loadAccess(ctx, key.guild_id, user_id);
      if (!access || !mayViewTicket(access, ticket, ticket.panel).allowed)
        throw new LiveRefusal('You do not have permission to view this ticket');
      if (!(await hasPremium(ctx, key.guild_id))) throw new LiveRefusal('Live-chat requires premium to use');
    },
    async start(_session, since) {
      const ticket = await read();
      told = ticket;
      // A reader that is ahead of us has seen another ticket, or another database.
      sent_seq = Math.min(since ?? ticket.last_seq, ticket.last_seq);
      send({ type: 'authenticated', data: { seq: sent_seq } });
      await tellChanges();
      tellTicket(ticket);
    },
    async onEvent(event) {
      if (event.type === 'ticket.message' && isMine(event) && event.seq > sent_seq) await tellChanges();
      if (event.type === 'ticket.changed' && isMine(event)) tellTicket(await read());
      if (event.type === 'names.learned' && event.guild_id === key.guild_id) send({ type: 'names_learned' });
    },
    concernsAccess: (event, { user_id }) =>
      event.type === 'access.changed' &&
      event.guild_id === key.guild_id &&
      (event.user_id === undefined || event.user_id === user_id),
  };
}

const nothingTold = { claimed_by: null, last_message_is_staff: null };

/** Readers take an update of a message that they do not have as a new one: it changed before they heard of it. */
function frameType(message: { deleted_timestamp: string | null; edited_timestamp: string | null }) {
  if (message.deleted_timestamp) return 'message_delete' as const;
  return message.edited_timestamp ? ('message_update' as const) : ('message' as const);
}
