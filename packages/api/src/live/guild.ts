import type { GuildLiveFrame } from '@tickets/contract/live';
import { oneAtATime } from '@tickets/core/one-at-a-time';
import type { Access } from '@tickets/core/permissions/access';
import { listRestriction, mayWorkPanel } from '@tickets/core/permissions/tickets';
import { LiveRefusal, type LiveSocket, type LiveSubject } from './channel.ts';
import { frameOf } from './frame.ts';
import type { Live } from './live.ts';
import { topics as topicNames } from './topics.ts';

/** Tells staff that a ticket of their server's list changed; the reader asks again for what it shows. */
export function guildSubject({ asks, topics }: Live, guild_id: string, socket: LiveSocket): LiveSubject {
  let access: Access | undefined;
  const endings: (() => void)[] = [];
  const changed = new Set<number>();

  const send = (frame: GuildLiveFrame) => socket.send(frameOf(frame));
  /** Somebody who is staff of some panels only hears of those. */
  const maySee = async (ticket_id: number) => {
    if (!access) return false;
    if (listRestriction(access) === 'all') return true;
    const ticket = await asks.ticket({ guild_id, ticket_id });
    return ticket !== undefined && mayWorkPanel(access, ticket.panel).allowed;
  };
  const tell = oneAtATime(async () => {
    for (const ticket_id of changed) {
      if (!socket.mayHear()) return;
      changed.delete(ticket_id);
      if (!(await maySee(ticket_id))) continue;
      // What was lost meanwhile is told once it is known whether they may still hear it.
      if (socket.mayHear()) send({ type: 'tickets_changed', data: { ticket_id } });
      else changed.add(ticket_id);
    }
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
