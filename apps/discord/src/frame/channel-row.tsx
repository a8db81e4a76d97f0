import { AppBadge } from '@tickets/discord-ui/message/author-name.tsx';
import { Ellipsis, Plus } from 'lucide-react';
import type { MouseEvent } from 'react';
import { hasChannelMenu } from '../client/channel-menu.ts';
import { useClient, useClientState } from '../client/client.ts';
import { addressOf, goTo } from '../client/navigation.ts';
import { isUnread } from '../client/state.ts';
import { menuPlace } from '../floating/place.ts';
import type { Channel } from '../simulator/types.ts';
import { Avatar } from '../ui/avatar.tsx';
import { ChannelIcon } from '../ui/channel-icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Badge, withNews } from './rail.tsx';
import styles from './side.module.css';

/** A channel, thread or direct message in the list. */
export function ChannelLink({ channel }: { channel: Channel }) {
  const client = useClient();
  const state = useClientState();
  const openMenu = useChannelMenu(channel);
  const mentions = state.mentions.get(channel.id) ?? 0;
  const isNew = isUnread(state, channel);
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void goTo(client, channel.id, { push: true });
  };
  return (
    <li className={channel.is_thread ? styles.thread : undefined}>
      <a
        href={addressOf(client, channel.id)}
        aria-label={withNews(channel.name, mentions, isNew)}
        aria-current={channel.id === state.channelId ? 'page' : undefined}
        data-unread={isNew || undefined}
        onClick={open}
        onContextMenu={openMenu}
      >
        {channel.avatar_url ? (
          <Avatar src={channel.avatar_url} size={32} />
        ) : (
          <ChannelIcon channel={channel} size={18} />
        )}
        <span className={styles.channelName}>{channel.name}</span>
        {channel.recipient_bot ? <AppBadge /> : null}
        <Badge count={mentions} />
      </a>
      <RowButtons channel={channel} />
    </li>
  );
}

/** Opens the menu of a channel; for who may do nothing with it, the browser's own stays. */
export function useChannelMenu(channel: Channel): ((event: MouseEvent) => void) | undefined {
  const client = useClient();
  if (!hasChannelMenu(channel)) return undefined;
  return (event) => {
    event.preventDefault();
    client.openMenu({ kind: 'channel', channelId: channel.id, ...menuPlace(event) });
  };
}

export function RowButtons({ channel, canCreate = false }: { channel: Channel; canCreate?: boolean }) {
  const client = useClient();
  const openMenu = useChannelMenu(channel);
  if (!openMenu && !canCreate) return null;
  return (
    <span className={styles.rowButtons}>
      {canCreate ? (
        <IconButton
          label={`Create Channel in ${channel.name}`}
          onClick={() => client.openDialog({ kind: 'channel', parentId: channel.id })}
        >
          <Plus size={16} aria-hidden="true" />
        </IconButton>
      ) : null}
      {openMenu ? (
        <IconButton label={`More for ${channel.name}`} aria-haspopup="menu" onClick={openMenu}>
          <Ellipsis size={18} aria-hidden="true" />
        </IconButton>
      ) : null}
    </span>
  );
}
