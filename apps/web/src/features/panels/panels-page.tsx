import { useTranslations } from 'use-intl';
import { Page } from '../../components/layout/page.tsx';
import { useGuildId } from '../../lib/page/use-guild.ts';
import type { Queries } from '../../routes/screens.ts';
import { firstStepsQuery } from './first-steps.queries.ts';
import { FirstSteps } from './first-steps.tsx';
import { MultiPanelsCard } from './multi-panels-card.tsx';
import { PanelsCard } from './panels-card.tsx';
import { usePanelFlags } from './use-panel-flags.ts';

export const queries: Queries = { 'setup.first_steps': ({ guildId }) => firstStepsQuery(guildId) };

export function PanelsPage() {
  const t = useTranslations('panels');
  const guildId = useGuildId();
  usePanelFlags();
  return (
    <Page title={t('title')} purpose={t('purpose')} width="table">
      <FirstSteps key={`steps-${guildId}`} guildId={guildId} />
      <PanelsCard key={`panels-${guildId}`} guildId={guildId} />
      <MultiPanelsCard key={`multi-${guildId}`} guildId={guildId} />
    </Page>
  );
}
