import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Page } from '../../components/layout/page.tsx';
import { Banner } from '../../components/ui/banner.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { ErrorState } from '../../components/ui/empty-state.tsx';
import { errorText } from '../../lib/api/query-client.ts';
import { clearBrowserStorage } from '../../lib/session/session.ts';
import { startSignIn } from '../../lib/session/sign-in.ts';
import type { Queries } from '../../routes/screens.ts';
import styles from './account.module.css';
import { CopyCard } from './copy-card.tsx';
import { EraseCard } from './erase-card.tsx';
import { KeptCard } from './kept-card.tsx';
import { ownDataQuery } from './own-data.queries.ts';

export const queries: Queries = { 'own_data.get': () => ownDataQuery };

export function OwnDataPage() {
  const t = useTranslations('account');
  const own = useQuery(ownDataQuery);
  if (own.data === null) return <Erased />;
  return (
    <Page title={t('title')} purpose={t('purpose')}>
      {own.isError && !own.data ? (
        <Card title={t('kept.card')}>
          <ErrorState message={errorText(own.error)} onRetry={() => void own.refetch()} />
        </Card>
      ) : (
        <>
          {own.data && !own.data.is_fresh ? <SignInAgain /> : null}
          <KeptCard kept={own.data?.kept} />
          <CopyCard own={own.data} />
          <EraseCard own={own.data} />
        </>
      )}
      <p className={styles.none}>
        {t.rich('legal', {
          privacy: (words) => <Link to="/legal/privacy">{words}</Link>,
          tos: (words) => <Link to="/legal/tos">{words}</Link>,
        })}
      </p>
    </Page>
  );
}

function SignInAgain() {
  const t = useTranslations('account.sign_in');
  return (
    <Banner
      tone="warning"
      title={t('title')}
      action={
        <Button size="small" onClick={() => void startSignIn()}>
          {t('action')}
        </Button>
      }
    >
      {t('text')}
    </Banner>
  );
}

function Erased() {
  const t = useTranslations('account');
  const leave = () => {
    clearBrowserStorage();
    location.assign('/welcome');
  };
  return (
    <Page title={t('title')}>
      <Banner
        tone="success"
        title={t('erase.done')}
        action={
          <Button variant="primary" onClick={leave}>
            {t('erase.leave')}
          </Button>
        }
      >
        {t('erase.done_text')}
      </Banner>
    </Page>
  );
}
