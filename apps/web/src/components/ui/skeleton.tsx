import styles from './skeleton.module.css';

/** The grey shape of something that is being loaded. Give it the size of the real thing. */
export function Skeleton({
  width = '100%',
  height = 14,
  round,
}: {
  width?: number | string;
  height?: number | string;
  round?: boolean;
}) {
  return (
    <span
      className={styles.skeleton}
      style={{ width, height, borderRadius: round ? '50%' : undefined }}
      aria-hidden="true"
    />
  );
}
