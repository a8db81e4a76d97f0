import { useEffect, useState } from 'preact/hooks';
import { dismiss, messagePath, react } from './actions.js';
import { ask, discord } from './api.js';
import { EmojiPicture } from './emoji.js';
import { EMOJIS } from './emoji-list.js';
import { close, Item, Menu, useFloating } from './floating.js';
import { runCommand } from './interactions.js';
import { html } from './lib.js';
import { startEdit, startReply } from './message.js';
import { attempt } from './notices.js';
import { Profile } from './profile.js';
import { ChannelMenu, ServerMenu } from './server-menus.js';
import { changed, openServer, state } from './store.js';

/** Whatever floats: menus, the emoji picker, a person's card. */
export function Floating() {
  const { menu } = state;
  if (!menu) return null;
  if (menu.kind === 'message') return html`<${MessageMenu} key=${menu.message.id} menu=${menu} />`;
  if (menu.kind === 'emoji') return html`<${EmojiPicker} menu=${menu} />`;
  if (menu.kind === 'server') return html`<${ServerMenu} menu=${menu} />`;
  if (menu.kind === 'channel') return html`<${ChannelMenu} key=${menu.channelId} menu=${menu} />`;
  return html`<${Profile} key=${menu.userId} menu=${menu} />`;
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
    onConfirm: () => discord('DELETE', messagePath(message)),
  };
  changed();
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
      <div class="emoji-grid">${common.map(([name, words]) => html`<button type="button" key=${name} aria-label=${words} title=${words} onClick=${() => pick({ name })}><${EmojiPicture} emoji=${name} mute /></button>`)}</div>`
      }
      ${own.length + common.length === 0 && html`<p class="hint">No emoji is called that.</p>`}
    </div>
  </div>`;
}
