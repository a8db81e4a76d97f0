import { Trash2 } from 'lucide-react';
import { type Client, useClient, useSelected } from '../client/client.ts';
import { openServer } from '../client/state.ts';
import type { Server, ServerEmoji } from '../simulator/types.ts';
import { IconButton } from '../ui/icon-button.tsx';
import ui from '../ui/ui.module.css';
import { AddEmoji } from './add-emoji.tsx';
import { Dialog } from './dialog.tsx';
import styles from './dialogs.module.css';

/** The emojis of the open server, still and moving ones, each with the room that is left. */
export function Emojis() {
  const client = useClient();
  const server = useSelected(openServer);
  if (!server) return null;
  const kinds = [
    { title: 'Emoji', emojis: server.emojis.filter(({ animated }) => !animated) },
    { title: 'Animated Emoji', emojis: server.emojis.filter(({ animated }) => animated) },
  ];
  return (
    <Dialog title="Emojis" onClose={client.closeDialog} isWide>
      {server.can_add_emojis ? <AddEmoji server={server} /> : null}
      {/* biome-ignore lint/a11y/useSemanticElements: lists under a heading, not the fields of a form */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard */}
      <div className={styles.list} tabIndex={0} role="group" aria-label="Emojis of this server">
        {kinds.map(({ title, emojis }) => (
          <section key={title}>
            <h3>
              {title} — {slots(server.emoji_slots - emojis.length)} available
            </h3>
            {emojis.length === 0 ? <p className={ui.hint}>None yet.</p> : null}
            <ul aria-label={title}>
              {emojis.map((emoji) => (
                <EmojiRow key={emoji.id} emoji={emoji} server={server} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

const slots = (count: number) => (count === 1 ? '1 slot' : `${count} slots`);

function EmojiRow({ emoji, server }: { emoji: ServerEmoji; server: Server }) {
  const client = useClient();
  return (
    <li>
      <img className={styles.emojiPicture} src={emoji.url} alt="" width={32} height={32} />
      <span className={styles.what}>:{emoji.name}:</span>
      {emoji.added_by ? <span className={styles.aside}>{emoji.added_by}</span> : null}
      {emoji.can_delete ? (
        <IconButton label={`Delete Emoji ${emoji.name}`} onClick={() => askToDelete(client, server, emoji)}>
          <Trash2 size={18} aria-hidden="true" />
        </IconButton>
      ) : null}
    </li>
  );
}

function askToDelete(client: Client, server: Server, emoji: ServerEmoji): void {
  client.openDialog({
    kind: 'confirm',
    title: 'Delete Emoji',
    text: (
      <>
        Are you sure you want to delete <b>:{emoji.name}:</b>? This cannot be undone.
      </>
    ),
    action: 'Delete Emoji',
    back: { kind: 'emojis' },
    onConfirm: () => client.api.discord('DELETE', `/guilds/${server.id}/emojis/${emoji.id}`),
  });
}
