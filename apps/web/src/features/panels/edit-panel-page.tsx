import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Page } from '../../components/layout/page.tsx';
import { panelsQuery } from '../../lib/api/guild.queries.ts';
import { failureText } from '../../lib/api/query-client.ts';
import { useGuildId } from '../../lib/page/use-guild.ts';
import { useHeld } from '../../lib/page/use-held.ts';
import { BackToPanels, EditorWaiting, NotFound } from './editor-frame.tsx';
import { PanelEditor } from './panel-editor.tsx';
import { PremiumBanner } from './premium-banner.tsx';
import { useEditorData } from './use-editor-data.ts';

export function EditPanelPage() {
  const t = useTranslations('panels.change');
  const guildId = useGuildId();
  const { panelId } = useParams({ strict: false });
  return (
    <Page title={t('title')} purpose={t('purpose')} width="table" action={<BackToPanels guildId={guildId} />}>
      <FoundPanel key={panelId} guildId={guildId} panelId={panelId} />
    </Page>
  );
}

function FoundPanel({ guildId, panelId }: { guildId: string; panelId: string | undefined }) {
  const t = useTranslations('panels');
  const panels = useQuery(panelsQuery(guildId));
  const state = useEditorData(guildId);
  const found = panels.data?.find(({ panel_id }) => String(panel_id) === panelId);
  const panel = useHeld(found);
  // A list from before this visit may be older than it.
  const isGone = !found && panels.data !== undefined && !panels.isFetching;

  if (!panels.data && panels.isError) {
    const message = failureText(panels.error, panelsQuery(guildId).meta);
    return <EditorWaiting state={{ status: 'failed', message, retry: () => void panels.refetch() }} />;
  }
  if (!panel && isGone) return <NotFound guildId={guildId} />;
  if (!panel) return <EditorWaiting state={{ status: 'pending' }} />;
  if (panel.force_disabled) return <PremiumBanner tone="warning">{t('change.locked')}</PremiumBanner>;
  if (state.status !== 'ready') return <EditorWaiting state={state} />;
  return (
    <PanelEditor key={panel.panel_id} guildId={guildId} data={state.data} panel={panel} isGone={isGone} />
  );
}
