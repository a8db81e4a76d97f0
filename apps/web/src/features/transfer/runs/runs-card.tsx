import { useQuery } from '@tanstack/react-query';
import type { ImportRun } from '@tickets/contract/transfer/transfer';
import { History } from 'lucide-react';
import { useFormatter, useTranslations } from 'use-intl';
import { Banner } from '../../../components/ui/banner.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Collapsible } from '../../../components/ui/collapsible.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/empty-state.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { errorText } from '../../../lib/api/query-client.ts';
import { queueQuery, runsQuery } from '../transfer.queries.ts';
import { RunProgress, RunState } from './run-facts.tsx';
import { RunLog } from './run-log.tsx';
import styles from './runs.module.css';

/** What was imported so far, with the log of each, and how many imports wait. */
export function RunsCard({ guildId }: { guildId: string }) {
  const t = useTranslations('transfer.runs');
  const runs = useQuery(runsQuery(guildId));
  const queue = useQuery(queueQuery(guildId));
  const failure = runs.error && t('failed', { error: errorText(runs.error) });
  return (
    <Card title={t('card')} description={t('description')}>
      <div className={styles.runs}>
        {queue.error ? (
          <Banner tone="danger">{t('queue_failed', { error: errorText(queue.error) })}</Banner>
        ) : (
          <p className={styles.queue}>{queue.data ? t('queue', queue.data) : t('queue_loading')}</p>
        )}
        {failure && runs.data ? <Banner tone="danger">{failure}</Banner> : null}
        {runs.data ? (
          <Groups guildId={guildId} runs={runs.data} />
        ) : failure ? (
          <ErrorState message={failure} onRetry={() => void runs.refetch()} />
        ) : (
          <Skeleton height={120} />
        )}
      </div>
    </Card>
  );
}

function Groups({ guildId, runs }: { guildId: string; runs: readonly ImportRun[] }) {
  const t = useTranslations('transfer.runs');
  const format = useFormatter();
  if (!runs.length)
    return (
      <EmptyState icon={<History />} title={t('empty')}>
        {t('empty_text')}
      </EmptyState>
    );
  return (['DATA', 'TRANSCRIPT'] as const).map((type) => {
    const ofType = runs
      .filter(({ run_type }) => run_type === type)
      .toSorted((a, b) => Date.parse(a.date) - Date.parse(b.date));
    if (!ofType.length) return null;
    return (
      <section key={type} className={styles.group}>
        <h3>{t(type)}</h3>
        {ofType.map((run) => (
          <Collapsible
            key={run.run_id}
            nested
            defaultOpen={run === ofType.at(-1)}
            title={format.dateTime(new Date(run.date), { dateStyle: 'medium', timeStyle: 'short' })}
            aside={<RunState {...run} />}
          >
            <RunProgress run={run} />
            <RunLog guildId={guildId} run={run} />
          </Collapsible>
        ))}
      </section>
    );
  });
}
