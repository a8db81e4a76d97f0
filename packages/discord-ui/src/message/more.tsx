import { useState } from 'react';
import { focusOnce } from '../focus-once.ts';
import { useDiscordHost } from '../host.ts';
import styles from './message.module.css';

/** Behind the first of many: how many are not drawn yet, which a press draws. */
export function More({ count, onMore }: { count: number; onMore: () => void }) {
  const { text } = useDiscordHost();
  const [isPressed, setPressed] = useState(false);
  // The button goes; who pressed it goes on from where it stood.
  if (count <= 0) return isPressed ? <span tabIndex={-1} ref={focusOnce} /> : null;
  const onClick = () => {
    setPressed(true);
    onMore();
  };
  return (
    <button type="button" className={styles.more} onClick={onClick}>
      {text('more', { count: `${count}` })}
    </button>
  );
}
