import { useEffect } from 'react';
import { useClient, useSelected } from '../client/client.ts';
import styles from './frame.module.css';

const NOTICE_MS = 6_000;

/** What just did not work. */
export function Notice() {
  const client = useClient();
  const notice = useSelected((state) => state.notice);
  const id = notice?.id;
  useEffect(() => {
    if (!id) return undefined;
    const timer = setTimeout(() => client.set({ notice: null }), NOTICE_MS);
    return () => clearTimeout(timer);
  }, [client, id]);
  return (
    <div className={styles.notices} role="alert">
      {notice ? <p className={styles.notice}>{notice.text}</p> : null}
    </div>
  );
}
