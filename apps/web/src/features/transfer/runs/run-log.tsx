import { useInfiniteQuery } from '@tanstack/react-query';
import type { ImportLog, ImportRun } from '@tickets/contract/transfer/transfer';
import { logPage } from '@tickets/contract/transfer/transfer-limits';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { cx } from '../../../components/ui/class-names.ts';
import { ErrorState } from '../../../components/ui/empty-state.tsx';
import { Table } from '../../../components/ui/table/table.tsx';
import { errorText } from '../../../lib/api/query-client.ts';
import { wholeLogQuery } from '../transfer.queries.ts';
import styles from './runs.module.css';

const tones = {
  RUN_START: 'neutral',
  SUCCESS: 'success',
  FAIL: 'danger',
  SKIP: 'warning',
  RUN_COMPLETE: 'neutral',
} as const;

/** How many lines a phone shows at first: there each line is a block. The stylesheet counts the same. */
const SHORT = 6;
/** A longer list scrolls in a box of its own. */
const BOXED_FROM = 100;

/** The last lines of an import's log, or all of them from the first on. */
export function RunLog({ guildId, run }: { guildId: string; run: ImportRun }) {
  const t = useTranslations('transfer.runs');
  const format = useFormatter();
  const [isWhole, setWhole] = useState(false);
  const whole = useInfiniteQuery({
    ...wholeLogQuery(guildId, run.run_id),
    initialPageParam: 0,
    getNextPageParam: (last: ImportLog[]) =>
      last.length < logPage ? undefined : (last.at(-1)?.run_log_id ?? undefined),
    enabled: isWhole,
  });
  const [isOpen, setOpen] = useState(false);
  const rows = isWhole ? whole.data?.pages.flat() : run.logs;
  const count = rows?.length ?? 0;
  const isShort = !isWhole && !isOpen && count > SHORT && count <= BOXED_FROM;
  const moment = (date: string) =>
    format.dateTime(new Date(date), { dateStyle: 'short', timeStyle: 'medium' });
  if (isWhole && whole.isError && !whole.data)
    return <ErrorState message={errorText(whole.error)} onRetry={() => void whole.refetch()} />;
  return (
    <div className={cx(styles.log, isShort && styles.short)}>
      {isShort ? (
        <p className={styles.whole}>
          <Button size="small" onClick={() => setOpen(true)}>
            {t('show_all', { count })}
          </Button>
        </p>
      ) : null}
      {!isWhole && run.log_count > run.logs.length ? (
        <p className={styles.more}>
          {t('last', { shown: run.logs.length, count: run.log_count })}
          <Button size="small" onClick={() => setWhole(true)}>
            {t('from_start')}
          </Button>
        </p>
      ) : null}
      <Table
        label={t('log', { date: moment(run.date), type: t(run.run_type) })}
        rows={rows}
        rowKey={({ run_log_id }) => run_log_id}
        stack
        empty={<p className={styles.none}>{t('no_log')}</p>}
        columns={[
          { key: 'id', head: t('id'), tight: true, cell: ({ run_log_id }) => run_log_id },
          {
            key: 'type',
            head: t('type'),
            tight: true,
            cell: ({ log_type }) => <Badge tone={tones[log_type]}>{log_type}</Badge>,
          },
          { key: 'entity', head: t('entity'), cell: ({ entity_type }) => entity_type ?? t('na') },
          { key: 'message', head: t('message'), cell: ({ message }) => message ?? t('na') },
          { key: 'date', head: t('date'), cell: ({ date }) => <time dateTime={date}>{moment(date)}</time> },
        ]}
      />
      {isWhole && whole.hasNextPage ? (
        <div>
          <Button size="small" busy={whole.isFetchingNextPage} onClick={() => void whole.fetchNextPage()}>
            {t('more')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
