import styles from './ui.module.css';

interface AvatarProps {
  src: string | undefined;
  size: number;
}

/** A picture of a person. Their name stands beside it. */
export function Avatar({ src, size }: AvatarProps) {
  return <img className={styles.round} src={src} alt="" width={size} height={size} loading="lazy" />;
}
