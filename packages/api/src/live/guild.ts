import type { GuildLiveFrame } from '@tickets/contract/live';
import { oneAtATime } from '@tickets/core/one-at-a-time';
import type { Access } from '@tickets/core/permissions/access';
import { mayListTicket, mayWorkPanel } from '@tickets/core/permissions/tickets';
import { LiveRefusal, type LiveSocket, type LiveSubject } from './channel.ts';
import { frameOf } from './frame.ts';
import type { Live } from './live.ts';
import type { Listed } from './live-asks.ts';
import { topics as topicNames } from './topics.ts';

/** Tells staff how a ticket of their server's list stands now, whenever it changed. */
export function guildSubject({ asks, topics }: Live, guild_id: string, socket: LiveSocket): LiveSubject {
  let access: Access | undefined;
  const endings: (() => void)[] = [];
  const changed = new Set<number>();
  const hidden = new Set<number>();

  const send = (frame: GuildLiveFrame) => socket.send(frameOf(frame));
  // Somebody who is staff of some panels only hears of those. What a claim hides from them leaves their list, and no
  // more is told of it.
  const show = (access: Access, { ticket_id, parties, frame }: Listed) => {
    if (mayListTicket(access, parties, parties.panel)) {
      hidden.delete(ticket_id);
      socket.send(frame);
    } else if (mayWorkPanel(access, parties.panel).allowed && !hidden.has(ticket_id)) {
      hidden.add(ticket_id);
      send({ type: 'tickets_changed', data: { ticket_id, ticket: null, panel_title: null, users: {} } });
    }
  };
  const tell = oneAtATime(async () => {
    const ids = [...changed];
    changed.clear();
    const found = await Promise.all(ids.map((ticket_id) => asks.listed({ guild_id, ticket_id })));
    if (!access || !socket.mayHear()) {
      // It is told once it is known whether they may still hear it.
      for (const ticket_id of ids) changed.add(ticket_id);
      return;
    }
    for (const listed of found) if (listed) show(access, listed);
  });

  return {
    guild_id,
    async check({ user_id }) {
      access = await asks.access({ guild_id, user_id });
      if (!access || access.level < 1)
        throw new LiveRefusal('You do not have permission to view this server');
    },
    start() {
      send({ type: 'authenticated' });
      endings.push(
        topics.on(topicNames.list(guild_id), () => send({ type: 'list_changed' })),
        topics.on(topicNames.names(guild_id), () => send({ type: 'names_learned' })),
        topics.on(topicNames.tickets(guild_id), (event) => {
          if (event.type !== 'ticket.changed') return;
          changed.add(event.ticket_id);
          tell().catch(socket.fail);
        }),
      );
    },
    pause() {},
    follow: tell,
    end() {
      for (const ending of endings) ending();
    },
  };
}
