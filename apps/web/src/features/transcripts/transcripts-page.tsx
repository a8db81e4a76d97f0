import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { PermissionLevel } from '@tickets/contract/access/levels';
import { unknownUsername } from '@tickets/contract/platform/names';
import { FileText } from 'lucide-react';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Page } from '../../components/layout/page.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { EmptyState, ErrorState } from '../../components/ui/empty-state.tsx';
import { Pagination } from '../../components/ui/table/pagination.tsx';
import { Table } from '../../components/ui/table/table.tsx';
import { ApiError } from '../../lib/api/api.ts';
import { withoutBlanks } from '../../lib/api/blank.ts';
import { panelsQuery } from '../../lib/api/guild.queries.ts';
import { errorText, retryOutage } from '../../lib/api/query-client.ts';
import { useLateNames } from '../../lib/live/use-late-names.ts';
import { useGuildId } from '../../lib/page/use-guild.ts';
import { useLevel } from '../../lib/session/use-level.ts';
import type { Queries } from '../../routes/screens.ts';
import { DownloadsButton } from './downloads/downloads-button.tsx';
import { FilterCard } from './filter-card.tsx';
import { FilterLine } from './filter-line.tsx';
import { changeFilter, hasNextPage, PAGE_SIZE, type PageWanted } from './filter-payload.ts';
import { RetentionButton } from './keeping/retention-button.tsx';
import { transcriptColumns } from './transcript-columns.tsx';
import { emptyFilter, readTranscriptSearch, type TranscriptFilterForm } from './transcript-filter.ts';
import styles from './transcripts.module.css';
import { transcriptKeys, transcriptsQuery } from './transcripts.queries.ts';

export const queries: Queries = {
  // Pointed at from elsewhere it will open on the first page. The page itself asks for what its address says.
  'transcripts.list': ({ guildId }) =>
    location.pathname.endsWith('/transcripts')
      ? undefined
      : transcriptsQuery(guildId, emptyFilter, { page: 1 }),
};

export function TranscriptsPage() {
  const t = useTranslations('transcripts');
  const guildId = useGuildId();
  const level = useLevel();
  return (
    <Page
      title={t('title')}
      purpose={t('purpose')}
      width="table"
      action={level < PermissionLevel.admin ? null : <RetentionButton guildId={guildId} />}
    >
      <ClosedTickets key={guildId} guildId={guildId} />
    </Page>
  );
}

interface Wanted extends PageWanted {
  filter: TranscriptFilterForm;
}

function ClosedTickets({ guildId }: { guildId: string }) {
  const t = useTranslations('transcripts');
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  // The router keeps what it was given where it was not taken.
  const {
    page = 1,
    from,
    ...search
  } = readTranscriptSearch(useSearch({ from: '/manage/$guildId/transcripts' }));
  const filter = { ...emptyFilter, ...search };
  const list = useQuery(transcriptsQuery(guildId, filter, { page, from }));
  const panels = useQuery(panelsQuery(guildId));
  const isFiltered = Object.keys(search).length > 0;

  // The address, and with it the page number, changes only once the rows are there.
  const fetching = useMutation({
    mutationFn: ({ filter, ...wanted }: Wanted) =>
      queryClient.fetchQuery({
        ...transcriptsQuery(guildId, filter, wanted),
        staleTime: 0,
        retry: retryOutage,
      }),
    meta: { too_fast: true },
    onSuccess: (found, { filter, page, ...wanted }) => {
      const first = page > 1 ? (wanted.from ?? found.rows[0]?.ticket_id) : undefined;
      const begin = { page, from: first };
      queryClient.setQueryData(transcriptsQuery(guildId, filter, begin).queryKey, found);
      return navigate({
        to: '.',
        search: {
          ...withoutBlanks(filter),
          ...(page > 1 ? { page } : {}),
          ...(first === undefined ? {} : { from: first }),
        },
        resetScroll: false,
      });
    },
    onSettled: () => {
      inFlight.current = false;
    },
  });
  // Presses come faster than a render.
  const inFlight = useRef(false);
  const ask = (wanted: Wanted) => {
    if (inFlight.current) return;
    inFlight.current = true;
    fetching.mutate(wanted);
  };

  const rows = list.data?.rows;
  // From the rows that are seen, so that none is passed over and none comes twice, however many were closed meanwhile.
  const turnTo = (wanted: number) => {
    const place =
      wanted > page
        ? { from: (rows?.at(-1)?.ticket_id ?? 1) - 1 }
        : wanted > 1
          ? { ends_before: rows?.[0]?.ticket_id ?? 0 }
          : {};
    ask({ filter, page: wanted, ...place });
  };
  useLateNames(
    guildId,
    transcriptKeys.all(guildId),
    rows?.some(({ username }) => username === unknownUsername) ?? false,
  );
  const total = list.data?.total;
  return (
    <>
      <FilterLine
        guildId={guildId}
        filter={filter}
        panels={panels.data ?? []}
        onChange={(field, value) => ask({ filter: changeFilter(filter, field, value), page: 1 })}
      />
      <FilterCard
        // A page that is gone back to shows its own filter.
        key={JSON.stringify(search)}
        filter={filter}
        panels={panels.data ?? []}
        busy={fetching.isPending}
        problems={fetching.error instanceof ApiError ? fetching.error.fields : undefined}
        onFilter={(wanted) => ask({ filter: wanted, page: 1 })}
      />
      <Card
        title={t('card')}
        description={
          typeof total === 'number' ? t(total >= COUNTED ? 'count_more' : 'count', { count: total }) : null
        }
        actions={<DownloadsButton guildId={guildId} filter={filter} count={total} />}
        flush
      >
        {list.isError && !rows ? (
          <ErrorState message={errorText(list.error)} onRetry={() => void list.refetch()} />
        ) : (
          <Table
            label={t('list')}
            stack
            columns={transcriptColumns(t, panels.data ?? [], {
              guildId,
              search: { ...search, ...(page > 1 ? { page } : {}), ...(from === undefined ? {} : { from }) },
            })}
            rows={rows}
            rowKey={(row) => row.ticket_id}
            skeletonRows={PAGE_SIZE}
            empty={
              page > 1 && total ? (
                <EmptyState
                  icon={<FileText />}
                  title={t('past_the_end.title', { page })}
                  action={<Button onClick={() => ask({ filter, page: 1 })}>{t('past_the_end.first')}</Button>}
                >
                  {t('past_the_end.text')}
                </EmptyState>
              ) : isFiltered || page > 1 ? (
                <EmptyState
                  icon={<FileText />}
                  title={t('none_found.title')}
                  action={
                    <Button onClick={() => ask({ filter: emptyFilter, page: 1 })}>{t('filter.clear')}</Button>
                  }
                >
                  {t('none_found.text')}
                </EmptyState>
              ) : (
                <EmptyState icon={<FileText />} title={t('empty.title')}>
                  {t('empty.text')}
                </EmptyState>
              )
            }
          />
        )}
        <div className={styles.paging}>
          <Pagination
            page={page}
            hasPrevious={page > 1}
            hasNext={rows !== undefined && hasNextPage(rows)}
            onChange={turnTo}
          />
        </div>
      </Card>
    </>
  );
}

/** The server counts no further. */
const COUNTED = 10_000;
