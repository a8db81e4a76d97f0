import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { AuditPage } from '@tickets/contract/audit/audit';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { ErrorState } from '../../components/ui/empty-state.tsx';
import { errorText } from '../../lib/api/query-client.ts';
import styles from './audit.module.css';
import { auditQuery } from './audit.queries.ts';
import { isFiltered } from './audit-filter.ts';
import { type AuditSearch, readAuditSearch } from './audit-search.ts';
import { EmptyLog } from './empty-log.tsx';
import { EntryList, EntrySkeletons } from './entry-list.tsx';
import { ExportButton } from './export/export-button.tsx';
import { Filters } from './filters.tsx';
import { OnlyChip } from './only-chip.tsx';
import { Pager } from './pager.tsx';
import { readEntry } from './wording/sentences.ts';
import { useWords } from './wording/words.ts';

export function AuditLog({ guildId }: { guildId: string }) {
  const t = useTranslations('audit');
  const navigate = useNavigate();
  // The router keeps what it was given where it was not taken.
  const search = readAuditSearch(useSearch({ from: '/manage/$guildId/audit-log' }));
  const list = useQuery({ ...auditQuery(guildId, search), placeholderData: keepPreviousData });
  const words = useWords(guildId);
  const entries = useMemo(() => list.data?.entries.map(readEntry), [list.data]);
  const go = (wanted: AuditSearch) => void navigate({ to: '.', search: wanted, resetScroll: false });
  const { older_than: _, newer_than: __, open: ___, ...filter } = search;
  const page = list.data;
  const pager = page ? (
    <Pager page={page} onTurn={(to) => !list.isPlaceholderData && go({ ...filter, ...besideOf(page, to) })} />
  ) : null;
  return (
    <>
      <Filters guildId={guildId} search={filter} onChange={go} />
      {isFiltered(filter) ? (
        <div className={styles.chips}>
          {words && filter.id ? (
            <OnlyChip search={filter} entries={entries ?? []} words={words} onChange={go} />
          ) : null}
          {entries?.length === 0 ? null : (
            <Button variant="ghost" size="small" onClick={() => go({})}>
              {t('filter.clear')}
            </Button>
          )}
        </div>
      ) : null}
      <Card
        title={t('card')}
        description={page ? <span role="status">{t('count', { count: page.total_count })}</span> : null}
        actions={
          <>
            {words ? (
              <ExportButton guildId={guildId} search={filter} words={words} disabled={!page?.total_count} />
            ) : null}
            {pager}
          </>
        }
        flush
      >
        {list.isError && !page ? (
          <ErrorState message={errorText(list.error)} onRetry={() => void list.refetch()} />
        ) : !entries || !words ? (
          <EntrySkeletons />
        ) : entries.length === 0 ? (
          <EmptyLog search={search} onChange={go} />
        ) : (
          <EntryList
            guildId={guildId}
            entries={entries}
            words={words}
            opened={search.open}
            busy={list.isPlaceholderData}
          />
        )}
        {page && entries?.length ? <div className={styles.paging}>{pager}</div> : null}
      </Card>
    </>
  );
}

/** The place in the address of the page beside another one. */
function besideOf({ entries }: AuditPage, to: 'newer' | 'older'): AuditSearch {
  const edge = to === 'newer' ? entries[0] : entries.at(-1);
  if (!edge) return {};
  return to === 'newer' ? { newer_than: edge.id } : { older_than: edge.id };
}
