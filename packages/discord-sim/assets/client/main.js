import { render } from 'preact';
import { useEffect } from 'preact/hooks';
import { become, goTo } from './actions.js';
import { ask } from './api.js';
import { Composer } from './composer.js';
import { Dialogs } from './dialogs.js';
import { channelIcon } from './entities.js';
import { html, Icon, IconButton } from './lib.js';
import { Log } from './log.js';
import { MemberList } from './members.js';
import { Floating } from './menus.js';
import { FormModal } from './modal.js';
import { wordsOf } from './notices.js';
import { ChannelList, Rail } from './sidebar.js';
import { changed, markRead, openChannel, openServer, state, useStore } from './store.js';
import { showTheme } from './theme.js';

const NOTICE_MS = 6_000;

function App() {
  useStore();
  const channel = openChannel();
  const server = openServer();
  useEffect(() => {
    const place = channel ? `${channel.guild_id ? '#' : '@'}${channel.name}` : 'Simulated Discord';
    document.title = server ? `${place} | ${server.name}` : place;
  });
  const members = server && state.showMembers;
  return html`<div class="frame" data-pane=${state.pane} data-members=${members ? '' : undefined}>
    <${Banner} />
    <main>
    <${Rail} />
    <${ChannelList} />
    ${channel ? html`<${Chat} key=${channel.id} channel=${channel} />` : html`<${NoChannel} />`}
    ${members && html`<${MemberList} />`}
    ${state.pane === 'members' && html`<button type="button" class="scrim" aria-label="Close member list" onClick=${() => showPane('chat')}></button>`}
    </main>
    <${Floating} />
    <${Dialogs} />
    ${state.modal && html`<${FormModal} key=${state.modal.id} modal=${state.modal} />`}
    <${Notice} />
  </div>`;
}

function showPane(pane) {
  state.pane = pane;
  changed();
}

function Banner() {
  const open = () => {
    state.dialog = { kind: 'switch' };
    changed();
  };
  return html`<header class="banner">
    <h1><a href="/" title="About the simulated Discord">Simulated Discord</a></h1><p class="aside">Nothing here reaches the real one.</p><span class="grow"></span>
    ${!state.connected && html`<p class="offline" role="status">Connecting again…</p>`}
    <button type="button" aria-haspopup="dialog" onClick=${open}>
      <img class="round" src=${state.me.avatar_url} alt="" width="20" height="20" />You are: <b>${state.me.name}</b><${Icon} name="down" size=${16} />
    </button>
  </header>`;
}

function Chat({ channel }) {
  const server = openServer();
  const typing = [...(state.typing.get(channel.id)?.values() ?? [])].map(({ name }) => name);
  const toggleMembers = () => {
    if (innerWidth < 900) state.pane = state.pane === 'members' ? 'chat' : 'members';
    else state.showMembers = !state.showMembers;
    if (state.pane === 'members') state.showMembers = true;
    changed();
  };
  return html`<section class="chat" aria-label=${channel.name}>
    <header class="chat-head">
      <${IconButton} icon="menu" label="Show channels" class="only-narrow" onClick=${() => showPane('channels')} />
      ${channel.avatar_url ? html`<img class="round" src=${channel.avatar_url} alt="" width="24" height="24" />` : html`<${Icon} name=${channelIcon(channel)} size=${22} />`}
      <h2>${channel.name}</h2>
      ${channel.topic && html`<p class="topic" title=${channel.topic}>${channel.topic}</p>`}
      <span class="grow"></span>
      ${channel.archived && html`<span class="state-tag">Archived</span>`}
      ${channel.locked && html`<span class="state-tag">Locked</span>`}
      <${IconButton} icon="pin" label="Pinned messages" onClick=${() => {
        state.dialog = { kind: 'pins', channel };
        changed();
      }} />
      ${server && html`<${IconButton} icon="people" label=${state.showMembers ? 'Hide member list' : 'Show member list'} aria-pressed=${state.showMembers ? 'true' : 'false'} onClick=${toggleMembers} />`}
    </header>
    <${Log} channel=${channel} />
    <${Composer} channel=${channel} />
    <p class="typing" aria-live="polite">${typing.length > 0 && typingText(typing)}${channel.slowmode > 0 && html`<span class="slow">Slow mode: one message per ${channel.slowmode} s</span>`}</p>
  </section>`;
}

function typingText(names) {
  const shown = names.length > 3 ? 'Several people' : names.join(', ');
  return html`<span class="dots" aria-hidden="true"><i></i><i></i><i></i></span> <b>${shown}</b> ${names.length === 1 ? 'is' : 'are'} typing…`;
}

function NoChannel() {
  const server = openServer();
  return html`<section class="chat" aria-label="Nothing open"><div class="empty-state">
    <h2>${server ? 'No channel to show' : 'No direct messages yet'}</h2>
    <p>${server ? `You may not see any channel of ${server.name}.` : 'Choose someone in a server and press “Message”.'}</p>
  </div></section>`;
}

function Notice() {
  const { notice } = state;
  useEffect(() => {
    if (!notice) return undefined;
    const timer = setTimeout(() => {
      state.notice = null;
      changed();
    }, NOTICE_MS);
    return () => clearTimeout(timer);
  }, [notice?.id]);
  return html`<div class="notices" role="alert">${notice && html`<p class="notice">${notice.text}</p>`}</div>`;
}

function addressed() {
  const parameters = new URLSearchParams(location.search);
  return {
    as: parameters.get('as'),
    channel: parameters.get('channel'),
    server: parameters.get('server') ?? undefined,
  };
}

async function start() {
  showTheme();
  const root = document.getElementById('app');
  const wanted = addressed();
  try {
    const id = wanted.as ?? (await whoToBe());
    if (!id) {
      location.replace('/');
      return;
    }
    await become(id, wanted);
    root.replaceChildren();
    render(html`<${App} />`, root);
  } catch (error) {
    const text = document.createElement('p');
    text.className = 'boot';
    text.setAttribute('role', 'alert');
    text.textContent = wordsOf(error);
    root.replaceChildren(text);
  }
}

/** Whom this browser was last, else the first person there is. */
async function whoToBe() {
  try {
    return (await ask('GET', '/me')).me.id;
  } catch (error) {
    if (error.status !== 401) throw error;
    return (await ask('GET', '/people')).people[0]?.id;
  }
}

addEventListener('popstate', () => {
  const { as, channel, server } = addressed();
  if (as && as !== state.me?.id) void become(as, { channel, server });
  else void goTo(channel, { server, replace: true });
});
document.addEventListener('sim:profile', ({ detail }) => {
  state.menu = { kind: 'profile', ...detail };
  changed();
});
document.addEventListener('visibilitychange', () => {
  const channel = openChannel();
  if (document.visibilityState === 'visible' && channel) {
    markRead(channel.id, channel.last_message_id);
    changed();
  }
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && state.pane === 'members' && !state.menu && !state.dialog) {
    state.pane = 'chat';
    changed();
  }
});

void start();
