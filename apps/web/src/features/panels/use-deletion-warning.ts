import type { MultiPanel } from '@tickets/contract/panels/multi-panels';
import type { Panel } from '@tickets/contract/panels/panels';
import { useFormatter, useTranslations } from 'use-intl';

/** The question before a panel is deleted, with the multi-panels that lose its button. */
export function useDeletionWarning(multiPanels: readonly MultiPanel[] = []): (panel: Panel) => string {
  const t = useTranslations('panels');
  const { list } = useFormatter();
  return ({ panel_id, title }) => {
    const question = t('confirm.message', { title });
    const holding = multiPanels.filter(({ panels }) => panels.includes(panel_id));
    if (!holding.length) return question;
    const titles = list(holding.map(({ embed }) => `“${embed.title || t('multi.default_title')}”`));
    return `${question} ${t('confirm.in_multi_panels', { count: holding.length, titles })}`;
  };
}
