import { useSearch } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Page } from '../../../components/layout/page.tsx';
import { useGuildId } from '../../../lib/page/use-guild.ts';
import type { Queries } from '../../../routes/screens.ts';
import { availableQuery, ownQuery } from '../integrations.queries.ts';
import { AvailableIntegrations } from './available-integrations.tsx';
import { OwnIntegrations } from './own-integrations.tsx';
import { useFlagToast } from './use-flag-toast.ts';

export const queries: Queries = {
  'integrations.own': () => ownQuery,
  // Pointed at from elsewhere it will open on the first page. The page itself asks for what its address says.
  'integrations.available?page=1': ({ guildId }) =>
    location.pathname.endsWith('/integrations') ? undefined : availableQuery(guildId, 1),
};

export function IntegrationsPage() {
  const t = useTranslations('integrations');
  const guildId = useGuildId();
  const { added, removed, page = 1 } = useSearch({ from: '/manage/$guildId/integrations' });
  useFlagToast(added ? t('toast.added') : removed ? t('toast.removed_flag') : undefined);
  return (
    <Page title={t('title')} purpose={t('purpose')} width="table">
      <OwnIntegrations guildId={guildId} />
      <AvailableIntegrations key={guildId} guildId={guildId} page={page} />
    </Page>
  );
}
