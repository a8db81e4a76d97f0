import type { TicketMessage } from '@tickets/contract/tickets/tickets';
import { useMemo, useState } from 'react';
import type { ConversationMessage } from '../../../components/conversation/types.ts';
import { ticketConversation } from './ticket-conversation.ts';

/** The messages in the shape of the conversation; one that did not change stays the same object, and is not drawn again. */
export function useConversation(messages: readonly TicketMessage[]): ConversationMessage[] {
  const [shaped] = useState(() => new WeakMap<TicketMessage, ConversationMessage>());
  return useMemo(
    () =>
      messages.map((message) => {
        const known = shaped.get(message) ?? ticketConversation(message);
        shaped.set(message, known);
        return known;
      }),
    [messages, shaped],
  );
}
