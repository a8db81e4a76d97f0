import type { Channel } from '../simulator/types.ts';
import { firstChannel } from './channel-order.ts';
import type { Client } from './client.ts';
import { openLog } from './logs.ts';
import { channelIn, meIn, openServer } from './state.ts';

interface GoTo {
  /** Where no channel is named: null for the direct messages. */
  server?: string | null | undefined;
  /** A step that the browser's back button takes back. */
  push?: boolean;
  quiet?: boolean | undefined;
}

/** Opens a channel, or the first good one of a server. */
export async function goTo(client: Client, channelId: string | null, how: GoTo = {}): Promise<void> {
  let channel = channelIn(client.state, channelId);
  // Another person need not see what was open before, and is not told so.
  if (!channel && channelId && !how.quiet) channel = await fetchChannel(client, channelId);
  client.set({ serverId: channel ? channel.guild_id : serverToOpen(client, how.server) });
  channel ??= channelToOpen(client) ?? null;
  const { state } = client;
  client.set({
    channelId: channel?.id ?? null,
    ...(state.channelId === channel?.id ? {} : { replyTo: null, editingId: null }),
    ...(channelId && channel?.id === channelId ? { pane: 'chat' } : {}),
  });
  writeAddress(client, how.push ?? false);
  if (channel) await openLog(client, channel);
}

function serverToOpen({ state }: Client, wanted: string | null | undefined): string | null {
  if (wanted === null || state.servers.some(({ id }) => id === wanted)) return wanted ?? null;
  return state.servers[0]?.id ?? null;
}

function channelToOpen({ state }: Client): Channel | undefined {
  const server = openServer(state);
  if (server) return firstChannel(server);
  return state.serverId === null ? state.directs[0] : undefined;
}

async function fetchChannel(client: Client, id: string): Promise<Channel | null> {
  const answer = await client.attempt(() => client.api.channel(id));
  if (!answer) return null;
  // A new one may have come into its server's list in the meantime.
  const listed = channelIn(client.state, id);
  if (listed) return listed;
  client.set({ extras: new Map(client.state.extras).set(id, answer.channel) });
  return answer.channel;
}

/** The page's address says who one is and where, so that it can be opened again. */
function writeAddress({ state }: Client, push: boolean): void {
  const parameters = new URLSearchParams({ as: meIn(state).id });
  if (state.channelId) parameters.set('channel', state.channelId);
  else if (state.serverId) parameters.set('server', state.serverId);
  const address = `${addressOfPage}?${parameters}`;
  if (location.pathname + location.search === address) return;
  history[push ? 'pushState' : 'replaceState'](null, '', address);
}

const addressOfPage = '/app';

export const addressOf = ({ state }: Client, channelId: string) =>
  `${addressOfPage}?as=${meIn(state).id}&channel=${channelId}`;

export async function messageSomebody(client: Client, userId: string): Promise<void> {
  const answer = await client.attempt(() => client.api.direct(userId));
  if (!answer) return;
  const { directs } = client.state;
  if (!directs.some(({ id }) => id === answer.channel.id))
    client.set({ directs: [answer.channel, ...directs] });
  await goTo(client, answer.channel.id);
}
