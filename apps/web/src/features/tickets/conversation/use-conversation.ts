import type { TicketMessage } from '@tickets/contract/tickets/tickets';
import { useMemo, useState } from 'react';
import type { ConversationMessage } from '../../../components/conversation/types.ts';
import { ticketConversation } from './ticket-conversation.ts';

/**
 * The messages in the shape of the conversation; one that did not change stays the same object, and is not drawn again. Those of
 * tickets that were imported say so.
 */
export function useConversation(
  messages: readonly TicketMessage[],
  tickets: readonly { id: number; imported: boolean }[],
): ConversationMessage[] {
  const [shaped] = useState(() => new WeakMap<TicketMessage, ConversationMessage>());
  return useMemo(
    () =>
      messages.map((message) => {
        const imported = tickets.some((ticket) => ticket.imported && ticket.id === message.ticket_id);
        const known = shaped.get(message) ?? ticketConversation(message, imported);
        shaped.set(message, known);
        return known;
      }),
    [messages, shaped, tickets],
  );
}
