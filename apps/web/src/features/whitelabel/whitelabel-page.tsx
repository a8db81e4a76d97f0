import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { Page } from '../../components/layout/page.tsx';
import { Card } from '../../components/ui/card.tsx';
import { EmptyState, ErrorState } from '../../components/ui/empty-state.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { errorText } from '../../lib/api/query-client.ts';
import { appConfig } from '../../lib/page/config.ts';
import type { Queries } from '../../routes/screens.ts';
import { ErrorLogCard } from './error-log-card.tsx';
import { ManageCard } from './manage-card.tsx';
import { StatusCard } from './status-card.tsx';
import { TokenCard } from './token-card.tsx';
import { botQuery, errorsQuery } from './whitelabel.queries.ts';

export const queries: Queries = {
  'whitelabel.get': () => botQuery,
  'whitelabel.errors': () => errorsQuery,
};

/** A bot of one's own: without one its token is asked for, with one it is managed here. */
export function WhitelabelPage() {
  const t = useTranslations('whitelabel');
  const bot = useQuery(botQuery);
  if (bot.data === 'unpaid') return <Unpaid />;
  return (
    <Page title={t('title')} purpose={t('purpose')}>
      {bot.data ? (
        <>
          <ManageCard bot={bot.data} />
          <StatusCard key={bot.data.id} bot={bot.data} />
          <ErrorLogCard />
        </>
      ) : bot.data === null ? (
        <>
          <TokenCard />
          <ErrorLogCard unlessEmpty />
        </>
      ) : bot.isError ? (
        <Card>
          <ErrorState message={errorText(bot.error)} onRetry={() => void bot.refetch()} />
        </Card>
      ) : (
        <>
          <Skeleton height={260} />
          <Skeleton height={240} />
        </>
      )}
    </Page>
  );
}

/** Leaves for the page that says how premium is had, so that Back leads to where one was before. */
function Unpaid() {
  const t = useTranslations('whitelabel');
  const { premium_url } = appConfig();
  useEffect(() => location.replace(premium_url), [premium_url]);
  return (
    <Page title={t('title')}>
      <EmptyState title={t('leaving')} action={<a href={premium_url}>{t('leave')}</a>} />
    </Page>
  );
}
