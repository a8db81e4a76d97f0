import type { ReactNode } from 'react';
import { Spinner } from '../../components/ui/spinner.tsx';
import styles from './waiting.module.css';

export function Waiting({ children }: { children: ReactNode }) {
  return (
    <p className={styles.waiting} role="status">
      <Spinner />
      {children}
    </p>
  );
}
