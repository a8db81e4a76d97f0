import { useEffect, useState } from 'preact/hooks';
import { compareIds } from './lib.js';

/** All that the page knows. Actions change it and call `changed`. */
export const state = {
  ready: false,
  connected: true,
  me: null,
  people: [],
  servers: [],
  directs: [],
  joinable: [],
  /** Channels that no list shows, such as archived threads that a link leads to. */
  extras: new Map(),
  /** The open server (null: direct messages) and the open channel. */
  server: null,
  channel: null,
  logs: new Map(),
  typing: new Map(),
  read: {},
  mentions: new Map(),
  pane: 'channels',
  showMembers: true,
  replyTo: null,
  editing: null,
  /** Presses that wait for an answer, by the mark they were sent with. */
  pending: new Map(),
  /** What to say under a message whose component came to nothing. */
  troubles: new Map(),
  modal: null,
  dialog: null,
  menu: null,
  notice: null,
};

const listeners = new Set();
let scheduled = false;

export function changed() {
  if (scheduled) return;
  scheduled = true;
  queueMicrotask(() => {
    scheduled = false;
    for (const listener of listeners) listener();
  });
}

/** Draws the component again whenever something has changed. */
export function useStore() {
  const [, draw] = useState(0);
  useEffect(() => {
    const listener = () => draw((n) => n + 1);
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, []);
  return state;
}

export const openServer = () => state.servers.find((server) => server.id === state.server) ?? null;

export function channelById(id) {
  if (!id) return null;
  for (const server of state.servers) {
    const found = server.channels.find((channel) => channel.id === id);
    if (found) return found;
  }
  return state.directs.find((channel) => channel.id === id) ?? state.extras.get(id) ?? null;
}

export const openChannel = () => channelById(state.channel);

export function serverOfChannel(channel) {
  return channel?.guild_id ? (state.servers.find((server) => server.id === channel.guild_id) ?? null) : null;
}

export function logOf(channelId) {
  let log = state.logs.get(channelId);
  if (!log) {
    log = { messages: [], locals: [], more: false, status: 'new', problem: null };
    state.logs.set(channelId, log);
  }
  return log;
}

/** Puts a message in its place, or in the place of its earlier state. */
export function putMessage(message) {
  const log = logOf(message.channel_id);
  if (log.status !== 'ready') return;
  const { messages } = log;
  const at = messages.findIndex((other) => other.id === message.id);
  if (at >= 0) {
    log.messages = messages.with(at, message);
    return;
  }
  const oldest = messages[0];
  // Something from before the loaded stretch comes with that stretch.
  if (oldest && log.more && compareIds(message.id, oldest.id) < 0) return;
  const after = messages.findLastIndex((other) => compareIds(other.id, message.id) < 0);
  log.messages = messages.toSpliced(after + 1, 0, message);
}

const storageKey = () => `read:${state.me?.id}`;

export function loadRead() {
  state.read = JSON.parse(localStorage.getItem(storageKey()) ?? '{}');
}

export function markRead(channelId, messageId) {
  if (!messageId || state.read[channelId] === messageId) return;
  const known = state.read[channelId];
  if (known && compareIds(messageId, known) <= 0) return;
  state.read[channelId] = messageId;
  state.mentions.delete(channelId);
  localStorage.setItem(storageKey(), JSON.stringify(state.read));
}

/** What was there before one came counts as read. */
export function markKnown(channels) {
  for (const channel of channels) {
    if (channel.last_message_id && !state.read[channel.id]) state.read[channel.id] = channel.last_message_id;
  }
}

export function isUnread(channel) {
  if (!channel.last_message_id || channel.id === state.channel) return false;
  const known = state.read[channel.id];
  return !known || compareIds(channel.last_message_id, known) > 0;
}

export const mentionsIn = (channels) =>
  channels.reduce((sum, channel) => sum + (state.mentions.get(channel.id) ?? 0), 0);
