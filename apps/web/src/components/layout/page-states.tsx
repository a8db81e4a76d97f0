import { type ErrorComponentProps, Link, type NotFoundRouteProps, useRouter } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { NoAccess } from '../../features/manage/no-access.tsx';
import { errorText } from '../../lib/query-client.ts';
import { NO_ACCESS } from '../../routes/guards.ts';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState, ErrorState } from '../ui/empty-state.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Page } from './page.tsx';

/** While a page is on its way for longer than a moment. */
export function PagePending() {
  return (
    <Page title={<Skeleton width={180} height={24} />}>
      <Skeleton height={220} />
    </Page>
  );
}

/** Inside a frame: what is not there, or not for this person. Addresses that lead nowhere at all go to /404. */
export function PageNotFound({ data }: NotFoundRouteProps) {
  const t = useTranslations('common.not_found');
  if (data === NO_ACCESS) return <NoAccess />;
  return (
    <EmptyState icon={<Compass />} title={<h1>{t('title')}</h1>}>
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
