import { useQuery } from '@tanstack/react-query';
import type { WhitelabelError } from '@tickets/contract/whitelabel/whitelabel';
import { CircleCheck } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Card } from '../../components/ui/card.tsx';
import { EmptyState, ErrorState } from '../../components/ui/empty-state.tsx';
import { RelativeTime } from '../../components/ui/relative-time.tsx';
import { Table } from '../../components/ui/table/table.tsx';
import type { TableColumn } from '../../components/ui/table/table-row.tsx';
import { errorText } from '../../lib/api/query-client.ts';
import { LinkedText } from './linked-text.tsx';
import styles from './whitelabel.module.css';
import { errorsQuery } from './whitelabel.queries.ts';

interface ErrorLogCardProps {
  /** Nothing is shown while nothing is in it: it says why a bot went, where one has gone. */
  unlessEmpty?: boolean;
}

export function ErrorLogCard({ unlessEmpty = false }: ErrorLogCardProps) {
  const t = useTranslations('whitelabel.errors');
  const errors = useQuery(errorsQuery);
  if (unlessEmpty && !errors.data?.length) return null;
  const columns: TableColumn<WhitelabelError>[] = [
    {
      key: 'error',
      head: t('error'),
      className: styles.message,
      cell: ({ message }) => <LinkedText text={message} />,
    },
    {
      key: 'time',
      head: t('time'),
      tight: true,
      className: styles.time,
      cell: ({ time }) => <RelativeTime date={time} />,
    },
  ];
  return (
    <Card title={t('card')} description={t('description')} flush={!errors.isError}>
      {errors.isError && !errors.data ? (
        <ErrorState message={errorText(errors.error)} onRetry={() => void errors.refetch()} />
      ) : (
        <Table
          label={t('list')}
          columns={columns}
          rows={errors.data}
          rowKey={({ time }) => time}
          skeletonRows={2}
          stack
          empty={
            <EmptyState icon={<CircleCheck />} title={t('empty')}>
              {t('empty_text')}
            </EmptyState>
          }
        />
      )}
    </Card>
  );
}
