import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { dismiss, messagePath, messageSomebody, react } from './actions.js';
import { ask, discord } from './api.js';
import { EMOJIS } from './emoji-list.js';
import { runCommand } from './interactions.js';
import { colourOf, html, Icon, longDay, placeNear } from './lib.js';
import { startEdit, startReply } from './message.js';
import { attempt } from './notices.js';
import { changed, openServer, serverOfChannel, state } from './store.js';

function close() {
  state.menu = null;
  changed();
}

/** Whatever floats: the menu of a message, the emoji picker, a person's card. */
export function Floating() {
  const { menu } = state;
  if (!menu) return null;
  if (menu.kind === 'message') return html`<${MessageMenu} key=${menu.message.id} menu=${menu} />`;
  if (menu.kind === 'emoji') return html`<${EmojiPicker} menu=${menu} />`;
  if (menu.kind === 'server') return html`<${ServerMenu} menu=${menu} />`;
  return html`<${Profile} menu=${menu} />`;
}

/** A floating box: placed at its point, gone on a click elsewhere or Escape, and the focus goes back. */
function useFloating(menu) {
  const box = useRef(null);
  useLayoutEffect(() => placeNear(box.current, menu));
  useEffect(() => {
    const before = document.activeElement;
    (box.current.querySelector('input') ?? box.current.querySelector('[role=menuitem], button'))?.focus();
    const outside = (event) => {
      if (!box.current?.contains(event.target)) close();
    };
    const onEscape = (event) => {
      if (event.key === 'Escape') close();
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('keydown', onEscape);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('keydown', onEscape);
      if (document.activeElement === document.body) before?.focus?.();
    };
  }, []);
  return box;
}

function Menu({ menu, label, children }) {
  const box = useFloating(menu);
  const onKeyDown = (event) => {
    const items = [...box.current.querySelectorAll('[role=menuitem]')];
    const at = items.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    items[(to + items.length) % items.length]?.focus();
  };
  return html`<section aria-label="Menu"><div class="menu floating" role="menu" aria-label=${label} ref=${box} onKeyDown=${onKeyDown}>${children}</div></section>`;
}

function Item({ icon, label, danger, onPick, avatar }) {
  const pick = () => {
    close();
    onPick();
  };
  return html`<button type="button" role="menuitem" tabindex="-1" class=${danger ? 'danger-item' : ''} onClick=${pick}>
    <span>${label}</span>${avatar ? html`<img class="round" src=${avatar} alt="" width="18" height="18" />` : icon && html`<${Icon} name=${icon} size=${18} />`}
  </button>`;
}

function MessageMenu({ menu }) {
  const { message } = menu;
  const [commands, setCommands] = useState([]);
  useEffect(() => {
    let current = true;
    void attempt(async () => {
      const answer = await ask('GET', `/channels/${message.channel_id}/commands`);
      if (current) setCommands(answer.commands.filter((command) => command.type === 3));
    });
    return () => {
      current = false;
    };
  }, []);
  const pickEmoji = () => {
    state.menu = { kind: 'emoji', x: menu.x, y: menu.y, onPick: (emoji) => react(message, emoji, false) };
    changed();
  };
  const pin = () =>
    attempt(() =>
      discord(
        message.pinned ? 'DELETE' : 'PUT',
        `/channels/${message.channel_id}/messages/pins/${message.id}`,
      ),
    );
  return html`<${Menu} menu=${menu} label="Message">
    ${message.can_react && html`<${Item} icon="smile" label="Add Reaction" onPick=${pickEmoji} />`}
    ${message.can_reply && html`<${Item} icon="reply" label="Reply" onPick=${() => startReply(message)} />`}
    ${message.can_edit && html`<${Item} icon="edit" label="Edit Message" onPick=${() => startEdit(message)} />`}
    ${message.can_pin && html`<${Item} icon="pin" label=${message.pinned ? 'Unpin Message' : 'Pin Message'} onPick=${pin} />`}
    ${message.content && html`<${Item} icon="copy" label="Copy Text" onPick=${() => attempt(() => navigator.clipboard.writeText(message.content))} />`}
    ${
      commands.length > 0 &&
      !message.ephemeral &&
      html`<p class="menu-title" role="presentation">Apps</p>
      ${commands.map((command) => html`<${Item} key=${command.id} avatar=${command.app.avatar_url} label=${command.name} onPick=${() => runCommand(command, { channel_id: message.channel_id, target_id: message.id })} />`)}`
    }
    ${message.ephemeral && html`<${Item} icon="close" label="Dismiss Message" onPick=${() => dismiss(message)} />`}
    ${message.can_delete && html`<${Item} danger icon="trash" label="Delete Message" onPick=${() => askToDelete(message)} />`}
  <//>`;
}

