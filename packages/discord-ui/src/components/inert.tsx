import type { ReactNode } from 'react';
import { cx } from '../class-names.ts';
import { useDiscordHost } from '../host.ts';
import { Unseen } from '../unseen.tsx';
import styles from './components.module.css';

/** A button or a menu of a message that was sent, where it cannot be used. */
export function Inert({ className, children }: { className: string | undefined; children: ReactNode }) {
  const { text } = useDiscordHost();
  const reason = text('works_in_discord');
  return (
    <span className={cx(styles.inert, className)} title={reason}>
      {children}
      <Unseen> ({reason})</Unseen>
    </span>
  );
}
