import type { TicketMessage } from './tickets.ts';

/**
 * The live socket of a ticket: /api/{guild}/tickets/{ticket}/live-chat.
 * The first frame must be `auth`. `since` asks for every change after that seq, so that a reconnect misses nothing.
 */
export type LiveClientFrame = { type: 'auth'; data: { token: string; since?: number } };

export type LiveServerFrame =
  | { type: 'authenticated'; data: { seq: number } }
  | { type: 'message'; data: TicketMessage }
  | { type: 'message_update'; data: TicketMessage }
  | { type: 'message_delete'; data: TicketMessage }
  | { type: 'ticket_update'; data: { claimed_by: string | null; last_response_is_staff: boolean | null } }
  | { type: 'ticket_closed' }
  /** Names that this server's screens lacked are known now. */
  | { type: 'names_learned' }
  | { error: string };

/** The live socket of a server's lists: /api/{guild}/live. Tells that something changed; the reader asks again. */
export type GuildLiveFrame =
  | { type: 'authenticated' }
  | { type: 'tickets_changed'; data: { ticket_id: number } }
  | { type: 'names_learned' }
  | { error: string };