function askToDelete(message) {
  state.dialog = {
    kind: 'confirm',
    title: 'Delete Message',
    text: `Delete this message by ${message.author.name}? This cannot be undone.`,
    action: 'Delete',
    onConfirm: () => attempt(() => discord('DELETE', messagePath(message))),
  };
  changed();
}

function ServerMenu({ menu }) {
  const server = openServer();
  if (!server) return null;
  const leave = () => {
    state.dialog = {
      kind: 'confirm',
      title: `Leave '${server.name}'`,
      text: `Leave ${server.name}? Other people stay, and you can join again.`,
      action: 'Leave Server',
      onConfirm: () => attempt(() => discord('DELETE', `/users/@me/guilds/${server.id}`)),
    };
    changed();
  };
  return html`<${Menu} menu=${menu} label=${server.name}>
    <${Item} icon="people" label=${state.showMembers ? 'Hide Members' : 'Show Members'} onPick=${() => {
      state.showMembers = !state.showMembers;
      changed();
    }} />
    ${server.is_owner ? html`<p class="menu-note">You own this server, so you cannot leave it.</p>` : html`<${Item} danger icon="leave" label="Leave Server" onPick=${leave} />`}
  <//>`;
}

function EmojiPicker({ menu }) {
  const box = useFloating(menu);
  const [query, setQuery] = useState('');
  const fits = (words) => words.toLowerCase().includes(query.toLowerCase());
  const server = openServer();
  const own = (server?.emojis ?? []).filter((emoji) => fits(emoji.name));
  const common = EMOJIS.filter(([, words]) => fits(words));
  const pick = (emoji) => {
    close();
    menu.onPick(emoji);
  };
  return html`<div class="emoji-picker floating" role="dialog" aria-label="Emoji" ref=${box}>
    <input type="text" class="select-search" placeholder="Find an emoji" aria-label="Find an emoji" value=${query} onInput=${(event) => setQuery(event.currentTarget.value)} />
    <div class="emoji-scroll" tabindex="0" role="group" aria-label="Emojis">
      ${
        own.length > 0 &&
        html`<p class="menu-title">${server.name}</p>
      <div class="emoji-grid">${own.map((emoji) => html`<button type="button" key=${emoji.id} aria-label=${emoji.name} title=${emoji.name} onClick=${() => pick(emoji)}><img class="emoji" src=${emoji.url} alt="" /></button>`)}</div>`
      }
      ${
        common.length > 0 &&
        html`<p class="menu-title">Common</p>
      <div class="emoji-grid">${common.map(([name, words]) => html`<button type="button" key=${name} aria-label=${words} title=${words} onClick=${() => pick({ name })}>${name}</button>`)}</div>`
      }
      ${own.length + common.length === 0 && html`<p class="hint">No emoji is called that.</p>`}
    </div>
  </div>`;
}

function Profile({ menu }) {
  const box = useFloating(menu);
  const channelServer = serverOfChannel(state.channel && { guild_id: state.server });
  const member = channelServer?.members.find(({ id }) => id === menu.userId);
  const direct = state.directs.find((channel) => channel.recipient_id === menu.userId);
  const person =
    member ??
    (direct && {
      id: menu.userId,
      name: direct.name,
      avatar_url: direct.avatar_url,
      bot: direct.recipient_bot,
    });
  if (!person)
    return html`<div class="profile floating" role="dialog" aria-label="Profile" ref=${box}><p class="hint">This person is not in the server any more.</p></div>`;
  const roles = (member?.role_ids ?? [])
    .flatMap((id) => channelServer.roles.find((role) => role.id === id) ?? [])
    .sort((a, b) => b.position - a.position);
  return html`<div class="profile floating" role="dialog" aria-label=${`Profile of ${person.name}`} ref=${box}>
    <div class="profile-band"></div>
    <img class="round" src=${person.avatar_url} alt="" width="72" height="72" />
    <h2>${person.name} ${person.bot && html`<span class="tag">APP</span>`}</h2>
    ${person.username && html`<p class="hint">@${person.username}</p>`}
    ${member && html`<p class="hint">In this server since ${longDay(new Date(member.joined_at))}</p>`}
    ${roles.length > 0 && html`<ul class="role-chips">${roles.map((role) => html`<li key=${role.id}><span class="dot" style=${{ background: role.colour ? colourOf(role.colour) : 'var(--text-3)' }}></span>${role.name}</li>`)}</ul>`}
    ${
      person.id !== state.me.id &&
      html`<button type="button" class="button primary" onClick=${() => {
        close();
        void messageSomebody(person.id);
      }}>Message</button>`
    }
  </div>`;
}
