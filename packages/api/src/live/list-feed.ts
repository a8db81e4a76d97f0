import { PermissionLevel } from '@tickets/contract/access/levels';
import type { TicketListFrame } from '@tickets/contract/tickets/live';
import type { Access } from '@tickets/core/access/access';
import { mayWorkPanel, seesAsStaff } from '@tickets/core/access/tickets';
import { oneAtATime } from '@tickets/core/platform/async/one-at-a-time';
import type { LiveSocket } from './channel.ts';
import { frameOf } from './frame.ts';
import type { Live } from './live.ts';
import type { Listed } from './live-asks.ts';
import { topics as topicNames } from './topics.ts';

/** What a socket tells of a server's list of open tickets. */
export interface ListFeed {
  start(): void;
  /** Tells what changed while it was asked whether the person may still listen. */
  follow(): Promise<void>;
  end(): void;
}

/** Tells staff how a ticket of their list stands now, whenever it changed. `accessOf`: who listens, once that is known. */
export function listFeed(
  { asks, topics }: Live,
  guild_id: string,
  socket: LiveSocket,
  accessOf: () => Access | undefined,
): ListFeed {
  const endings: (() => void)[] = [];
  const changed = new Set<number>();
  const hidden = new Set<number>();

  let known: Access | undefined;

  const send = (frame: TicketListFrame) => socket.send(frameOf(frame));
  /** Staff of other panels than before, and of other roles, have another list. */
  const followAccess = () => {
    const access = accessOf();
    if (!access || !socket.mayHear()) return;
    if (known && !hasSameList(known, access)) send({ type: 'list_changed' });
    known = access;
  };
  // Someone who is staff of some panels only hears of those. What a claim hides from them leaves their list, and no
  // more is told of it.
  const show = (access: Access, { ticket_id, parties, frame }: Listed) => {
    if (seesAsStaff(access, parties, parties.panel).allowed) {
      hidden.delete(ticket_id);
      socket.send(frame);
    } else if (mayWorkPanel(access, parties.panel).allowed && !hidden.has(ticket_id)) {
      hidden.add(ticket_id);
      const data = { ticket_id, ticket: null, closed: false, panel_title: null, users: {} };
      send({ type: 'tickets_changed', data });
    }
  };
  const follow = oneAtATime(async () => {
    const ids = [...changed];
    changed.clear();
    const found = await Promise.all(ids.map((ticket_id) => asks.listed({ guild_id, ticket_id })));
    const access = accessOf();
    if (!access || !socket.mayHear()) {
      // It is told once it is known whether they may still hear it.
      for (const ticket_id of ids) changed.add(ticket_id);
      return;
    }
    for (const listed of found) if (listed) show(access, listed);
  });

  return {
    start() {
      known = accessOf();
      const { user_id = '' } = known ?? {};
      endings.push(
        topics.on(topicNames.reads(guild_id, user_id), (event) => {
          if (event.type !== 'ticket.read' || !socket.mayHear()) return;
          const { ticket_id, message_id } = event;
          send({ type: 'ticket_read', data: { ticket_id, message_id } });
        }),
        topics.on(topicNames.list(guild_id), () => {
          if ((accessOf()?.level ?? PermissionLevel.none) > PermissionLevel.none)
            send({ type: 'list_changed' });
        }),
        topics.on(topicNames.tickets(guild_id), (event) => {
          if (event.type !== 'ticket.changed') return;
          changed.add(event.ticket_id);
          follow().catch(socket.fail);
        }),
      );
    },
    async follow() {
      followAccess();
      await follow();
    },
    end() {
      for (const ending of endings) ending();
    },
  };
}

const hasSameList = (before: Access, now: Access) =>
  before.level === now.level &&
  before.is_default_team === now.is_default_team &&
  hasSame(before.team_ids, now.team_ids) &&
  // Roles may have been added to tickets.
  hasSame(before.role_ids, now.role_ids);

const hasSame = <T>(before: readonly T[], now: readonly T[]) =>
  new Set(before).symmetricDifference(new Set(now)).size === 0;
