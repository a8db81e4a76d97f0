import type { TicketMessage } from './tickets.ts';

/**
 * The live socket of a ticket: /api/{guild}/tickets/{ticket}/live-chat.
 * The first frame must be `auth`. `since` asks for every change after that seq, so that a reconnect misses nothing.
 */
export type LiveClientFrame = { type: 'auth'; data: { token: string; since?: number } } | LivePing;

/**
 * Asks, on any live socket and as often as the reader likes, whether the other end is still there. Browsers show nobody
 * the pings of the protocol itself, so a page cannot tell a dead connection from a silent one by them.
 */
export type LivePing = { type: 'ping' };
export type LivePong = { type: 'pong' };

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
