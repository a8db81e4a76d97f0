import { wordsOf } from '../simulator/refused.ts';
import type { Channel, Message } from '../simulator/types.ts';
import type { Client } from './client.ts';
import { compareIds } from './ids.ts';
import { markRead } from './read-marks.ts';

export async function openLog(client: Client, channel: Channel): Promise<void> {
  const { status } = client.log(channel.id);
  if (status === 'ready' || status === 'loading') markRead(client, channel.id, channel.last_message_id);
  else await loadLog(client, channel.id);
}

export async function loadLog(client: Client, channelId: string): Promise<void> {
  client.setLog(channelId, { status: 'loading', meanwhile: { messages: [], gone: [] } });
  try {
    const { messages, more } = await client.api.messages(channelId);
    const { meanwhile } = client.log(channelId);
    client.setLog(channelId, { messages, more, status: 'ready', problem: null });
    for (const message of meanwhile.messages) putMessage(client, message);
    removeMessages(client, channelId, meanwhile.gone);
    markRead(client, channelId, messages.findLast((message) => !message.ephemeral)?.id);
  } catch (error) {
    client.setLog(channelId, { status: 'failed', problem: wordsOf(error) });
  }
}

export async function loadOlder(client: Client, channelId: string): Promise<void> {
  const log = client.log(channelId);
  const [oldest] = log.messages;
  if (!log.more || log.isLoadingOlder || !oldest) return;
  client.setLog(channelId, { isLoadingOlder: true });
  const page = await client.attempt(() => client.api.messages(channelId, oldest.id));
  client.setLog(channelId, {
    isLoadingOlder: false,
    ...(page ? { messages: [...page.messages, ...client.log(channelId).messages], more: page.more } : {}),
  });
}

/** Puts a message in its place, or in the place of its earlier state. */
export function putMessage(client: Client, message: Message): void {
  const { status, messages, more, meanwhile } = client.log(message.channel_id);
  if (status === 'loading') {
    const heard = [...meanwhile.messages, message];
    client.setLog(message.channel_id, { meanwhile: { ...meanwhile, messages: heard } });
  }
  if (status !== 'ready') return;
  const at = messages.findIndex(({ id }) => id === message.id);
  if (at >= 0) {
    client.setLog(message.channel_id, { messages: messages.with(at, message) });
    return;
  }
  const [oldest] = messages;
  // Something from before the loaded stretch comes with that stretch.
  if (oldest && more && compareIds(message.id, oldest.id) < 0) return;
  const after = messages.findLastIndex(({ id }) => compareIds(id, message.id) < 0);
  client.setLog(message.channel_id, { messages: messages.toSpliced(after + 1, 0, message) });
}

export function removeMessages(client: Client, channelId: string, ids: readonly string[]): void {
  const { status, messages, meanwhile } = client.log(channelId);
  client.setLog(channelId, {
    messages: messages.filter(({ id }) => !ids.includes(id)),
    ...(status === 'loading' ? { meanwhile: { ...meanwhile, gone: [...meanwhile.gone, ...ids] } } : {}),
  });
}
