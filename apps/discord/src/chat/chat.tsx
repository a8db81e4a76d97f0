import { Dots } from '@tickets/discord-ui/live/dots.tsx';
import { Menu, Pin, Users } from 'lucide-react';
import { useClient, useClientState, useSelected } from '../client/client.ts';
import { openServer } from '../client/state.ts';
import { Composer } from '../composer/composer.tsx';
import frame from '../frame/frame.module.css';
import type { Channel } from '../simulator/types.ts';
import { Avatar } from '../ui/avatar.tsx';
import { ChannelIcon } from '../ui/channel-icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import styles from './chat.module.css';
import { Log } from './log.tsx';

/** Where the list of members lies over the chat. */
const NARROW_PX = 900;

/** The open channel. */
export function Chat({ channel }: { channel: Channel }) {
  return (
    <section className={frame.chat} aria-label={channel.name}>
      <ChatHead channel={channel} />
      <Log channel={channel} />
      <Composer channel={channel} />
      <TypingLine channel={channel} />
    </section>
  );
}

function ChatHead({ channel }: { channel: Channel }) {
  const client = useClient();
  const state = useClientState();
  const { showsMembers, pane } = state;
  const server = openServer(state);
  const toggleMembers = () => {
    if (innerWidth >= NARROW_PX) client.set({ showsMembers: !showsMembers });
    else if (pane === 'members') client.set({ pane: 'chat' });
    else client.set({ pane: 'members', showsMembers: true });
  };
  return (
    <header className={styles.head}>
      <IconButton
        label="Show channels"
        className={styles.onlyNarrow}
        onClick={() => client.set({ pane: 'channels' })}
      >
        <Menu size={20} aria-hidden="true" />
      </IconButton>
      {channel.avatar_url ? (
        <Avatar src={channel.avatar_url} size={24} />
      ) : (
        <ChannelIcon channel={channel} size={22} />
      )}
      <h2>{channel.name}</h2>
      {channel.topic ? (
        <p className={styles.topic} title={channel.topic}>
          {channel.topic}
        </p>
      ) : null}
      <span className={styles.grow} />
      {channel.archived ? <span className={styles.stateTag}>Archived</span> : null}
      {channel.locked ? <span className={styles.stateTag}>Locked</span> : null}
      <IconButton label="Pinned messages" onClick={() => client.openDialog({ kind: 'pins', channel })}>
        <Pin size={20} aria-hidden="true" />
      </IconButton>
      {server ? (
        <IconButton
          label={showsMembers ? 'Hide member list' : 'Show member list'}
          aria-pressed={showsMembers}
          onClick={toggleMembers}
        >
          <Users size={20} aria-hidden="true" />
        </IconButton>
      ) : null}
    </header>
  );
}

function TypingLine({ channel }: { channel: Channel }) {
  const typing = useSelected((state) => state.typing.get(channel.id));
  const names = [...(typing?.values() ?? [])];
  return (
    <p className={styles.typing} aria-live="polite">
      {names.length > 0 ? (
        <>
          <Dots /> <b>{names.length > 3 ? 'Several people' : names.join(', ')}</b>{' '}
          {names.length === 1 ? 'is' : 'are'} typing…
        </>
      ) : null}
      {channel.slowmode > 0 ? (
        <span className={styles.slow}>Slow mode: one message per {channel.slowmode} s</span>
      ) : null}
    </p>
  );
}

export function NoChannel() {
  const server = openServer(useClientState());
  return (
    <section className={frame.chat} aria-label="Nothing open">
      <div className={styles.emptyState}>
        <h2>{server ? 'No channel to show' : 'No direct messages yet'}</h2>
        <p>
          {server
            ? `You may not see any channel of ${server.name}.`
            : 'Choose someone in a server and press “Message”.'}
        </p>
      </div>
    </section>
  );
}
