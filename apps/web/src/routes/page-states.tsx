import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { BotGone } from '../components/layout/bot-gone.tsx';
import { NoAccess } from '../components/layout/no-access.tsx';
import { Page } from '../components/layout/page.tsx';
import { buttonClass } from '../components/ui/button.tsx';
import { EmptyState, ErrorState } from '../components/ui/empty-state.tsx';
import { Skeleton } from '../components/ui/skeleton.tsx';
import { ApiError } from '../lib/api/api.ts';
import { errorText } from '../lib/api/query-client.ts';
import { BOT_GONE, NO_ACCESS } from './guards.ts';

/** While a page is on its way for longer than a moment. */
export function PagePending() {
  return (
    <Page title={<Skeleton width={180} height={24} />}>
      <Skeleton height={220} />
    </Page>
  );
}

/** Inside a frame: what is not there, or not for this person. Addresses that lead nowhere at all go to /404. */
export function PageNotFound({ data }: { data?: unknown }) {
  const t = useTranslations('common.not_found');
  if (data === NO_ACCESS) return <NoAccess />;
  if (data === BOT_GONE) return <BotGone />;
  return (
    <EmptyState
      icon={<Compass />}
      heading="h1"
      title={t('title')}
      action={
        <Link to="/" className={buttonClass()}>
          {t('home')}
        </Link>
      }
    >
      {t('text')}
    </EmptyState>
  );
}

/** A page that could not be entered or drawn. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const t = useTranslations('common');
  const router = useRouter();
  return (
    <ErrorState
      message={errorText(error)}
      onRetry={() => {
        // A part of the page that could not be fetched is not asked for again, and that of an older version is gone.
        if (!(error instanceof ApiError) && navigator.onLine) return location.reload();
        reset();
        void router.invalidate();
      }}
      action={
        <Link to="/" className={buttonClass({ variant: 'ghost' })}>
          {t('not_found.home')}
        </Link>
      }
    />
  );
}
