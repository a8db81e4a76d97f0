import { EmojiPictures } from '@tickets/discord-ui/emoji/emoji-pictures';
import { DiscordHostContext } from '@tickets/discord-ui/host';
import { useEffect } from 'react';
import { Chat, NoChannel } from './chat/chat.tsx';
import { type Client, useClient, useClientState } from './client/client.ts';
import { useHost } from './client/host.ts';
import { markRead } from './client/read-marks.ts';
import { openChannel, openServer } from './client/state.ts';
import { Dialogs } from './dialogs/dialogs.tsx';
import { FormModal } from './dialogs/form-modal.tsx';
import { Floating } from './floating/floating.tsx';
import { Banner } from './frame/banner.tsx';
import { ChannelList } from './frame/channel-list.tsx';
import styles from './frame/frame.module.css';
import { MemberList } from './frame/member-list.tsx';
import { Notice } from './frame/notice.tsx';
import { Rail } from './frame/rail.tsx';

/** The whole page. */
export function App() {
  const client = useClient();
  const state = useClientState();
  const { host, emojiPictureUrl } = useHost();
  const channel = openChannel(state);
  const server = openServer(state);
  const place = channel ? `${channel.guild_id ? '#' : '@'}${channel.name}` : 'Simulated Discord';
  const title = server ? `${place} | ${server.name}` : place;
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => listenToPage(client), [client]);
  const showsMembers = Boolean(server && state.showsMembers);
  return (
    <DiscordHostContext value={host}>
      <EmojiPictures value={emojiPictureUrl}>
        <div className={styles.frame} data-pane={state.pane} data-members={showsMembers || undefined}>
          <Banner />
          <main>
            <Rail />
            <ChannelList />
            {channel ? <Chat key={channel.id} channel={channel} /> : <NoChannel />}
            {showsMembers ? <MemberList /> : null}
            {state.pane === 'members' ? (
              <button
                type="button"
                className={styles.scrim}
                aria-label="Close member list"
                onClick={() => client.set({ pane: 'chat' })}
              />
            ) : null}
          </main>
          <Floating />
          <Dialogs />
          {state.modal ? <FormModal key={state.modal.id} modal={state.modal} /> : null}
          <Notice />
        </div>
      </EmojiPictures>
    </DiscordHostContext>
  );
}

/** What concerns the page as a whole. */
function listenToPage(client: Client): () => void {
  const onVisible = () => {
    const channel = openChannel(client.state);
    if (document.visibilityState === 'visible' && channel)
      markRead(client, channel.id, channel.last_message_id);
  };
  const onKey = ({ key }: KeyboardEvent) => {
    const { pane, menu, dialog } = client.state;
    if (key === 'Escape' && pane === 'members' && !menu && !dialog) client.set({ pane: 'chat' });
  };
  document.addEventListener('visibilitychange', onVisible);
  document.addEventListener('keydown', onKey);
  return () => {
    document.removeEventListener('visibilitychange', onVisible);
    document.removeEventListener('keydown', onKey);
  };
}
