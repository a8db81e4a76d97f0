import type { Route } from '../platform/route.ts';
import type { User } from '../servers/guild.ts';
import type { MentionNames, TicketMessage, TicketSummary } from './tickets.ts';

/** Every live socket as data: its path, and what those may do who may listen. */
export const liveSockets = {
  list: { path: '/api/:guild_id/live', access: 'ticket.list' },
  ticket: { path: '/api/:guild_id/tickets/:ticket_id/live-chat', access: 'ticket.read' },
} as const satisfies Record<string, { path: string; access: Route['access'] }>;

/**
 * The live socket of a ticket: /api/{guild}/tickets/{ticket}/live-chat.
 * The first frame must be `auth`. `since` asks for every change after that seq, so that a reconnect misses nothing.
 * `list` asks for what changes in the list of open tickets as well, for a page that shows it beside the ticket. `own` asks
 * for what its opener sees in Discord, also for an opener who is staff.
 */
export type LiveClientFrame =
  | { type: 'auth'; data: { token: string; since?: number; list?: boolean; own?: boolean } }
  | LivePing;

/**
 * Asks, on any live socket and as often as the reader likes, whether the other end is still there. Browsers show nobody
 * the pings of the protocol itself, so a page cannot tell a dead connection from a silent one by them.
 */
export type LivePing = { type: 'ping' };
export type LivePong = { type: 'pong' };

export type LiveServerFrame =
  | { type: 'authenticated'; data: { seq: number } }
  /** A deleted message comes as `message_delete` alone, so a client that does not know of deletions never shows it. */
  | { type: 'message' | 'message_update' | 'message_delete'; data: TicketMessage; mentions: MentionNames }
  /** Whose it is, members are not told: null. */
  | {
      type: 'ticket_update';
      data: { claimed_by: string | null; last_response_is_staff: boolean | null; channel_name: string };
    }
  | { type: 'ticket_closed' }
  /** What was told to be closed is open again. */
  | { type: 'ticket_reopened' }
  | TicketListFrame
  /** Names that this server's screens lacked are known now. */
  | { type: 'names_learned' }
  | { error: string };

/** Why a live socket was closed. The frame before it says the same in words, as far as there was time for one. */
export const liveClose = {
  /** The server is going down, or starting again. */
  leaving: 1001,
  /** Final: asking again in the same way will be refused again. */
  refused: 1008,
  /** We failed. */
  failed: 1011,
  /** There is no room now, or too many were opened at once. */
  full: 1013,
} as const;
export type LiveClose = (typeof liveClose)[keyof typeof liveClose];

/** The live socket of a server's list of open tickets: /api/{guild}/live. */
export type GuildLiveFrame =
  | { type: 'authenticated' }
  | TicketListFrame
  | { type: 'names_learned' }
  | { error: string };

/** What changes in a list of open tickets. */
export type TicketListFrame =
  | { type: 'tickets_changed'; data: TicketChange }
  /** The reader has seen the messages of a ticket up to this one, here or in another window. */
  | { type: 'ticket_read'; data: { ticket_id: number; message_id: string } }
  /** Other tickets may be in the list now, or under another title: the reader asks again. */
  | { type: 'list_changed' };

/** A line of the list of open tickets as it is now. */
export interface TicketChange {
  ticket_id: number;
  /** Null when it is not open, or not for the reader. */
  ticket: TicketSummary | null;
  /** Whether it is closed. False also where it only left the reader's list. */
  closed: boolean;
  panel_title: string | null;
  /** Names for the ids in it, as far as they are known. */
  users: Record<string, User>;
}
