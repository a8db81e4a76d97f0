import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Page } from '../../components/layout/page.tsx';
import { panelsQuery } from '../../lib/api/guild.queries.ts';
import { errorText } from '../../lib/api/query-client.ts';
import { useGuildId } from '../../lib/page/use-guild.ts';
import { BackToPanels, EditorWaiting } from './editor-frame.tsx';
import { PanelEditor } from './panel-editor.tsx';
import { PremiumBanner } from './premium-banner.tsx';
import { useEditorData } from './use-editor-data.ts';

export function EditPanelPage() {
  const t = useTranslations('panels.change');
  const guildId = useGuildId();
  return (
    <Page title={t('title')} purpose={t('purpose')} width="table" action={<BackToPanels guildId={guildId} />}>
      <FoundPanel guildId={guildId} />
    </Page>
  );
}

function FoundPanel({ guildId }: { guildId: string }) {
  const t = useTranslations('panels');
  const { panelId } = useParams({ strict: false });
  const panels = useQuery(panelsQuery(guildId));
  const state = useEditorData(guildId);
  const panel = panels.data?.find(({ panel_id }) => String(panel_id) === panelId);

  if (!panels.data && panels.isError) {
    const message = errorText(panels.error, panelsQuery(guildId).meta);
    return <EditorWaiting state={{ status: 'failed', message, retry: () => void panels.refetch() }} />;
  }
  // A list from before this visit may be older than the panel.
  if (!panel && panels.data && !panels.isFetching)
    return <Navigate to="/manage/$guildId/panels" params={{ guildId }} search={{ notfound: true }} replace />;
  if (!panel) return <EditorWaiting state={{ status: 'pending' }} />;
  if (panel.force_disabled) return <PremiumBanner tone="warning">{t('change.locked')}</PremiumBanner>;
  if (state.status !== 'ready') return <EditorWaiting state={state} />;
  return <PanelEditor key={panel.panel_id} guildId={guildId} data={state.data} panel={panel} />;
}
