import { actions } from '@tickets/contract/access/actions';
import { type GuildLiveFrame, liveSockets } from '@tickets/contract/tickets/live';
import type { Access } from '@tickets/core/access/access';
import { LiveRefusal, type LiveSocket, type LiveSubject } from './channel.ts';
import { frameOf } from './frame.ts';
import { listFeed } from './list-feed.ts';
import type { Live } from './live.ts';
import { topics as topicNames } from './topics.ts';

/** The list of open tickets of a server, for its staff. */
export function guildSubject(live: Live, guild_id: string, socket: LiveSocket): LiveSubject {
  const { asks, topics } = live;
  let access: Access | undefined;
  let endNames: (() => void) | undefined;
  const list = listFeed(live, guild_id, socket, () => access);
  const send = (frame: GuildLiveFrame) => socket.send(frameOf(frame));

  return {
    guild_id,
    async check({ user_id }) {
      access = await asks.access({ guild_id, user_id });
      if (!access || access.level < actions[liveSockets.list.access].level)
        throw new LiveRefusal('You do not have permission to view this server');
    },
    start() {
      send({ type: 'authenticated' });
      endNames = topics.on(topicNames.names(guild_id), () => send({ type: 'names_learned' }));
      list.start();
    },
    pause() {},
    follow: list.follow,
    end() {
      endNames?.();
      list.end();
    },
  };
}
