import { FolderPlus, LogOut, Pencil, Plus, Shield, Smile, Trash2, Users } from 'lucide-react';
import { hasChannelMenu } from '../client/channel-menu.ts';
import { isCategory } from '../client/channel-order.ts';
import { useClient, useClientState } from '../client/client.ts';
import { channelIn, openServer, type Place, serverIn } from '../client/state.ts';
import { askToDeleteChannel, kindOf } from '../dialogs/delete-channel.tsx';
import styles from './floating.module.css';
import { Item, Menu } from './menu.tsx';

const CATEGORY = 4;

/** What one may do with a server. */
export function ServerMenu({ place }: { place: Place }) {
  const client = useClient();
  const state = useClientState();
  const server = openServer(state);
  if (!server) return null;
  const leave = () =>
    client.openDialog({
      kind: 'confirm',
      title: `Leave '${server.name}'`,
      text: `Leave ${server.name}? Other people stay, and you can join again.`,
      action: 'Leave Server',
      onConfirm: () => client.api.discord('DELETE', `/users/@me/guilds/${server.id}`),
    });
  return (
    <Menu place={place} label={server.name}>
      {server.can_manage_channels ? (
        <>
          <Item
            icon={<Plus size={18} aria-hidden="true" />}
            label="Create Channel"
            onPick={() => client.openDialog({ kind: 'channel' })}
          />
          <Item
            icon={<FolderPlus size={18} aria-hidden="true" />}
            label="Create Category"
            onPick={() => client.openDialog({ kind: 'channel', type: CATEGORY })}
          />
        </>
      ) : null}
      {server.can_manage_roles ? (
        <Item
          icon={<Shield size={18} aria-hidden="true" />}
          label="Roles"
          onPick={() => client.openDialog({ kind: 'roles' })}
        />
      ) : null}
      {server.can_add_emojis || server.can_manage_emojis ? (
        <Item
          icon={<Smile size={18} aria-hidden="true" />}
          label="Emojis"
          onPick={() => client.openDialog({ kind: 'emojis' })}
        />
      ) : null}
      <Item
        icon={<Users size={18} aria-hidden="true" />}
        label={state.showsMembers ? 'Hide Members' : 'Show Members'}
        onPick={() => client.set({ showsMembers: !state.showsMembers })}
      />
      {server.is_owner ? (
        <p className={styles.menuNote}>You own this server, so you cannot leave it.</p>
      ) : (
        <Item isDanger icon={<LogOut size={18} aria-hidden="true" />} label="Leave Server" onPick={leave} />
      )}
    </Menu>
  );
}

/** What one may do with a channel, a category or a thread. */
export function ChannelMenu({ channelId, place }: { channelId: string; place: Place }) {
  const client = useClient();
  const state = useClientState();
  const channel = channelIn(state, channelId);
  const server = serverIn(state, channel?.guild_id);
  if (!channel || !server || !hasChannelMenu(channel)) return null;
  const kind = kindOf(channel);
  return (
    <Menu place={place} label={channel.name}>
      {channel.is_thread ? null : (
        <Item
          icon={<Pencil size={18} aria-hidden="true" />}
          label={`Edit ${kind}`}
          onPick={() => client.openDialog({ kind: 'channel', channel })}
        />
      )}
      {server.can_manage_channels && !channel.is_thread ? (
        <Item
          icon={<Plus size={18} aria-hidden="true" />}
          label="Create Channel"
          onPick={() =>
            client.openDialog({
              kind: 'channel',
              parentId: isCategory(channel) ? channel.id : channel.parent_id,
            })
          }
        />
      ) : null}
      <Item
        isDanger
        icon={<Trash2 size={18} aria-hidden="true" />}
        label={`Delete ${kind}`}
        onPick={() => askToDeleteChannel(client, channel)}
      />
    </Menu>
  );
}
