import { useState } from 'react';
import { useDiscordHost } from '../host.ts';
import type { DiscordEmoji } from '../types.ts';
import styles from './emoji-text.module.css';
import { EmojiPicture } from './emoji-text.tsx';

interface CustomEmojiProps {
  emoji: { id: string; name: string; animated?: boolean | undefined };
}

/** An emoji of a server within a text. Its name stands where its picture does not come. */
export function CustomEmoji({ emoji: { id, name, animated = false } }: CustomEmojiProps) {
  const { emojiUrl } = useDiscordHost();
  const [failed, setFailed] = useState(false);
  const written = `:${name}:`;
  if (failed) return written;
  return (
    <img
      className={styles.custom}
      src={emojiUrl({ id, animated })}
      alt={written}
      title={written}
      loading="lazy"
      onError={() => setFailed(true)}
    />
  );
}

interface ComponentEmojiProps {
  emoji: DiscordEmoji | string | null | undefined;
  /** Words beside it say what it is. */
  mute?: boolean;
}

/** The emoji of a button or an option: of Unicode, or of a server. */
export function ComponentEmoji({ emoji, mute = false }: ComponentEmojiProps) {
  const { emojiUrl } = useDiscordHost();
  if (!emoji) return null;
  if (typeof emoji === 'string') return <EmojiPicture emoji={emoji} mute={mute} />;
  // An id that is none would become part of an address.
  if (!emoji.id || !/^\d+$/.test(emoji.id)) return <EmojiPicture emoji={emoji.name ?? ''} mute={mute} />;
  const { id, name, animated = false } = emoji;
  return <img className={styles.custom} src={emojiUrl({ id, animated })} alt={mute ? '' : (name ?? '')} />;
}
