import { ChevronDown, ChevronRight, Moon, Sun } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import { isCategory, sortedChannels } from '../client/channel-order.ts';
import { useClient, useClientState } from '../client/client.ts';
import { type ClientState, isUnread, meIn, openServer } from '../client/state.ts';
import { chooseTheme, useIsLight } from '../client/theme.ts';
import type { Channel, Server } from '../simulator/types.ts';
import { Avatar } from '../ui/avatar.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { ChannelLink, RowButtons, useChannelMenu } from './channel-row.tsx';
import styles from './side.module.css';

/** The channels of the open server, or the direct messages. */
export function ChannelList() {
  const client = useClient();
  const state = useClientState();
  const server = openServer(state);
  const openMenu = ({ currentTarget }: MouseEvent) => {
    const { left, bottom } = currentTarget.getBoundingClientRect();
    client.openMenu({ kind: 'server', x: left + 8, y: bottom + 4 });
  };
  return (
    <nav className={styles.channels} aria-label={server ? `Channels of ${server.name}` : 'Direct messages'}>
      {server ? (
        <button type="button" className={styles.serverName} aria-haspopup="menu" onClick={openMenu}>
          <h2>{server.name}</h2>
          <ChevronDown size={18} aria-hidden="true" />
        </button>
      ) : (
        <div className={styles.serverName}>
          <h2>Direct Messages</h2>
        </div>
      )}
      <div className={styles.channelScroll}>
        {server ? <ServerChannels key={server.id} server={server} /> : <Directs />}
      </div>
      <SelfBar />
    </nav>
  );
}

function ServerChannels({ server }: { server: Server }) {
  const state = useClientState();
  const [closed, setClosed] = useState<readonly string[]>([]);
  const rows = sortedChannels(server).filter((channel) => channel.can_view || isCategory(channel));
  if (rows.every(isCategory))
    return <p className={styles.nothing}>There is no channel here that you may see.</p>;
  const toggle = (id: string) =>
    setClosed(closed.includes(id) ? closed.filter((other) => other !== id) : [...closed, id]);
  return (
    <ul>
      {unfolded(rows, closed, state).map((channel) =>
        isCategory(channel) ? (
          <Category
            key={channel.id}
            channel={channel}
            isClosed={closed.includes(channel.id)}
            canCreate={server.can_manage_channels}
            onToggle={() => toggle(channel.id)}
          />
        ) : (
          <ChannelLink key={channel.id} channel={channel} />
        ),
      )}
    </ul>
  );
}

/** Below a closed category only the open channel and those with something new are shown. */
function unfolded(rows: readonly Channel[], closed: readonly string[], state: ClientState): Channel[] {
  const categories = new Set(rows.filter(isCategory).map(({ id }) => id));
  const parents = new Map(rows.map(({ id, parent_id }) => [id, parent_id]));
  const categoryOf = (id: string | null | undefined): string | undefined =>
    !id || categories.has(id) ? (id ?? undefined) : categoryOf(parents.get(id));
  return rows.filter(
    (channel) =>
      isCategory(channel) ||
      !closed.includes(categoryOf(channel.parent_id) ?? '') ||
      channel.id === state.channelId ||
      isUnread(state, channel),
  );
}

interface CategoryProps {
  channel: Channel;
  isClosed: boolean;
  canCreate: boolean;
  onToggle: () => void;
}

function Category({ channel, isClosed, canCreate, onToggle }: CategoryProps) {
  const openMenu = useChannelMenu(channel);
  const Mark = isClosed ? ChevronRight : ChevronDown;
  return (
    <li className={styles.category}>
      <button
        type="button"
        className={styles.fold}
        aria-expanded={!isClosed}
        onClick={onToggle}
        onContextMenu={openMenu}
      >
        <Mark size={14} aria-hidden="true" />
        <span className={styles.channelName}>{channel.name}</span>
      </button>
      <RowButtons channel={channel} canCreate={canCreate} />
    </li>
  );
}

function Directs() {
  const { directs } = useClientState();
  if (directs.length === 0)
    return (
      <p className={styles.nothing}>
        No direct messages yet. Click a name in a server to write to that person.
      </p>
    );
  return (
    <ul className={styles.directs}>
      {directs.map((channel) => (
        <ChannelLink key={channel.id} channel={channel} />
      ))}
    </ul>
  );
}

function SelfBar() {
  const me = meIn(useClientState());
  const isLight = useIsLight();
  return (
    <div className={styles.self}>
      <Avatar src={me.avatar_url} size={32} />
      <span>
        <b>{me.name}</b>
        <small>@{me.username}</small>
      </span>
      <IconButton
        label={isLight ? 'Use the dark theme' : 'Use the light theme'}
        onClick={() => chooseTheme(isLight ? 'dark' : 'light')}
      >
        {isLight ? <Moon size={20} aria-hidden="true" /> : <Sun size={20} aria-hidden="true" />}
      </IconButton>
    </div>
  );
}
