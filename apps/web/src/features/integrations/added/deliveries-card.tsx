import type { UseQueryResult } from '@tanstack/react-query';
import { integrationLimits } from '@tickets/contract/integrations/integration-limits';
import type { Delivery } from '@tickets/contract/integrations/integrations';
import { ArrowLeftRight } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Badge } from '../../../components/ui/badge.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/empty-state.tsx';
import { RelativeTime } from '../../../components/ui/relative-time.tsx';
import { Table } from '../../../components/ui/table/table.tsx';
import type { TableColumn } from '../../../components/ui/table/table-row.tsx';
import { errorText } from '../../../lib/api/query-client.ts';

interface DeliveriesCardProps {
  deliveries: UseQueryResult<Delivery[]>;
  /** Of all servers, for who made the integration, rather than of one. */
  ofAll?: boolean;
}

/** How the last calls of an integration went. */
export function DeliveriesCard({ deliveries, ofAll = false }: DeliveriesCardProps) {
  const t = useTranslations('integrations.deliveries');
  const problem = useTranslations('integrations.problem');
  const columns: TableColumn<Delivery>[] = [
    { key: 'time', head: t('time'), cell: ({ called_at }) => <RelativeTime date={called_at} /> },
    ...(ofAll ? [{ key: 'server', head: t('server'), cell: ({ guild }: Delivery) => guild.name }] : []),
    { key: 'ticket', head: t('ticket'), cell: ({ ticket_id }) => `#${ticket_id}` },
    { key: 'status', head: t('status'), cell: ({ status }) => status ?? t('no_status') },
    { key: 'duration', head: t('duration'), cell: ({ duration_ms }) => t('ms', { ms: duration_ms }) },
    {
      key: 'result',
      head: t('result'),
      cell: (delivery) =>
        delivery.problem ? problem(delivery.problem) : <Badge tone="success">{t('ok')}</Badge>,
    },
  ];
  return (
    <Card
      title={t('title')}
      description={ofAll ? t('text_own') : t('text', { limit: integrationLimits.deliveries })}
      flush
    >
      {deliveries.isError && !deliveries.data ? (
        <ErrorState message={errorText(deliveries.error)} onRetry={() => void deliveries.refetch()} />
      ) : (
        <Table
          label={t('title')}
          columns={columns}
          rows={deliveries.data}
          rowKey={({ id }) => id}
          skeletonRows={3}
          stack
          empty={
            <EmptyState icon={<ArrowLeftRight />} title={t('empty')}>
              {t('empty_text')}
            </EmptyState>
          }
        />
      )}
    </Card>
  );
}
