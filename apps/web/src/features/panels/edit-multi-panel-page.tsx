import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Page } from '../../components/layout/page.tsx';
import { multiPanelsQuery } from '../../lib/api/guild.queries.ts';
import { errorText } from '../../lib/api/query-client.ts';
import { useGuildId } from '../../lib/page/use-guild.ts';
import { BackToPanels, EditorWaiting } from './editor-frame.tsx';
import { MultiPanelEditor } from './multi-panel-editor.tsx';
import { useMultiPanelData } from './use-multi-panel-data.ts';

export function EditMultiPanelPage() {
  const t = useTranslations('panels.multi');
  const guildId = useGuildId();
  return (
    <Page
      title={t('edit_title')}
      purpose={t('edit_purpose')}
      width="table"
      action={<BackToPanels guildId={guildId} />}
    >
      <FoundMultiPanel guildId={guildId} />
    </Page>
  );
}

function FoundMultiPanel({ guildId }: { guildId: string }) {
  const { multiPanelId } = useParams({ strict: false });
  const multiPanels = useQuery(multiPanelsQuery(guildId));
  const state = useMultiPanelData(guildId);
  const multiPanel = multiPanels.data?.find(({ id }) => String(id) === multiPanelId);

  if (!multiPanels.data && multiPanels.isError) {
    const message = errorText(multiPanels.error, multiPanelsQuery(guildId).meta);
    return <EditorWaiting state={{ status: 'failed', message, retry: () => void multiPanels.refetch() }} />;
  }
  // A list from before this visit may be older than the multi-panel.
  if (!multiPanel && multiPanels.data && !multiPanels.isFetching)
    return <Navigate to="/manage/$guildId/panels" params={{ guildId }} search={{ notfound: true }} replace />;
  if (!multiPanel) return <EditorWaiting state={{ status: 'pending' }} />;
  if (state.status !== 'ready') return <EditorWaiting state={state} />;
  return <MultiPanelEditor key={multiPanel.id} guildId={guildId} data={state.data} multiPanel={multiPanel} />;
}
