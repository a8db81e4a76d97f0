import type { User } from '@tickets/contract/servers/guild';
import type { ReactNode } from 'react';
import { avatarUrl, defaultAvatarUrl } from '../../lib/discord/cdn.ts';
import { Avatar } from './avatar.tsx';
import { CopyId } from './copy-id.tsx';
import styles from './details.module.css';

/** What is known of something: a line each. */
export function Details({ children }: { children: ReactNode }) {
  return <dl className={styles.details}>{children}</dl>;
}

interface DetailProps {
  label: ReactNode;
  /** What is said of it needs the whole width, below its label. */
  wide?: boolean;
  children: ReactNode;
}

export function Detail({ label, wide, children }: DetailProps) {
  return (
    <div data-wide={wide || undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Somebody with their face and a button that copies their id. */
export function PersonDetail({ user }: { user: User }) {
  const name = user.global_name || user.username;
  return (
    <span className={styles.person}>
      <span className={styles.name}>
        <Avatar src={avatarUrl(user, 64)} fallbackSrc={defaultAvatarUrl(user.id)} name={name} size={24} />
        {name}
      </span>
      <CopyId id={user.id} of={name} />
    </span>
  );
}
