import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { NoAccess } from '../../features/manage/no-access.tsx';
import { errorText } from '../../lib/query-client.ts';
import { NoAccessError } from '../../routes/guards.ts';
import { buttonClass } from '../ui/button.tsx';
import { ErrorState } from '../ui/empty-state.tsx';
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

/** A page that could not be entered or drawn. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const t = useTranslations('common');
  const router = useRouter();
  if (error instanceof NoAccessError) return <NoAccess />;
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
