import { Fragment, useContext, useState } from 'react';
import { hasPictureFailed, noteFailedPicture } from '../pictures/failed-pictures.ts';
import { MessageLength, shareOf } from '../text-share.ts';
import { EmojiPictures } from './emoji-pictures.ts';
import styles from './emoji-text.module.css';
import { splitEmojis } from './split-emojis.ts';

/** A text whose emojis look the same on every machine. What is copied or read aloud is the character. */
export function EmojiText({ text }: { text: string }) {
  const pieces = splitEmojis(text, shareOf(text, useContext(MessageLength)));
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

interface EmojiPictureProps {
  emoji: string;
  /** Words beside it say what it is. */
  mute?: boolean;
}

/** As large as the text around it. The system's own character stands where there is no picture. */
export function EmojiPicture({ emoji, mute }: EmojiPictureProps) {
  const url = useContext(EmojiPictures)(emoji);
  const [failed, setFailed] = useState<string>();
  if (url === undefined || failed === url || hasPictureFailed(url))
    return (
      <span className={styles.character} aria-hidden={mute || undefined}>
        {emoji}
      </span>
    );
  return (
    <img
      className={styles.picture}
      src={url}
      alt={mute ? '' : emoji}
      draggable={false}
      onError={() => {
        noteFailedPicture(url);
        setFailed(url);
      }}
    />
  );
}
