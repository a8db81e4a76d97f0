import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Page } from '../../components/layout/page.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { ErrorState } from '../../components/ui/empty-state.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { errorText } from '../../lib/query-client.ts';
import { reloadServers } from '../../lib/reload-servers.ts';
import { useStoredGuilds } from '../../lib/session.ts';
import { startSignIn } from '../../lib/sign-in.ts';
import { toast } from '../../lib/toast.ts';
import type { Queries } from '../../routes/screens.ts';
import { ChooseServers } from './choose-servers.tsx';
import { entitlementsQuery } from './premium.queries.ts';

export const queries: Queries = { 'premium.own_entitlements': () => entitlementsQuery };

export function SelectServersPage() {
  const t = useTranslations('premium');
  return (
    <Page title={t('title')} purpose={t('purpose')}>
      <SelectServersLoader />
    </Page>
  );
}

function SelectServersLoader() {
  const t = useTranslations('premium');
  const own = useQuery(entitlementsQuery);
  const guilds = useStoredGuilds();
  const {
    legacy_entitlement: subscription,
    permitted_server_count: permitted,
    selected_guilds,
  } = own.data ?? {};
  const choosesServers =
    subscription && !subscription.is_legacy && permitted !== undefined && selected_guilds;
  if (own.isError && !own.data)
    return (
      <Card title={t('card')}>
        <ErrorState
          message={t('failed.load', { error: errorText(own.error) })}
          onRetry={() => void own.refetch()}
        />
      </Card>
    );
  if (own.data && !choosesServers) return <NotForYou />;
  if (!choosesServers)
    return (
      <Card title={t('card')} description={null}>
        <div aria-busy="true">
          <Skeleton height={180} />
        </div>
      </Card>
    );
  if (!guilds) return <NoStoredGuilds />;
  return (
    <ChooseServers
      guilds={guilds}
      stored={selected_guilds}
      permitted={permitted}
      expires_at={subscription.expires_at}
    />
  );
}

/** Says why there is nothing here, and leads to the servers, where it can still be read. */
function NotForYou() {
  const t = useTranslations('premium');
  const navigate = useNavigate();
  useEffect(() => {
    toast.warning(t('only_subscribers'));
    void navigate({ to: '/', replace: true });
  }, [t, navigate]);
  return null;
}

function NoStoredGuilds() {
  const t = useTranslations('premium');
  const [isLoading, setLoading] = useState(false);
  const reload = async () => {
    setLoading(true);
    try {
      if ((await reloadServers()) !== 'refreshed') await startSignIn();
    } catch (error) {
      toast.error(errorText(error));
    } finally {
      setLoading(false);
    }
  };
  return (
    <Card title={t('card')}>
      <ErrorState
        message={t('failed.storage')}
        action={
          <Button busy={isLoading} onClick={() => void reload()}>
            {t('reload')}
          </Button>
        }
      />
    </Card>
  );
}
