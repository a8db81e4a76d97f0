import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Inbox } from 'lucide-react';
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { NoAccess } from '../../../components/layout/no-access.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { Button, buttonClass } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/empty-state.tsx';
import { Table } from '../../../components/ui/table/table.tsx';
import { isDenied } from '../../../lib/api/denied.ts';
import { errorText } from '../../../lib/api/query-client.ts';
import { useGuildId } from '../../../lib/page/use-guild.ts';
import { useLevel } from '../../../lib/session/use-level.ts';
import type { Queries } from '../../../routes/screens.ts';
import { useLiveTickets } from '../conversation/use-live.ts';
import { AlertsButton } from '../desk/alerts-button.tsx';
import styles from '../tickets.module.css';
import { ticketsQuery } from '../tickets.queries.ts';
import { ListToolbar, ToolbarToggle } from './list-toolbar.tsx';
import { storeQueueView } from './list-view.ts';
import { shownColumns, ticketColumns } from './ticket-columns.tsx';
import { type TicketRow, ticketRows } from './ticket-list.ts';
import { useListKeys } from './use-list-keys.ts';
import { useListView } from './use-list-view.ts';

export const queries: Queries = { 'tickets.list': ({ guildId }) => ticketsQuery(guildId) };

export function TicketsPage() {
  const t = useTranslations('tickets');
  const guildId = useGuildId();
  const navigate = useNavigate();
  const list = useQuery(ticketsQuery(guildId));
  const [view, changeView] = useListView();
  const { columns, sort, only_mine } = view;
  const [withOptions, setWithOptions] = useState(false);
  const rows = useMemo(
    () => list.data && ticketRows(list.data, { sort, only_mine }),
    [list.data, sort, only_mine],
  );
  const all = useMemo(() => ticketColumns(t, guildId), [t, guildId]);
  // The choice is ticked at once; the rows follow.
  const shown = useDeferredValue(useMemo(() => shownColumns(all, columns), [all, columns]));
  const open = useCallback(
    (row: TicketRow) =>
      void navigate({
        to: '/manage/$guildId/tickets/view/$ticketId',
        params: { guildId, ticketId: String(row.id) },
      }),
    [navigate, guildId],
  );
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => storeQueueView({ only_mine }), [only_mine]);
  useListKeys(area);
  useLiveTickets(guildId);
  if (isDenied(list.error)) return <NoAccess />;
  const hidden = list.data && rows ? list.data.tickets.length - rows.length : 0;

  return (
    <Page title={t('title')} purpose={t('purpose')} action={<AlertsButton />} width="table">
      <Card
        title={t('card')}
        description={
          list.data?.tickets.length
            ? t('count', { count: rows?.length ?? 0, hidden })
            : list.isPending
              ? null
              : undefined
        }
        actions={<ToolbarToggle open={withOptions} onToggle={() => setWithOptions(!withOptions)} />}
        flush
      >
        <ListToolbar view={view} onChange={changeView} open={withOptions} />
        {list.isError && !rows ? (
          <ErrorState message={errorText(list.error)} onRetry={() => void list.refetch()} />
        ) : (
          <div ref={area} className={styles.inbox}>
            {rows?.length ? <Legend awaiting={columns.includes('awaiting_response')} /> : null}
            <Table
              label={t('list')}
              stack="compact"
              columns={shown}
              rows={rows}
              rowKey={idOf}
              onOpen={open}
              skeletonRows={8}
              empty={
                hidden > 0 ? <NoneOfMine onAll={() => changeView({ only_mine: false })} /> : <NoTickets />
              }
            />
          </div>
        )}
      </Card>
    </Page>
  );
}

/** What the dots of a phone's list mean. Screen readers are told at each of them. */
function Legend({ awaiting }: { awaiting: boolean }) {
  const t = useTranslations('tickets');
  return (
    <p className={styles.legend} aria-hidden="true">
      <span>
        <span className={styles.unreadMark} />
        {t('unread')}
      </span>
      {awaiting ? (
        <span>
          <span className={styles.isAwaiting} />
          {t('column.awaiting')}
        </span>
      ) : null}
    </p>
  );
}

const idOf = ({ id }: TicketRow) => id;

function NoTickets() {
  const t = useTranslations('tickets.empty');
  const guildId = useGuildId();
  const level = useLevel();
  return (
    <EmptyState
      icon={<Inbox />}
      title={t('title')}
      action={
        level < 2 ? null : (
          <Link to="/manage/$guildId/panels" params={{ guildId }} className={buttonClass()}>
            {t('panels')}
          </Link>
        )
      }
    >
      {t('text')}
    </EmptyState>
  );
}

function NoneOfMine({ onAll }: { onAll: () => void }) {
  const t = useTranslations('tickets.none_of_mine');
  return (
    <EmptyState icon={<Inbox />} title={t('title')} action={<Button onClick={onAll}>{t('all')}</Button>}>
      {t('text')}
    </EmptyState>
  );
}
