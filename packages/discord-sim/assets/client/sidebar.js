import { useState } from 'preact/hooks';
import { goTo, sortedChannels } from './actions.js';
import { channelIcon } from './entities.js';
import { menuPlace } from './floating.js';
import { html, Icon, IconButton } from './lib.js';
import { openChannelForm } from './manage-channels.js';
import { hasChannelMenu } from './server-menus.js';
import { changed, isUnread, mentionsIn, openServer, state, useStore } from './store.js';
import { chooseTheme, isLight } from './theme.js';

/** The servers one is in. */
export function Rail() {
  useStore();
  const directMentions = mentionsIn(state.directs);
  return html`<nav class="rail" aria-label="Servers">
    <${RailButton} label="Direct Messages" current=${state.server === null} badge=${directMentions} onClick=${() => goTo(null, { server: null, push: true })}>
      <span class="rail-mark"><${Icon} name="chat" size=${24} /></span>
    <//>
    <hr />
    ${state.servers.map(
      (server) => html`<${RailButton}
      key=${server.id}
      label=${server.name}
      current=${state.server === server.id}
      unread=${server.channels.some((channel) => channel.type !== 4 && channel.can_view && isUnread(channel))}
      badge=${mentionsIn(server.channels)}
      onClick=${() => goTo(null, { server: server.id, push: true })}
    ><img src=${server.icon_url} alt="" width="48" height="48" /><//>`,
    )}
    ${
      state.joinable.length > 0 &&
      html`<${RailButton} label="Join a Server" onClick=${() => {
        state.dialog = { kind: 'join' };
        changed();
      }}><span class="rail-mark join"><${Icon} name="plus" size=${24} /></span><//>`
    }
  </nav>`;
}

function RailButton({ label, current, unread, badge = 0, onClick, children }) {
  const name = badge > 0 ? `${label}, ${badge} new` : unread ? `${label}, unread` : label;
  return html`<button type="button" class="rail-button" aria-label=${name} title=${label} aria-current=${current ? 'page' : undefined} data-unread=${unread ? '' : undefined} onClick=${onClick}>
    ${children}${badge > 0 && html`<span class="badge" aria-hidden="true">${badge}</span>`}
  </button>`;
}

/** The channels of the open server, or the direct messages. */
export function ChannelList() {
  useStore();
  const server = openServer();
  const openMenu = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    state.menu = { kind: 'server', x: box.left + 8, y: box.bottom + 4 };
    changed();
  };
  return html`<nav class="channels" aria-label=${server ? `Channels of ${server.name}` : 'Direct messages'}>
    ${
      server
        ? html`<button type="button" class="server-name" aria-haspopup="menu" onClick=${openMenu}><h2>${server.name}</h2><${Icon} name="down" size=${18} /></button>`
        : html`<div class="server-name"><h2>Direct Messages</h2></div>`
    }
    <div class="channel-scroll">
      ${server ? html`<${ServerChannels} key=${server.id} server=${server} />` : html`<${Directs} />`}
    </div>
    <${SelfBar} />
  </nav>`;
}

function ServerChannels({ server }) {
  const [closed, setClosed] = useState([]);
  const toggle = (id) =>
    setClosed((before) => (before.includes(id) ? before.filter((other) => other !== id) : [...before, id]));
  let hidden = false;
  const rows = sortedChannels(server).filter((channel) => channel.can_view || channel.type === 4);
  if (rows.every((channel) => channel.type === 4))
    return html`<p class="hint nothing">There is no channel here that you may see.</p>`;
  return html`<ul>${rows.map((channel) => {
    if (channel.type === 4) {
      hidden = closed.includes(channel.id);
      return html`<li key=${channel.id} class="category"><button type="button" class="fold" aria-expanded=${hidden ? 'false' : 'true'} onClick=${() => toggle(channel.id)} onContextMenu=${menuOf(channel)}>
        <${Icon} name=${hidden ? 'right' : 'down'} size=${14} /><span class="channel-name">${channel.name}</span></button>
        <${RowButtons} channel=${channel} canCreate=${server.can_manage_channels} /></li>`;
    }
    if (
      !channel.parent_id ||
      (!channel.is_thread && !server.channels.some(({ id }) => id === channel.parent_id))
    )
      hidden = false;
    if (hidden && channel.id !== state.channel && !isUnread(channel)) return null;
    return html`<${ChannelLink} key=${channel.id} channel=${channel} />`;
  })}</ul>`;
}

function ChannelLink({ channel }) {
  const mentions = state.mentions.get(channel.id) ?? 0;
  const unread = isUnread(channel);
  const address = `/app?as=${state.me.id}&channel=${channel.id}`;
  const name =
    mentions > 0 ? `${channel.name}, ${mentions} new` : unread ? `${channel.name}, unread` : undefined;
  return html`<li class=${channel.is_thread ? 'thread' : ''}>
    <a href=${address} aria-label=${name} aria-current=${channel.id === state.channel ? 'page' : undefined} data-unread=${unread ? '' : undefined} onClick=${(
      event,
    ) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      void goTo(channel.id, { push: true });
    }} onContextMenu=${menuOf(channel)}>
      ${channel.avatar_url ? html`<img class="round" src=${channel.avatar_url} alt="" width="32" height="32" />` : html`<${Icon} name=${channelIcon(channel)} size=${18} />`}
      <span class="channel-name">${channel.name}</span>
      ${channel.recipient_bot && html`<span class="tag">APP</span>`}
      ${mentions > 0 && html`<span class="badge" aria-hidden="true">${mentions}</span>`}
    </a>
    <${RowButtons} channel=${channel} />
  </li>`;
}

/** Opens the menu of a channel; for who may do nothing with it, the browser's own stays. */
function menuOf(channel) {
  if (!hasChannelMenu(channel)) return undefined;
  return (event) => {
    event.preventDefault();
    state.menu = { kind: 'channel', channelId: channel.id, ...menuPlace(event) };
    changed();
  };
}

function RowButtons({ channel, canCreate = false }) {
  const openMenu = menuOf(channel);
  if (!openMenu && !canCreate) return null;
  return html`<span class="row-buttons">
    ${canCreate && html`<${IconButton} icon="plus" size=${16} label=${`Create Channel in ${channel.name}`} onClick=${() => openChannelForm({ parentId: channel.id })} />`}
    ${openMenu && html`<${IconButton} icon="more" size=${18} label=${`More for ${channel.name}`} aria-haspopup="menu" onClick=${openMenu} />`}
  </span>`;
}

function Directs() {
  if (state.directs.length === 0)
    return html`<p class="hint nothing">No direct messages yet. Click a name in a server to write to that person.</p>`;
  return html`<ul class="directs">${state.directs.map((channel) => html`<${ChannelLink} key=${channel.id} channel=${channel} />`)}</ul>`;
}

function SelfBar() {
  const light = isLight();
  return html`<div class="self">
    <img class="round" src=${state.me.avatar_url} alt="" width="32" height="32" />
    <span><b>${state.me.name}</b><small>@${state.me.username}</small></span>
    <${IconButton} icon=${light ? 'moon' : 'sun'} label=${light ? 'Use the dark theme' : 'Use the light theme'} onClick=${() => chooseTheme(light ? 'dark' : 'light')} />
  </div>`;
}
