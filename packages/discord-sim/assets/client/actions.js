import { ask, discord, listen, Refused, speakAs } from './api.js';
import { onInteraction } from './interactions.js';
import { attempt, notice, wordsOf } from './notices.js';
import {
  changed,
  channelById,
  loadRead,
  logOf,
  markKnown,
  markRead,
  openChannel,
  openServer,
  putMessage,
  state,
} from './store.js';

const TYPING_MS = 10_000;
let stopListening = () => {};

/** Becomes a person: everything is asked anew, with their eyes. */
export async function become(userId, wanted = {}) {
  stopListening();
  const overview = await ask('POST', '/as', { user_id: userId });
  speakAs(overview.me.id, overview.me.token);
  state.logs.clear();
  state.extras.clear();
  state.typing.clear();
  state.mentions.clear();
  state.pending.clear();
  state.troubles.clear();
  Object.assign(state, { modal: null, dialog: null, menu: null, replyTo: null, editing: null });
  takeOverview(overview);
  loadRead();
  markKnown([...state.directs, ...state.servers.flatMap((server) => server.channels)]);
  state.ready = true;
  stopListening = listen(overview.me.id, events, onConnection);
  await goTo(wanted.channel ?? null, { server: wanted.server, replace: true, quiet: wanted.quiet });
}

function takeOverview({ me, people, servers, directs, joinable }) {
  Object.assign(state, { me, people, servers, directs, joinable });
}

/** Opens a channel, or the first good one of a server. */
export async function goTo(channelId, { server, replace = false, push = false, quiet = false } = {}) {
  let channel = channelById(channelId);
  // Somebody else need not see what was open before, and is not told so.
  if (!channel && channelId && !quiet) channel = await fetchChannel(channelId);
  if (channel) state.server = channel.guild_id;
  else
    state.server = state.servers.some(({ id }) => id === server)
      ? server
      : server === null
        ? null
        : (state.servers[0]?.id ?? null);
  channel ??= firstChannel();
  if (state.channel !== channel?.id) Object.assign(state, { replyTo: null, editing: null });
  state.channel = channel?.id ?? null;
  if (channelId && channel?.id === channelId) state.pane = 'chat';
  writeAddress(replace && !push);
  changed();
  if (channel) await openLog(channel);
}

async function fetchChannel(id) {
  const answer = await attempt(() => ask('GET', `/channels/${id}`));
  if (!answer) return null;
  // A new one may have come into its server's list in the meantime.
  const listed = channelById(id);
  if (listed) return listed;
  state.extras.set(id, answer.channel);
  return answer.channel;
}

function firstChannel() {
  const server = openServer();
  if (!server) return state.server === null ? state.directs[0] : undefined;
  return sortedChannels(server).find(
    (channel) => channel.type !== 4 && channel.type !== 2 && !channel.is_thread,
  );
}

/** Channels in the order of the list: those without a category, then category by category, threads under their channel. */
export function sortedChannels(server) {
  const byPlace = (a, b) =>
    (a.type === 2) - (b.type === 2) || a.position - b.position || (a.id < b.id ? -1 : 1);
  const under = (parent) =>
    server.channels
      .filter((channel) => channel.type !== 4 && !channel.is_thread && channel.parent_id === parent)
      .sort(byPlace);
  const threads = (parent) =>
    server.channels.filter((channel) => channel.is_thread && channel.parent_id === parent);
  const withThreads = (channels) => channels.flatMap((channel) => [channel, ...threads(channel.id)]);
  const categories = server.channels
    .filter((channel) => channel.type === 4)
    .sort((a, b) => a.position - b.position);
  const known = new Set(categories.map((category) => category.id));
  const loose = server.channels
    .filter((channel) => channel.type !== 4 && !channel.is_thread && !known.has(channel.parent_id))
    .sort(byPlace);
  return [
    ...withThreads(loose),
    ...categories.flatMap((category) => [category, ...withThreads(under(category.id))]),
  ];
}

function writeAddress(replace) {
  const parameters = new URLSearchParams({ as: state.me.id });
  if (state.channel) parameters.set('channel', state.channel);
  else if (state.server) parameters.set('server', state.server);
  const address = `/app?${parameters}`;
  if (location.pathname + location.search === address) return;
  history[replace ? 'replaceState' : 'pushState'](null, '', address);
}

export async function openLog(channel) {
  const log = logOf(channel.id);
  if (log.status === 'ready' || log.status === 'loading') {
    markRead(channel.id, channel.last_message_id);
    return;
  }
  await loadLog(channel.id);
}

