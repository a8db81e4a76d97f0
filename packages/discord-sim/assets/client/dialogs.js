import { useEffect, useState } from 'preact/hooks';
import { become } from './actions.js';
import { ask } from './api.js';
import { Problem, useSending } from './form.js';
import { html, Icon } from './lib.js';
import { ChannelForm } from './manage-channels.js';
import { Emojis } from './manage-emojis.js';
import { Roles } from './manage-roles.js';
import { jumpTo } from './message.js';
import { Dialog } from './modal.js';
import { attempt } from './notices.js';
import { changed, state } from './store.js';
import { Text } from './text.js';

function close() {
  state.dialog = null;
  changed();
}

export function Dialogs() {
  const { dialog } = state;
  if (!dialog) return null;
  if (dialog.kind === 'switch') return html`<${Switcher} />`;
  if (dialog.kind === 'pins') return html`<${Pins} channel=${dialog.channel} />`;
  if (dialog.kind === 'join') return html`<${Join} />`;
  if (dialog.kind === 'channel') return html`<${ChannelForm} dialog=${dialog} />`;
  if (dialog.kind === 'roles') return html`<${Roles} />`;
  if (dialog.kind === 'emojis') return html`<${Emojis} />`;
  return html`<${Confirm} dialog=${dialog} />`;
}

/** Asks before something is lost, and goes back to where it was asked. */
function Confirm({ dialog }) {
  const { busy, problem, send } = useSending();
  const leave = () => {
    state.dialog = dialog.back ?? null;
    changed();
  };
  const confirm = async () => {
    if (await send(dialog.onConfirm)) leave();
  };
  return html`<${Dialog} title=${dialog.title} onClose=${leave}>
    <p>${dialog.text}</p>
    <${Problem} text=${problem} />
    <footer><button type="button" class="button plain" onClick=${leave}>Cancel</button>
    <button type="button" class="button danger" aria-busy=${busy ? 'true' : undefined} onClick=${confirm}>${dialog.action}</button></footer>
  <//>`;
}

/** Who one is: another person at a click, without a sign-in. */
function Switcher() {
  const [query, setQuery] = useState('');
  const all = state.people.some(({ id }) => id === state.me.id)
    ? state.people
    : [{ ...state.me, about: '' }, ...state.people];
  const shown = all.filter((person) =>
    `${person.name} ${person.username} ${person.about}`.toLowerCase().includes(query.toLowerCase()),
  );
  return html`<${Dialog} title="Who do you want to be?" onClose=${close}>
    ${all.length > 8 && html`<input type="text" class="select-search" placeholder="Find a person" aria-label="Find a person" value=${query} onInput=${(event) => setQuery(event.currentTarget.value)} />`}
    <ul class="people-list">${shown.map(
      (person) => html`<li key=${person.id}>
      <button type="button" aria-current=${person.id === state.me.id ? 'true' : undefined} onClick=${() => attempt(() => become(person.id, { channel: state.channel, server: state.server, quiet: true }))}>
        <img class="round" src=${person.avatar_url} alt="" width="40" height="40" />
        <span class="who"><b>${person.name}</b><small>${person.about || `@${person.username}`}</small></span>
        ${person.id === state.me.id && html`<${Icon} name="check" />`}
      </button></li>`,
    )}</ul>
    <p class="hint">Two people at once: open this page in another window and be someone else there.</p>
  <//>`;
}

function Pins({ channel }) {
  const [messages, setMessages] = useState(null);
  useEffect(() => {
    void attempt(async () => setMessages((await ask('GET', `/channels/${channel.id}/pins`)).messages));
  }, []);
  return html`<${Dialog} title=${`Pinned messages in ${channel.name}`} onClose=${close}>
    ${messages === null && html`<p role="status">Loading…</p>`}
    ${messages?.length === 0 && html`<p class="hint">Nothing is pinned here yet. Pin a message from its menu.</p>`}
    <ul class="pins">${messages?.map(
      (message) => html`<li key=${message.id}>
      <img class="round" src=${message.author.avatar_url} alt="" width="32" height="32" />
      <div><b>${message.author.name}</b><p><${Text} nodes=${message.text} />${message.text.length === 0 && html`<i>${message.embeds[0]?.title ?? 'A message without text'}</i>`}</p></div>
      <button type="button" class="button secondary" onClick=${() => {
        close();
        jumpTo(message.id);
      }}>Jump</button></li>`,
    )}</ul>
  <//>`;
}

function Join() {
  return html`<${Dialog} title="Join a server" onClose=${close}>
    <ul class="people-list">${state.joinable.map(
      (server) => html`<li key=${server.id}>
      <button type="button" onClick=${() => {
        close();
        void attempt(() => ask('POST', `/servers/${server.id}/join`));
      }}>
        <img class="square" src=${server.icon_url} alt="" width="40" height="40" />
        <span class="who"><b>${server.name}</b><small>${server.member_count} members</small></span>
      </button></li>`,
    )}</ul>
  <//>`;
}
