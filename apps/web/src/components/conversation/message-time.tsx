import { useFormatter } from 'use-intl';
import styles from './conversation.module.css';

const DAY_MS = 86_400_000;

/** The time alone while it is less than a day ago, else the whole date. The other one is there on hover. */
export function MessageTime({ time }: { time: number }) {
  const format = useFormatter();
  const date = new Date(time);
  const full = format.dateTime(date, { dateStyle: 'long', timeStyle: 'short' });
  const shown = Date.now() - time < DAY_MS ? format.dateTime(date, { timeStyle: 'short' }) : full;
  return (
    <time className={styles.time} dateTime={date.toISOString()} title={full}>
      {shown}
    </time>
  );
}
