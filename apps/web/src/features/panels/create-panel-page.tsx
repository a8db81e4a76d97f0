import type { QueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { Page } from '../../components/layout/page.tsx';
import { useGuildId } from '../../lib/use-guild.ts';
import { BackToPanels, EditorWaiting } from './editor-frame.tsx';
import { PanelEditor } from './panel-editor.tsx';
import { prefetchEditorData, useEditorData } from './use-editor-data.ts';

export function load({ queryClient, guildId }: { queryClient: QueryClient; guildId: string }) {
  prefetchEditorData(queryClient, guildId);
}

export function CreatePanelPage() {
  const t = useTranslations('panels.create');
  const guildId = useGuildId();
  const state = useEditorData(guildId);
  return (
    <Page title={t('title')} purpose={t('purpose')} width="table" action={<BackToPanels guildId={guildId} />}>
      {state.status === 'ready' ? (
        <PanelEditor key={guildId} guildId={guildId} data={state.data} panel={undefined} />
      ) : (
        <EditorWaiting state={state} />
      )}
    </Page>
  );
}
