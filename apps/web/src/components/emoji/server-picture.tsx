import { useState } from 'react';
import { cx } from '../ui/class-names.ts';
import styles from './emoji-field.module.css';

/** Its first letter where the picture does not come. */
export function ServerPicture({ url, name, small }: { url: string; name: string; small?: boolean }) {
  const [missing, setMissing] = useState(false);
  const size = cx(styles.image, small && styles.small);
  if (!missing) {
    return <img className={size} src={url} alt="" loading="lazy" onError={() => setMissing(true)} />;
  }
  return (
    <span className={cx(size, styles.letter)} aria-hidden="true">
      {name.charAt(0).toUpperCase()}
    </span>
  );
}
