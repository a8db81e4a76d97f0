import type { MultiPanel } from '@tickets/contract/panels/multi-panels';
import type { Panel } from '@tickets/contract/panels/panels';
import { useFormatter, useTranslations } from 'use-intl';

/** The question before a panel is deleted, with the multi-panels that lose its button, and who can read its tickets from then on. */
export function useDeletionWarning(multiPanels: readonly MultiPanel[] = []): (panel: Panel) => string {
  const t = useTranslations('panels');
  const { list } = useFormatter();
  return ({ panel_id, title, default_team }) => {
    const sentences = [t('confirm.message', { title })];
    if (!default_team) sentences.push(t('confirm.to_default_team'));
    const holding = multiPanels.filter(({ panels }) => panels.includes(panel_id));
    const titles = list(holding.map(({ embed }) => `“${embed.title || t('multi.default_title')}”`));
    if (holding.length) sentences.push(t('confirm.in_multi_panels', { count: holding.length, titles }));
    return sentences.join(' ');
  };
}
