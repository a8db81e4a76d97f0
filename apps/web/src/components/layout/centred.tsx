import type { ReactNode } from 'react';
import styles from './centred.module.css';

/** A page without a frame, for people who are not signed in or lost. */
export function Centred({ children }: { children: ReactNode }) {
  return <main className={styles.centred}>{children}</main>;
}
