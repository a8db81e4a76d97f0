import { DiscordMarkdown } from '@tickets/discord-ui/text/discord-markdown.tsx';
import { useEffect, useState } from 'react';
import { useClient } from '../client/client.ts';
import { jumpTo } from '../client/messages.ts';
import type { Channel, Message } from '../simulator/types.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import ui from '../ui/ui.module.css';
import { Dialog } from './dialog.tsx';
import styles from './dialogs.module.css';

export function Pins({ channel }: { channel: Channel }) {
  const client = useClient();
  const [messages, setMessages] = useState<readonly Message[] | null>(null);
  useEffect(() => {
    void client.attempt(async () => setMessages((await client.api.pins(channel.id)).messages));
  }, [client, channel.id]);
  const jump = (id: string) => {
    client.closeDialog();
    // The dialog gives the focus back first.
    requestAnimationFrame(() => jumpTo(id));
  };
  return (
    <Dialog title={`Pinned messages in ${channel.name}`} onClose={client.closeDialog}>
      {messages === null ? <p role="status">Loading…</p> : null}
      {messages?.length === 0 ? (
        <p className={ui.hint}>Nothing is pinned here yet. Pin a message from its menu.</p>
      ) : null}
      <ul className={styles.pins}>
        {messages?.map((message) => (
          <li key={message.id}>
            <Avatar src={message.author.avatar_url} size={32} />
            <div>
              <b>{message.author.name}</b>
              {message.content ? (
                <DiscordMarkdown text={message.content} mentions={message.names} />
              ) : (
                <p>
                  <i>{message.embeds[0]?.title ?? 'A message without text'}</i>
                </p>
              )}
            </div>
            <Button look="secondary" onClick={() => jump(message.id)}>
              Jump
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
