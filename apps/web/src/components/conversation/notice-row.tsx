import { Info } from 'lucide-react';
import { useTranslations } from 'use-intl';
import styles from './conversation.module.css';
import { MessageTime } from './message-time.tsx';
import type { Notice } from './notices.ts';
import type { ConversationMessage } from './types.ts';

/** One line for what somebody did, which Discord tells as a message. */
export function NoticeRow({ message, notice }: { message: ConversationMessage; notice: Notice }) {
  const t = useTranslations('conversation.notice');
  return (
    <article className={styles.notice}>
      <Info aria-hidden="true" />
      <p>
        {t.rich(notice, {
          name: message.author.name,
          subject: message.content,
          b: (text) => <b className={styles.author}>{text}</b>,
        })}{' '}
        <MessageTime time={message.time} />
      </p>
    </article>
  );
}
