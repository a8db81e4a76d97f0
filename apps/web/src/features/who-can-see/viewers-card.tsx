import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { ErrorState } from '../../components/ui/empty-state.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { errorText } from '../../lib/api/query-client.ts';
import { useReasonText, useRuleText } from './explanation-card.tsx';
import styles from './who-can-see.module.css';
import { viewersQuery } from './who-can-see.queries.ts';

/** The other way round: everyone who sees a ticket, each with the rule. */
export function ViewersCard({ guildId, ticketId }: { guildId: string; ticketId: number }) {
  const t = useTranslations('who_can_see');
  const rule = useRuleText();
  const reason = useReasonText();
  const found = useInfiniteQuery(viewersQuery(guildId, ticketId));
  const title = t('viewers', { id: String(ticketId) });
  if (found.isError && !found.data)
    return (
      <Card title={title}>
        <ErrorState message={errorText(found.error)} onRetry={() => void found.refetch()} />
      </Card>
    );
  const viewers = found.data?.pages.flatMap((page) => page.viewers);
  return (
    <Card title={title}>
      <p className={styles.purpose}>{t('viewers_purpose')}</p>
      {viewers ? (
        <ul className={styles.viewers} aria-label={title}>
          {viewers.map((viewer) => (
            <li key={`${viewer.kind} ${viewer.id}`}>
              <p className={styles.viewer}>
                {viewer.name} {viewer.kind === 'role' ? <Badge>{t('role_mark')}</Badge> : null}
              </p>
              <p>{rule(viewer.rule)}</p>
              {viewer.beside.length ? (
                <p>{t('beside', { roles: viewer.beside.map(({ name }) => name).join(', ') })}</p>
              ) : null}
              {viewer.rule.kind === 'admin' ? <p>{reason(viewer.level_reason)}</p> : null}
            </li>
          ))}
        </ul>
      ) : (
        <Skeleton height={160} />
      )}
      {viewers?.length === 0 && !found.hasNextPage ? <p>{t('no_viewers')}</p> : null}
      {found.hasNextPage ? (
        <Button busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          {t('more')}
        </Button>
      ) : null}
    </Card>
  );
}
