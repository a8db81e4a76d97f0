import { useTranslations } from 'use-intl';
import { Page } from '../../components/layout/page.tsx';
import { useGuildId } from '../../lib/use-guild.ts';
import { MultiPanelsCard } from './multi-panels-card.tsx';
import { PanelsCard } from './panels-card.tsx';
import { usePanelFlags } from './use-panel-flags.ts';

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
