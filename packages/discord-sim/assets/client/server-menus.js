import { discord } from './api.js';
import { Item, Menu } from './floating.js';
import { html } from './lib.js';
import { askToDeleteChannel, openChannelForm } from './manage-channels.js';
import { changed, channelById, openServer, serverOfChannel, state } from './store.js';

function openDialog(dialog) {
  state.dialog = dialog;
  changed();
}

/** What one may do with a server. */
export function ServerMenu({ menu }) {
  const server = openServer();
  if (!server) return null;
  const leave = () =>
    openDialog({
      kind: 'confirm',
      title: `Leave '${server.name}'`,
      text: `Leave ${server.name}? Other people stay, and you can join again.`,
      action: 'Leave Server',
      onConfirm: () => discord('DELETE', `/users/@me/guilds/${server.id}`),
    });
  return html`<${Menu} menu=${menu} label=${server.name}>
    ${
      server.can_manage_channels &&
      html`<${Item} icon="plus" label="Create Channel" onPick=${() => openChannelForm({})} />
      <${Item} icon="folder" label="Create Category" onPick=${() => openChannelForm({ type: 4 })} />`
    }
    ${server.can_manage_roles && html`<${Item} icon="shield" label="Roles" onPick=${() => openDialog({ kind: 'roles' })} />`}
    ${(server.can_add_emojis || server.can_manage_emojis) && html`<${Item} icon="smile" label="Emojis" onPick=${() => openDialog({ kind: 'emojis' })} />`}
    <${Item} icon="people" label=${state.showMembers ? 'Hide Members' : 'Show Members'} onPick=${() => {
      state.showMembers = !state.showMembers;
      changed();
    }} />
    ${server.is_owner ? html`<p class="menu-note">You own this server, so you cannot leave it.</p>` : html`<${Item} danger icon="leave" label="Leave Server" onPick=${leave} />`}
  <//>`;
}

/** Whether the menu of a channel, category or thread has anything in it for this person. */
export function hasChannelMenu(channel) {
  return channel.is_thread ? channel.can_manage_threads : channel.guild_id && channel.can_manage_channel;
}

/** What one may do with a channel, a category or a thread. */
export function ChannelMenu({ menu }) {
  const channel = channelById(menu.channelId);
  const server = serverOfChannel(channel);
  if (!server || !hasChannelMenu(channel)) return null;
  const kind = channel.is_thread ? 'Thread' : channel.type === 4 ? 'Category' : 'Channel';
  return html`<${Menu} menu=${menu} label=${channel.name}>
    ${!channel.is_thread && html`<${Item} icon="edit" label=${`Edit ${kind}`} onPick=${() => openChannelForm({ channel })} />`}
    ${
      server.can_manage_channels &&
      !channel.is_thread &&
      html`<${Item} icon="plus" label="Create Channel" onPick=${() => openChannelForm({ parentId: channel.type === 4 ? channel.id : channel.parent_id })} />`
    }
    <${Item} danger icon="trash" label=${`Delete ${kind}`} onPick=${() => askToDeleteChannel(channel)} />
  <//>`;
}
