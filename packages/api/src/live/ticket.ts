import type { AppError } from '@tickets/contract/platform/errors';
import type { LiveServerFrame } from '@tickets/contract/tickets/live';
import type { Access } from '@tickets/core/access/access';
import { type TicketFacts, ticketRefusal, viewerOf } from '@tickets/core/access/ticket-access';
import { mayViewTicket } from '@tickets/core/access/tickets';
import { readerOf } from '@tickets/core/tickets/conversation/view';
import { LiveRefusal, type LiveSocket, type LiveSubject } from './channel.ts';
import { frameOf } from './frame.ts';
import { type ListFeed, listFeed } from './list-feed.ts';
import type { Live } from './live.ts';
import { sendChanges, type TicketRoom, type Watcher } from './ticket-room.ts';

/**
 * The messages of one ticket as they change, also those from before the socket opened, and whose the ticket is. Whoever
 * asks for it hears of the list of open tickets over the same socket.
 */
export function ticketSubject(
  live: Live,
  key: { guild_id: string; ticket_id: number },
  socket: LiveSocket,
): LiveSubject {
  const { asks, rooms } = live;
  let room: TicketRoom | undefined;
  let told: Pick<TicketFacts, 'claimed_by' | 'last_message_is_staff' | 'channel_name'> | undefined;
  let facts: TicketFacts | undefined;
  let access: Access | undefined;
  let changes = 0;
  let is_closed = false;
  // Its opener asks to see it as members do, also where they are staff.
  let as_member = false;

  let list: ListFeed | undefined;
  const send = (frame: LiveServerFrame) => socket.send(frameOf(frame));
  const watcher: Watcher = {
    get is_staff() {
      return Boolean(!as_member && access && facts && readerOf(access, facts).is_staff);
    },
    seq: 0,
    isFollowing: false,
    send: socket.send,
    onFailure: socket.fail,
    onTicket(ticket) {
      const was_staff = watcher.is_staff;
      facts = ticket;
      changes += 1;
      if (ticket && watcher.is_staff === was_staff) tellTicket(ticket);
      else socket.recheck();
    },
    // It holds nothing that someone might not hear.
    onNames(frame) {
      if (told) socket.send(frame);
    },
  };

  const tellTicket = (ticket: TicketFacts) => {
    if (!told || !socket.mayHear()) return;
    // It may have gone to a panel of other people.
    if (!mayView(ticket)) return socket.recheck();
    const { last_message_is_staff, channel_name } = ticket;
    // Whose the ticket is, its staff are told.
    const claimed_by = watcher.is_staff ? ticket.claimed_by : null;
    const isTold =
      claimed_by === told.claimed_by &&
      last_message_is_staff === told.last_message_is_staff &&
      channel_name === told.channel_name;
    if (!isTold) {
      told = { claimed_by, last_message_is_staff, channel_name };
      const data = { claimed_by, last_response_is_staff: last_message_is_staff, channel_name };
      send({ type: 'ticket_update', data });
    }
    const was_closed = is_closed;
    is_closed = ticket.status === 'closing' || ticket.status === 'closed';
    if (is_closed !== was_closed) send({ type: is_closed ? 'ticket_closed' : 'ticket_reopened' });
  };
  const mayView = (ticket: TicketFacts) =>
    access !== undefined && mayViewTicket(access, ticket, ticket.panel).allowed;
  const isBehind = () => room !== undefined && socket.mayHear() && watcher.seq < room.newest;
  /** Sends the next piece of what they missed, and answers how many bytes that was. */
  const catchUp = async (): Promise<number> => {
    // It may have closed while it waited for its turn.
    if (!room || !isBehind()) return 0;
    const { newest } = room;
    const changes = await room.changesSince({ seq: watcher.seq, is_staff: watcher.is_staff });
    return changes && socket.mayHear() ? sendChanges(watcher, changes, newest) : 0;
  };

  return {
    guild_id: key.guild_id,
    async check({ user_id }) {
      // First listen, then read: what happens in between is read once more.
      room ??= rooms.join(key, watcher);
      const before = changes;
      const ticket = await asks.ticket(key);
      if (before === changes) facts = ticket;
      const [found, premium] = await Promise.all([
        asks.access({ guild_id: key.guild_id, user_id }),
        asks.premium(key.guild_id),
      ]);
      access = ticket && viewerOf(ticket, found, { guild_id: key.guild_id, user_id });
      if (!access) throw new LiveRefusal(wordsOf(ticketRefusal(found, ticket)));
      if (!premium) throw new LiveRefusal('Live-chat requires premium to use');
    },
    start(asked) {
      if (!facts || !room) throw new Error('a socket starts after its check');
      as_member = asked.own ?? false;
      told = { ...facts, claimed_by: watcher.is_staff ? facts.claimed_by : null };
      // A reader that is ahead of us has seen another ticket, or another database.
      watcher.seq = Math.min(asked.since ?? facts.last_seq, facts.last_seq);
      room.newest = Math.max(room.newest, facts.last_seq);
      send({ type: 'authenticated', data: { seq: watcher.seq } });
      if (!asked.list || as_member) return;
      list = listFeed(live, key.guild_id, socket, () => access);
      list.start();
    },
    pause() {
      watcher.isFollowing = false;
    },
    async follow() {
      while (isBehind()) {
        await socket.inTurn(catchUp);
        if (isBehind()) await socket.flushed();
      }
      watcher.isFollowing = socket.mayHear();
      if (facts) tellTicket(facts);
      await list?.follow();
    },
    end() {
      room?.leave(watcher);
      list?.end();
    },
  };
}

/** The socket's words for a refusal. */
function wordsOf({ status }: AppError): string {
  return status === 404 ? 'Ticket not found' : 'You do not have permission to view this ticket';
}
