import { hasPictureFailed, noteFailedPicture } from '@tickets/discord-ui/pictures/failed-pictures';
import { useState } from 'react';
import styles from './avatar.module.css';
import { cx } from './class-names.ts';

export interface AvatarProps {
  /** Undefined when there is no picture. */
  src: string | undefined;
  /** Shown in place of a picture that fails to load. Without one the initials are. */
  fallbackSrc?: string;
  name: string;
  size?: number;
  /** Servers are rounded squares, people circles. */
  shape?: 'circle' | 'square';
}

/** A picture of a person or a server. The name always stands beside it, so it is silent for screen readers. */
export function Avatar({ src, fallbackSrc, name, size = 32, shape = 'circle' }: AvatarProps) {
  const [failed, setFailed] = useState<string[]>([]);
  const shown = [src, fallbackSrc].find((url) => url && !failed.includes(url) && !hasPictureFailed(url));
  const className = cx(styles.avatar, shape === 'square' && styles.square);
  const box = { width: size, height: size };
  if (shown) {
    return (
      <img
        className={className}
        style={box}
        src={shown}
        alt=""
        width={size}
        height={size}
        loading="lazy"
        decoding="async"
        onError={() => {
          noteFailedPicture(shown);
          setFailed((urls) => [...urls, shown]);
        }}
      />
    );
  }
  return (
    <span className={className} style={{ ...box, fontSize: size * 0.4 }} aria-hidden="true">
      {initials(name)}
    </span>
  );
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  return words
    .slice(0, 2)
    .map((word) => [...word].find((char) => /[\p{L}\p{N}]/u.test(char)) ?? '')
    .join('')
    .toUpperCase();
}
