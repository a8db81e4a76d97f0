import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Sparkles } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Page } from '../../components/layout/page.tsx';
import { Button, buttonClass } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { EmptyState, ErrorState } from '../../components/ui/empty-state.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { errorText } from '../../lib/query-client.ts';
import { useSession } from '../../lib/session.ts';
import { startSignIn } from '../../lib/sign-in.ts';
import type { Queries } from '../../routes/screens.ts';
import { ServerChoice } from './server-choice.tsx';
import { ownPremiumQuery } from './subscription.queries.ts';

export const queries: Queries = { 'premium.own': () => ownPremiumQuery };

export function SelectServersPage() {
  const t = useTranslations('premium');
  return (
    <Page title={t('title')} purpose={t('purpose')}>
      <Choice />
    </Page>
  );
}

function Choice() {
  const t = useTranslations('premium');
  const guilds = useSession()?.guilds;
  const own = useQuery(ownPremiumQuery);
  if (!guilds)
    return (
      <Card title={t('card')}>
        <EmptyState
          icon={<Sparkles />}
          title={t('list_failed')}
          action={<Button onClick={() => void startSignIn('/premium/select-servers')}>{t('sign_in')}</Button>}
        >
          {t('refresh')}
        </EmptyState>
      </Card>
    );
  if (own.isError && !own.data)
    return (
      <Card title={t('card')}>
        <ErrorState
          message={t('load_failed', { error: errorText(own.error) })}
          onRetry={() => void own.refetch()}
        />
      </Card>
    );
  if (!own.data)
    return (
      <Card title={t('card')}>
        <Skeleton height={220} />
      </Card>
    );
  const { legacy_entitlement, permitted_server_count, selected_guilds } = own.data;
  if (!legacy_entitlement || legacy_entitlement.is_legacy || permitted_server_count === undefined)
    return (
      <EmptyState
        icon={<Sparkles />}
        title={t('only.title')}
        action={
          <Link to="/" className={buttonClass()}>
            {t('only.back')}
          </Link>
        }
      >
        {t('only.text')}
      </EmptyState>
    );
  return (
    <ServerChoice
      servers={guilds.filter(({ permission_level }) => permission_level === 2)}
      names={guilds}
      limit={permitted_server_count}
      stored={selected_guilds ?? []}
    />
  );
}