export async function loadLog(channelId) {
  const log = logOf(channelId);
  log.status = 'loading';
  changed();
  try {
    const { messages, more } = await ask('GET', `/channels/${channelId}/messages`);
    Object.assign(log, { messages, more, status: 'ready', problem: null });
    markRead(channelId, messages.findLast((message) => !message.ephemeral)?.id);
  } catch (error) {
    Object.assign(log, { status: 'failed', problem: wordsOf(error) });
  }
  changed();
}

export async function loadOlder(channelId) {
  const log = logOf(channelId);
  if (!log.more || log.older) return;
  log.older = true;
  changed();
  const page = await attempt(() =>
    ask('GET', `/channels/${channelId}/messages?before=${log.messages[0].id}`),
  );
  if (page) {
    log.messages = [...page.messages, ...log.messages];
    log.more = page.more;
  }
  log.older = false;
  changed();
}

async function onConnection(connected) {
  const was = state.connected;
  state.connected = connected;
  changed();
  if (!connected || was) return;
  // Whatever happened while the line was down is asked for again.
  const overview = await attempt(() => ask('GET', '/me'));
  if (overview) takeOverview(overview);
  for (const log of state.logs.values()) log.status = 'new';
  const channel = openChannel();
  if (channel) await openLog(channel);
  changed();
}

const events = {
  hello() {},
  message({ message, fresh }) {
    putMessage(message);
    const { channel_id: id } = message;
    const channel = channelById(id);
    if (fresh && channel && !message.ephemeral) {
      channel.last_message_id = message.id;
      state.typing.get(id)?.delete(message.author.id);
      const reading = id === state.channel && document.visibilityState === 'visible';
      if (reading || message.mine) markRead(id, message.id);
      else if (message.mentions_me || !channel.guild_id)
        state.mentions.set(id, (state.mentions.get(id) ?? 0) + 1);
    }
    changed();
  },
  gone({ channel_id, ids }) {
    const log = logOf(channel_id);
    log.messages = log.messages.filter((message) => !ids.includes(message.id));
    changed();
  },
  server({ server }) {
    const open = openChannel();
    const at = state.servers.findIndex(({ id }) => id === server.id);
    if (at >= 0) state.servers = state.servers.with(at, server);
    else {
      state.servers = [...state.servers, server];
      markKnown(server.channels);
    }
    state.joinable = state.joinable.filter(({ id }) => id !== server.id);
    for (const { id } of server.channels) state.extras.delete(id);
    // A thread that is not listed any more may only be archived; until that is known, it stays.
    if (open?.is_thread && !openChannel()) state.extras.set(open.id, open);
    void leaveIfGone();
    changed();
  },
  server_gone({ id, joinable }) {
    state.servers = state.servers.filter((server) => server.id !== id);
    state.joinable = joinable;
    if (state.server === id) void goTo(null, { replace: true });
    changed();
  },
  directs({ directs }) {
    state.directs = directs;
    changed();
  },
  typing({ channel_id, user_id, name }) {
    const people = state.typing.get(channel_id) ?? new Map();
    clearTimeout(people.get(user_id)?.timer);
    const timer = setTimeout(() => {
      people.delete(user_id);
      changed();
    }, TYPING_MS);
    people.set(user_id, { name, timer });
    state.typing.set(channel_id, people);
    changed();
  },
  interaction: onInteraction,
};

/** A channel that one may not see any more closes itself; an archived thread stays. */
async function leaveIfGone() {
  const id = state.channel;
  if (!id || (channelById(id) && !state.extras.has(id))) return;
  const wasIn = state.server;
  if (state.extras.has(id)) {
    try {
      const { channel } = await ask('GET', `/channels/${id}`);
      state.extras.set(id, channel);
      changed();
      return;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }
  state.extras.delete(id);
  state.logs.delete(id);
  if (state.channel !== id) return;
  notice('The channel that you were in is gone, or not for you any more.');
  void goTo(null, { server: wasIn, replace: true });
}

export const messagePath = (message) => `/channels/${message.channel_id}/messages/${message.id}`;

export function react(message, emoji, remove) {
  const name = emoji.id ? `${emoji.name}:${emoji.id}` : emoji.name;
  return attempt(() =>
    discord(remove ? 'DELETE' : 'PUT', `${messagePath(message)}/reactions/${encodeURIComponent(name)}/@me`),
  );
}

export const dismiss = (message) => attempt(() => ask('DELETE', `/messages/${message.id}`));

export async function messageSomebody(userId) {
  const answer = await attempt(() => ask('POST', '/directs', { user_id: userId }));
  if (!answer) return;
  if (!state.directs.some(({ id }) => id === answer.channel.id))
    state.directs = [answer.channel, ...state.directs];
  await goTo(answer.channel.id);
}
