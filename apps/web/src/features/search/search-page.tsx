import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { SearchResult } from '@tickets/contract/search/search';
import { SearchX } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Page } from '../../components/layout/page.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Collapsible } from '../../components/ui/collapsible.tsx';
import { EmptyState, ErrorState } from '../../components/ui/empty-state.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { ApiError } from '../../lib/api/api.ts';
import { errorText } from '../../lib/api/query-client.ts';
import { useGuildId } from '../../lib/page/use-guild.ts';
import { searchQuery } from '../../lib/search/search.queries.ts';
import { useDebounced } from '../../lib/time/use-debounced.ts';
import styles from './search.module.css';
import { SearchHelp } from './search-help.tsx';
import { SearchLine, type SearchLineHandle } from './search-line.tsx';
import { withExample, withoutUnfinished } from './search-text.ts';
import { TicketResults } from './ticket-results.tsx';

/** So long after the last key the server is asked. */
const PAUSE_MS = 300;

export function SearchPage() {
  const t = useTranslations('search');
  const guildId = useGuildId();
  return (
    <Page title={t('title')} purpose={t('purpose')} width="form">
      <TicketSearch key={guildId} guildId={guildId} />
    </Page>
  );
}

function TicketSearch({ guildId }: { guildId: string }) {
  const t = useTranslations('search');
  const line = useRef<SearchLineHandle>(null);
  const [typed, setTyped] = useTyped();
  const [isWriting, setWriting] = useState(false);
  const wanted = (isWriting ? withoutUnfinished(typed) : typed).trim();
  const asked = useDebounced(wanted, PAUSE_MS);
  const found = useInfiniteQuery({ ...searchQuery(guildId, asked), placeholderData: keepPreviousData });
  const insert = (text: string) => {
    setTyped(withExample(typed, text));
    setWriting(true);
    line.current?.focusEnd();
  };
  const problems = found.error instanceof ApiError ? found.error.fields : [];
  const pages = asked && !found.error ? found.data?.pages : undefined;
  const results = pages?.length ? pages.flatMap((page) => page.results) : undefined;
  const isStale = wanted !== asked || found.isPlaceholderData;
  return (
    <div className={styles.search}>
      <SearchLine
        ref={line}
        guildId={guildId}
        value={typed}
        problem={problems.length ? problems.map(({ message }) => message).join(' ') : undefined}
        onChange={(text) => {
          setTyped(text);
          setWriting(true);
        }}
        onDone={() => setWriting(false)}
      />
      {asked ? (
        <Collapsible nested title={t('help.show')}>
          <SearchHelp onInsert={insert} />
        </Collapsible>
      ) : (
        <SearchHelp onInsert={insert} />
      )}
      <p className="visually-hidden" role="status">
        {results && !isStale ? t('found', { count: results.length }) : ''}
      </p>
      {found.error && !problems.length ? (
        <ErrorState message={errorText(found.error)} onRetry={() => void found.refetch()} />
      ) : null}
      {asked && !found.error && !results ? <Loading /> : null}
      {results?.length === 0 ? (
        <EmptyState icon={<SearchX />} title={t('none.title')}>
          {t('none.text')}
        </EmptyState>
      ) : null}
      {results?.length ? (
        <div className={styles.results} aria-busy={isStale}>
          <p className={styles.count}>
            {t(found.hasNextPage ? 'found_more' : 'found', { count: results.length })}
          </p>
          {byTicket(results).map((group) => (
            <TicketResults key={group[0]?.ticket_id} guildId={guildId} results={group} />
          ))}
          {found.hasNextPage ? (
            <div className={styles.more}>
              <Button busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
                {t('more')}
              </Button>
            </div>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

function Loading() {
  return (
    <div className={styles.results} aria-hidden="true">
      {[1, 2, 3].map((n) => (
        <div key={n} className={styles.ticket}>
          <Skeleton height={92} />
        </div>
      ))}
    </div>
  );
}

/** What stands in the line. The address follows when typing pauses, and the line follows an address that somebody goes to. */
function useTyped(): [string, (text: string) => void] {
  const navigate = useNavigate();
  const { q = '' } = useSearch({ from: '/manage/$guildId/search' });
  const [typed, setTyped] = useState(q);
  const settled = useDebounced(typed.trim(), PAUSE_MS);
  const written = useRef(q);
  const write = useEffectEvent((text: string) => {
    if (text === q) return;
    written.current = text;
    void navigate({ to: '.', search: text ? { q: text } : {}, replace: true, resetScroll: false });
  });
  useEffect(() => write(settled), [settled]);
  useEffect(() => {
    if (q === written.current) return;
    written.current = q;
    setTyped(q);
  }, [q]);
  return [typed, setTyped];
}

/** They come in the order of their tickets. */
function byTicket(results: readonly SearchResult[]): SearchResult[][] {
  const groups: SearchResult[][] = [];
  for (const result of results) {
    const last = groups.at(-1);
    if (last?.[0]?.ticket_id === result.ticket_id) last.push(result);
    else groups.push([result]);
  }
  return groups;
}
