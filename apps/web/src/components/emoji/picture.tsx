import { EmojiPicture } from '@tickets/discord-ui/emoji/emoji-text.tsx';
import styles from './emoji.module.css';
import { ServerPicture } from './server-picture.tsx';

/** What a cell of the grid and the footer draw: an emoji of Unicode, or a picture of the server. */
export interface Picture {
  key: string;
  name: string;
  /** `:wave:`, as it is typed in Discord. */
  code: string;
  glyph?: string;
  url?: string;
  /** Pressing it offers skin tones. */
  hasTones?: boolean;
}

/** The foot of a picker: what the pointer or the focus is on. */
export function PictureFooter({ picture, hint }: { picture: Picture | undefined; hint: string }) {
  return (
    <div className={styles.footer} aria-hidden="true">
      {picture ? (
        <>
          {picture.url ? (
            <ServerPicture key={picture.url} url={picture.url} name={picture.name} />
          ) : (
            <span className={styles.glyph}>
              <EmojiPicture emoji={picture.glyph ?? ''} />
            </span>
          )}
          <span className={styles.names}>
            <span className={styles.name}>{picture.name}</span>
            <span className={styles.code}>{picture.code}</span>
          </span>
        </>
      ) : (
        <span className={styles.hint}>{hint}</span>
      )}
    </div>
  );
}
