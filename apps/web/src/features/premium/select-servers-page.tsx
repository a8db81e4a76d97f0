import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Page } from '../../components/layout/page.tsx';
import { Button } from '../../components/ui/button.tsx';
import { EmptyState, ErrorState } from '../../components/ui/empty-state.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { errorText } from '../../lib/api/query-client.ts';
import { appConfig } from '../../lib/page/config.ts';
import { reloadServers } from '../../lib/session/reload-servers.ts';
import { ownPremiumQuery } from './own-premium.ts';
import { ServerChoice } from './server-choice.tsx';
import { storedGuilds } from './stored-guilds.ts';

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
  const own = useQuery(ownPremiumQuery);
  const [guilds, setGuilds] = useState(storedGuilds);
  if (own.isPending) return <Skeleton height={220} />;
  if (!own.data)
    return (
      <ErrorState
        message={t('failed.load', { error: errorText(own.error) })}
        onRetry={() => void own.refetch()}
      />
    );
  const { legacy_entitlement, permitted_server_count, selected_guilds } = own.data;
  if (!legacy_entitlement || legacy_entitlement.is_legacy || permitted_server_count === undefined)
    return (
      <EmptyState
        icon={<Sparkles />}
        title={t('others_only')}
        action={
          <a href={appConfig().premium_url} target="_blank" rel="noreferrer">
            {t('about')}
          </a>
        }
      />
    );
  if (!guilds) return <GuildsMissing onLoaded={() => setGuilds(storedGuilds())} />;
  return (
    <ServerChoice
      guilds={guilds}
      permitted={permitted_server_count}
      selected={selected_guilds ?? []}
      expires_at={legacy_entitlement.expires_at}
    />
  );
}

/** Whoever lost the list gets it again from the server. */
function GuildsMissing({ onLoaded }: { onLoaded: () => void }) {
  const t = useTranslations('premium.failed');
  const navigate = useNavigate();
  const reload = useMutation({
    mutationFn: reloadServers,
    onSuccess: (result) => (result === 'sign_in_again' ? void navigate({ to: '/login' }) : onLoaded()),
  });
  return (
    <ErrorState
      message={t('guilds')}
      action={
        <Button busy={reload.isPending} onClick={() => reload.mutate()}>
          {t('reload')}
        </Button>
      }
    />
  );
}
