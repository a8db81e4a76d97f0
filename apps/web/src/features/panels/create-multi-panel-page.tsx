import { Link } from '@tanstack/react-router';
import { multiPanelLimits } from '@tickets/contract/panels/panel-defaults';
import { LayoutGrid } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Page } from '../../components/layout/page.tsx';
import { buttonClass } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { useGuildId } from '../../lib/page/use-guild.ts';
import { BackToPanels, EditorWaiting } from './editor-frame.tsx';
import { MultiPanelEditor } from './multi-panel-editor.tsx';
import { useMultiPanelData } from './use-multi-panel-data.ts';

export function CreateMultiPanelPage() {
  const t = useTranslations('panels.multi');
  const guildId = useGuildId();
  const state = useMultiPanelData(guildId);
  return (
    <Page
      title={t('create.title')}
      purpose={t('create.purpose')}
      width="table"
      action={<BackToPanels guildId={guildId} />}
    >
      {state.status !== 'ready' ? (
        <EditorWaiting state={state} />
      ) : (
        <>
          {state.data.panels.length < multiPanelLimits.min ? <NeedsPanels guildId={guildId} /> : null}
          <MultiPanelEditor key={guildId} guildId={guildId} data={state.data} multiPanel={undefined} />
        </>
      )}
    </Page>
  );
}

function NeedsPanels({ guildId }: { guildId: string }) {
  const t = useTranslations('panels');
  return (
    <Card>
      <EmptyState
        icon={<LayoutGrid />}
        title={t('multi.needs_panels.title')}
        action={
          <Link
            to="/manage/$guildId/panels/create"
            params={{ guildId }}
            className={buttonClass({ variant: 'secondary' })}
          >
            {t('new_panel')}
          </Link>
        }
      >
        {t('multi.needs_panels.text')}
      </EmptyState>
    </Card>
  );
}
