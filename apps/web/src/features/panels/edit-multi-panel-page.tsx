import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Page } from '../../components/layout/page.tsx';
import { multiPanelsQuery } from '../../lib/api/guild.queries.ts';
import { failureText } from '../../lib/api/query-client.ts';
import { useGuildId } from '../../lib/page/use-guild.ts';
import { useHeld } from '../../lib/page/use-held.ts';
import { BackToPanels, EditorWaiting, NotFound } from './editor-frame.tsx';
import { MultiPanelEditor } from './multi-panel-editor.tsx';
import { useMultiPanelData } from './use-multi-panel-data.ts';

export function EditMultiPanelPage() {
  const t = useTranslations('panels.multi');
  const guildId = useGuildId();
  const { multiPanelId } = useParams({ strict: false });
  return (
    <Page
      title={t('edit.title')}
      purpose={t('edit.purpose')}
      width="table"
      action={<BackToPanels guildId={guildId} />}
    >
      <FoundMultiPanel key={multiPanelId} guildId={guildId} multiPanelId={multiPanelId} />
    </Page>
  );
}

function FoundMultiPanel({ guildId, multiPanelId }: { guildId: string; multiPanelId: string | undefined }) {
  const multiPanels = useQuery(multiPanelsQuery(guildId));
  const state = useMultiPanelData(guildId);
  const found = multiPanels.data?.find(({ id }) => String(id) === multiPanelId);
  const multiPanel = useHeld(found);
  // A list from before this visit may be older than it.
  const isGone = !found && multiPanels.data !== undefined && !multiPanels.isFetching;

  if (!multiPanels.data && multiPanels.isError) {
    const message = failureText(multiPanels.error, multiPanelsQuery(guildId).meta);
    return <EditorWaiting state={{ status: 'failed', message, retry: () => void multiPanels.refetch() }} />;
  }
  if (!multiPanel && isGone) return <NotFound guildId={guildId} />;
  if (!multiPanel) return <EditorWaiting state={{ status: 'pending' }} />;
  if (state.status !== 'ready') return <EditorWaiting state={state} />;
  return (
    <MultiPanelEditor
      key={multiPanel.id}
      guildId={guildId}
      data={state.data}
      multiPanel={multiPanel}
      isGone={isGone}
    />
  );
}
