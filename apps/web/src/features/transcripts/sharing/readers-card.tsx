import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { ErrorState } from '../../../components/ui/empty-state.tsx';
import { RelativeTime } from '../../../components/ui/relative-time.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { errorText } from '../../../lib/api/query-client.ts';
import { avatarUrl, defaultAvatarUrl } from '../../../lib/discord/cdn.ts';
import styles from './sharing.module.css';
import { readersQuery } from './sharing.queries.ts';

/** Who read a transcript, how often and when last. For administrators. */
export function ReadersCard(ticket: { guildId: string; ticketId: number }) {
  const t = useTranslations('sharing.readers');
  const found = useQuery(readersQuery(ticket));
  const more = found.data ? found.data.total - found.data.readers.length : 0;
  return (
    <Card title={t('title')}>
      {found.data ? (
        <>
          {found.data.readers.length ? (
            <ul>
              {found.data.readers.map(({ user, times, last_read_at }) => (
                <li key={user.id} className={styles.link}>
                  <Avatar
                    src={avatarUrl(user)}
                    fallbackSrc={defaultAvatarUrl(user.id)}
                    name={user.username}
                    size={28}
                  />
                  <div className={styles.words}>
                    <p>{user.username}</p>
                    <p className={styles.detail}>
                      {t.rich('times', {
                        count: times,
                        when: () => <RelativeTime date={last_read_at} />,
                      })}
                    </p>
                  </div>
                </li>
              ))}
            </ul>
          ) : (
            <p className={styles.none}>{t('nobody')}</p>
          )}
          {more > 0 ? <p className={styles.detail}>{t('more', { count: more })}</p> : null}
          {found.data.links_opened > 0 ? (
            <p className={styles.detail}>{t('links', { count: found.data.links_opened })}</p>
          ) : null}
        </>
      ) : found.isError ? (
        <ErrorState message={errorText(found.error)} onRetry={() => void found.refetch()} />
      ) : (
        <Skeleton height={64} />
      )}
    </Card>
  );
}
