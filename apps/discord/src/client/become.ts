import type { Client } from './client.ts';
import { hearing, onConnection } from './events.ts';
import { goTo } from './navigation.ts';
import { takeOverview } from './overview.ts';
import { loadRead, markKnown } from './read-marks.ts';
import { initialState } from './state.ts';

interface Wanted {
  channel?: string | null | undefined;
  /** Null: the direct messages. */
  server?: string | null | undefined;
  /** Where the channel is not for this person, nobody is told. */
  quiet?: boolean;
}

/** Becomes a person: everything is asked again, with their eyes. */
export async function become(client: Client, userId: string, wanted: Wanted = {}): Promise<void> {
  client.stopListening();
  const overview = await client.api.become(userId);
  client.api.speakAs(overview.me.id, overview.me.token);
  client.waiting.clear();
  const { pane, showsMembers, serverId, channelId } = client.state;
  client.set({ ...initialState, pane, showsMembers, serverId, channelId });
  takeOverview(client, overview);
  loadRead(client);
  markKnown(client, [...overview.directs, ...overview.servers.flatMap((server) => server.channels)]);
  client.stopListening = client.api.listen(overview.me.id, hearing(client), (isConnected) =>
    onConnection(client, isConnected),
  );
  await goTo(client, wanted.channel ?? null, { server: wanted.server, quiet: wanted.quiet });
}
