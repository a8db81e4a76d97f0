import { Fragment, useState } from 'react';
import { hasPictureFailed, noteFailedPicture } from '../../lib/failed-pictures.ts';
import { emojiPictureUrl, splitEmojis } from './emoji-picture.ts';
import styles from './emoji-text.module.css';

/** A text whose emojis look the same on every machine. What is copied or read aloud is the character. */
export function EmojiText({ text }: { text: string }) {
  const pieces = splitEmojis(text);
  if (pieces.length === 1) return text;
  return pieces.map((piece, index) =>
    index % 2 === 0 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never reorder
      <Fragment key={index}>{piece}</Fragment>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never reorder
      <EmojiPicture key={index} emoji={piece} />
    ),
  );
}

/** As large as the text around it. The system's own character stands where there is no picture. */
export function EmojiPicture({ emoji }: { emoji: string }) {
  const url = emojiPictureUrl(emoji);
  const [failed, setFailed] = useState<string>();
  if (failed === url || hasPictureFailed(url)) return <span className={styles.character}>{emoji}</span>;
  return (
    <img
      className={styles.picture}
      src={url}
      alt={emoji}
      draggable={false}
      onError={() => {
        noteFailedPicture(url);
        setFailed(url);
      }}
    />
  );
}
