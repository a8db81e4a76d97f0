import { useDiscordHost } from '../host.ts';
import { useDayTime } from '../text/use-day-time.ts';
import { AuthorName } from './author-name.tsx';
import styles from './message.module.css';
import { MessageBody, type MessageBodyProps } from './message-body.tsx';

export interface DiscordMessageProps extends MessageBodyProps {
  author: { name: string; avatarUrl?: string | undefined; bot?: boolean; color?: number };
  /** A preview has no time: it shows today's. */
  timestamp?: string | number | Date;
}

/** A message as Discord draws it. Stands on a Surface. */
export function DiscordMessage({ author, timestamp, ...body }: DiscordMessageProps) {
  const { Avatar } = useDiscordHost();
  const dayTime = useDayTime();
  const date = timestamp === undefined ? new Date() : new Date(timestamp);
  return (
    <article className={styles.message}>
      <div className={styles.side}>
        <Avatar src={author.avatarUrl} name={author.name} size={40} />
      </div>
      <div className={styles.body}>
        <header className={styles.head}>
          <AuthorName name={author.name} color={author.color} bot={author.bot} />
          <time className={styles.time} dateTime={date.toISOString()}>
            {dayTime(date)}
          </time>
        </header>
        <MessageBody {...body} />
      </div>
    </article>
  );
}
