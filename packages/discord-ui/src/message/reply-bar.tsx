import { CornerUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useDiscordHost } from '../host.ts';
import { Unseen } from '../unseen.tsx';
import { AuthorName } from './author-name.tsx';
import styles from './message.module.css';

interface ReplyBarProps {
  /** Whose message is answered. Undefined where that is not known. */
  author?: { name: string; color?: number | null; bot?: boolean } | undefined;
  avatar?: ReactNode;
  /** The first words of what is answered. */
  children: ReactNode;
}

/** Above an answer: what it answers. */
export function ReplyBar({ author, avatar, children }: ReplyBarProps) {
  const { text } = useDiscordHost();
  return (
    <div className={styles.replyBar}>
      <CornerUpRight aria-hidden="true" />
      {author ? (
        <>
          <Unseen>{text('reply_to')}</Unseen>
          {avatar}
          <span className={styles.replied}>
            <AuthorName {...author} />
          </span>
        </>
      ) : null}
      {children}
    </div>
  );
}
