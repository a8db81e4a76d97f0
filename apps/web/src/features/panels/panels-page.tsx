import type { QueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { Page } from '../../components/layout/page.tsx';
import {
  channelsQuery,
  emojisQuery,
  formsQuery,
  multiPanelsQuery,
  panelsQuery,
  premiumQuery,
} from '../../lib/guild.queries.ts';
import { useGuildId } from '../../lib/use-guild.ts';
import { MultiPanelsCard } from './multi-panels-card.tsx';
import { PanelsCard } from './panels-card.tsx';
import { usePanelFlags } from './use-panel-flags.ts';

export function load({ queryClient, guildId }: { queryClient: QueryClient; guildId: string }) {
  void queryClient.prefetchQuery(panelsQuery(guildId));
  void queryClient.prefetchQuery(multiPanelsQuery(guildId));
  void queryClient.prefetchQuery(channelsQuery(guildId));
  void queryClient.prefetchQuery(premiumQuery(guildId));
  void queryClient.prefetchQuery(formsQuery(guildId));
  void queryClient.prefetchQuery(emojisQuery(guildId));
}

export function PanelsPage() {
  const t = useTranslations('panels');
  const guildId = useGuildId();
  usePanelFlags();
  return (
    <Page title={t('title')} purpose={t('purpose')} width="table">
      <PanelsCard key={`panels-${guildId}`} guildId={guildId} />
      <MultiPanelsCard key={`multi-${guildId}`} guildId={guildId} />
    </Page>
  );
}
