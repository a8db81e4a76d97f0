import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { charactersIn } from '@tickets/contract/embeds/embed-limits';
import type { Panel } from '@tickets/contract/panels/panels';
import { limits } from '@tickets/contract/platform/limits';
import { LayoutPanelTop } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Page } from '../../components/layout/page.tsx';
import { buttonClass } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { panelQuotaQuery, panelsQuery } from '../../lib/api/guild.queries.ts';
import { failureText } from '../../lib/api/query-client.ts';
import { appConfig } from '../../lib/page/config.ts';
import { useGuildId } from '../../lib/page/use-guild.ts';
import { BackToPanels, EditorWaiting } from './editor-frame.tsx';
import { PanelEditor } from './panel-editor.tsx';
import { copiedPanelForm } from './panel-form.ts';
import { type EditorData, useEditorData } from './use-editor-data.ts';

export function CreatePanelPage() {
  const t = useTranslations('panels');
  const guildId = useGuildId();
  return (
    <Page
      title={t('create.title')}
      purpose={t('create.purpose')}
      width="table"
      action={<BackToPanels guildId={guildId} />}
    >
      <NewPanel guildId={guildId} />
    </Page>
  );
}

function NewPanel({ guildId }: { guildId: string }) {
  const { from } = useSearch({ from: '/manage/$guildId/panels/create' });
  const state = useEditorData(guildId);
  const panels = useQuery(panelsQuery(guildId));
  const quota = useQuery(panelQuotaQuery(guildId));
  const askAgain = () => {
    if (state.status === 'failed') state.retry();
    if (quota.isError) void quota.refetch();
  };
  if (state.status === 'failed') return <EditorWaiting state={{ ...state, retry: askAgain }} />;
  if (state.status !== 'ready') return <EditorWaiting state={state} />;
  // The list tells how many there are, and holds the panel that is duplicated.
  if (panels.isPending || quota.isPending) return <EditorWaiting state={{ status: 'pending' }} />;
  if (!quota.data) {
    const message = failureText(quota.error, panelQuotaQuery(guildId).meta);
    return <EditorWaiting state={{ status: 'failed', message, retry: askAgain }} />;
  }
  return (
    <NewPanelForm
      key={`${guildId}-${from}`}
      guildId={guildId}
      data={state.data}
      panels={panels.data ?? []}
      unlimited={quota.data.premium}
      from={from}
    />
  );
}

interface NewPanelFormProps {
  guildId: string;
  data: EditorData;
  panels: readonly Panel[];
  /** There may be more panels than are free. */
  unlimited: boolean;
  /** The panel that is duplicated. */
  from: number | undefined;
}

function NewPanelForm({ guildId, data, panels, unlimited, from }: NewPanelFormProps) {
  const t = useTranslations('panels.create');
  const isFull = !unlimited && panels.length >= limits.free_panels;
  // A form that has been begun stays, even when someone else makes the last panel meanwhile.
  const [wasFull] = useState(isFull);
  if (isFull && wasFull) return <AllPanelsUsed count={panels.length} />;
  const copied = panels.find(({ panel_id }) => panel_id === from);
  return (
    <PanelEditor
      guildId={guildId}
      data={data}
      panel={undefined}
      start={
        copied &&
        copiedPanelForm(
          copied,
          titleOfCopy(copied, (title) => t('copy_of', { title })),
          data,
        )
      }
    />
  );
}

/** As long as it may be, the copy says that it is one. */
function titleOfCopy({ title }: Panel, copyOf: (title: string) => string): string {
  const longer = copyOf(title);
  return charactersIn(longer) <= limits.panel_title ? longer : title;
}

/** Said before anything is filled in for nothing. */
function AllPanelsUsed({ count }: { count: number }) {
  const t = useTranslations('panels');
  return (
    <Card>
      <EmptyState
        icon={<LayoutPanelTop />}
        title={t('create.full', { count, limit: limits.free_panels })}
        action={
          <a
            className={buttonClass({ variant: 'primary' })}
            href={appConfig().premium_url}
            target="_blank"
            rel="noreferrer"
          >
            {t('get_premium')}
          </a>
        }
      >
        {t('create.full_text')}
      </EmptyState>
    </Card>
  );
}
