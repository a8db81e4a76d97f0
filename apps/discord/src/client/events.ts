import { Refused } from '../simulator/refused.ts';
import type { Channel, LiveEvents, Server } from '../simulator/types.ts';
import type { Client } from './client.ts';
import { onInteraction } from './interactions.ts';
import { openLog, putMessage, removeMessages } from './logs.ts';
import { goTo } from './navigation.ts';
import { takeOverview } from './overview.ts';
import { markKnown, markRead } from './read-marks.ts';
import { channelIn, openChannel } from './state.ts';

const TYPING_MS = 10_000;

type Hearing = { [Name in keyof LiveEvents]: (data: LiveEvents[Name]) => void };

/** What the page does with what it hears. */
export function hearing(client: Client): Hearing {
  return {
    message: (event) => onMessage(client, event),
    gone: ({ channel_id, ids }) => removeMessages(client, channel_id, ids),
    server: ({ server }) => onServer(client, server),
    server_gone: (event) => onServerGone(client, event),
    directs: ({ directs }) => client.set({ directs }),
    typing: (event) => onTyping(client, event),
    interaction: (event) => onInteraction(client, event),
  };
}

function onMessage(client: Client, { message, fresh }: LiveEvents['message']): void {
  putMessage(client, message);
  const { channel_id: id } = message;
  const channel = channelIn(client.state, id);
  if (!fresh || !channel || message.ephemeral) return;
  noteNewest(client, channel, message.id);
  stopTyping(client, id, message.author.id);
  const isRead = id === client.state.channelId && document.visibilityState === 'visible';
  if (isRead || message.mine) markRead(client, id, message.id);
  else if (message.mentions_me || !channel.guild_id) {
    const { mentions } = client.state;
    client.set({ mentions: new Map(mentions).set(id, (mentions.get(id) ?? 0) + 1) });
  }
}

function noteNewest(client: Client, { id, guild_id }: Channel, messageId: string): void {
  const { servers, directs, extras } = client.state;
  const noted = (channel: Channel) =>
    channel.id === id ? { ...channel, last_message_id: messageId } : channel;
  const extra = extras.get(id);
  client.set({
    servers: servers.map((server) =>
      server.id === guild_id ? { ...server, channels: server.channels.map(noted) } : server,
    ),
    directs: guild_id ? directs : directs.map(noted),
    extras: extra ? new Map(extras).set(id, noted(extra)) : extras,
  });
}

function onServer(client: Client, server: Server): void {
  const { servers, joinable } = client.state;
  const open = openChannel(client.state);
  const at = servers.findIndex(({ id }) => id === server.id);
  if (at < 0) markKnown(client, server.channels);
  const extras = new Map(client.state.extras);
  for (const { id } of server.channels) extras.delete(id);
  client.set({
    servers: at < 0 ? [...servers, server] : servers.with(at, server),
    joinable: joinable.filter(({ id }) => id !== server.id),
    extras,
  });
  // A thread that is not listed any more may only be archived; until that is known, it stays.
  if (open?.is_thread && !openChannel(client.state)) client.set({ extras: extras.set(open.id, open) });
  void leaveIfGone(client);
}

function onServerGone(client: Client, { id, joinable }: LiveEvents['server_gone']): void {
  client.set({ servers: client.state.servers.filter((server) => server.id !== id), joinable });
  if (client.state.serverId === id) void goTo(client, null);
}

/** A channel that one may not see any more closes itself; an archived thread stays. */
async function leaveIfGone(client: Client): Promise<void> {
  const { channelId: id, serverId: wasIn } = client.state;
  if (!id || (channelIn(client.state, id) && !client.state.extras.has(id))) return;
  if (client.state.extras.has(id) && (await isStillThere(client, id))) return;
  const [extras, logs] = [new Map(client.state.extras), new Map(client.state.logs)];
  extras.delete(id);
  logs.delete(id);
  client.set({ extras, logs });
  if (client.state.channelId !== id) return;
  client.notice('The channel that you were in is gone, or not for you any more.');
  void goTo(client, null, { server: wasIn });
}

async function isStillThere(client: Client, id: string): Promise<boolean> {
  try {
    const { channel } = await client.api.channel(id);
    client.set({ extras: new Map(client.state.extras).set(id, channel) });
    return true;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return false;
  }
}

function onTyping(client: Client, { channel_id, user_id, name }: LiveEvents['typing']): void {
  const { typing } = client.state;
  client.set({ typing: new Map(typing).set(channel_id, new Map(typing.get(channel_id)).set(user_id, name)) });
  const key = `${channel_id} ${user_id}`;
  clearTimeout(client.typingTimers.get(key));
  client.typingTimers.set(
    key,
    setTimeout(() => stopTyping(client, channel_id, user_id), TYPING_MS),
  );
}

function stopTyping(client: Client, channelId: string, userId: string): void {
  const { typing } = client.state;
  if (!typing.get(channelId)?.has(userId)) return;
  const left = new Map(typing.get(channelId));
  left.delete(userId);
  client.set({ typing: new Map(typing).set(channelId, left) });
}

export async function onConnection(client: Client, isConnected: boolean): Promise<void> {
  const was = client.state.isConnected;
  client.set({ isConnected });
  if (!isConnected || was) return;
  // Whatever happened while the line was down is asked for again.
  const overview = await client.attempt(() => client.api.me());
  if (overview) takeOverview(client, overview);
  client.set({
    logs: new Map([...client.state.logs].map(([id, log]) => [id, { ...log, status: 'new' }] as const)),
  });
  const channel = openChannel(client.state);
  if (channel) await openLog(client, channel);
}
