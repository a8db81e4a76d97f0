import { type QueryClient, useQuery } from '@tanstack/react-query';
import { limits } from '@tickets/contract/limits';
import { useTranslations } from 'use-intl';
import { Page } from '../../components/layout/page.tsx';
import { panelsQuery } from '../../lib/guild.queries.ts';
import { useGuildId } from '../../lib/use-guild.ts';
import { BackToPanels, EditorWaiting } from './editor-frame.tsx';
import { PanelEditor } from './panel-editor.tsx';
import { PremiumBanner } from './premium-banner.tsx';
import { prefetchEditorData, useEditorData } from './use-editor-data.ts';

export function load({ queryClient, guildId }: { queryClient: QueryClient; guildId: string }) {
  void queryClient.prefetchQuery(panelsQuery(guildId));
  prefetchEditorData(queryClient, guildId);
}

export function CreatePanelPage() {
  const t = useTranslations('panels');
  const guildId = useGuildId();
  const state = useEditorData(guildId);
  const panels = useQuery(panelsQuery(guildId));
  const count = panels.data?.length ?? 0;
  const isFull = state.status === 'ready' && !state.data.premium && count >= limits.free_panels;
  return (
    <Page
      title={t('create.title')}
      purpose={t('create.purpose')}
      width="table"
      action={<BackToPanels guildId={guildId} />}
    >
      {isFull ? <PremiumBanner>{t('quota_full')}</PremiumBanner> : null}
      {state.status === 'ready' ? (
        <PanelEditor key={guildId} guildId={guildId} data={state.data} panel={undefined} />
      ) : (
        <EditorWaiting state={state} />
      )}
    </Page>
  );
}
