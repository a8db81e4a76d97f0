import { type QueryClient, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Inbox } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { Page } from '../../components/layout/page.tsx';
import { buttonClass } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { EmptyState, ErrorState } from '../../components/ui/empty-state.tsx';
import { Table } from '../../components/ui/table.tsx';
import { errorText } from '../../lib/query-client.ts';
import { useGuildId } from '../../lib/use-guild.ts';
import { useLevel } from '../../lib/use-level.ts';
import { ticketColumns } from './ticket-columns.tsx';
import { ticketRows } from './ticket-list.ts';
import { ticketsQuery } from './tickets.queries.ts';
import { useLiveTickets } from './use-live.ts';

export function load({ queryClient, guildId }: { queryClient: QueryClient; guildId: string }) {
  void queryClient.prefetchQuery(ticketsQuery(guildId));
}

export function TicketsPage() {
  const t = useTranslations('tickets');
  const guildId = useGuildId();
  const level = useLevel();
  const navigate = useNavigate();
  const list = useQuery(ticketsQuery(guildId));
  const rows = useMemo(() => list.data && ticketRows(list.data), [list.data]);
  useLiveTickets(guildId, true);

  return (
    <Page title={t('title')} purpose={t('purpose')} width="table">
      <Card
        title={t('card')}
        description={rows?.length ? t('count', { count: rows.length }) : undefined}
        flush
      >
        {list.isError && !rows ? (
          <ErrorState message={errorText(list.error)} onRetry={() => void list.refetch()} />
        ) : (
          <Table
            label={t('list')}
            stack
            columns={ticketColumns(t, guildId)}
            rows={rows}
            rowKey={(row) => row.id}
            onOpen={(row) =>
              void navigate({
                to: '/manage/$guildId/tickets/view/$ticketId',
                params: { guildId, ticketId: String(row.id) },
              })
            }
            skeletonRows={8}
            empty={
              <EmptyState
                icon={<Inbox />}
                title={t('empty.title')}
                action={
                  level < 2 ? null : (
                    <Link to="/manage/$guildId/panels" params={{ guildId }} className={buttonClass()}>
                      {t('empty.panels')}
                    </Link>
                  )
                }
              >
                {t('empty.text')}
              </EmptyState>
            }
          />
        )}
      </Card>
    </Page>
  );
}
