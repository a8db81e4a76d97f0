import type { Panel } from '@tickets/contract/panels/panels';
import { useFormatter, useTranslations } from 'use-intl';

/** Panels that ask the questions of a form, when a ticket opens or after it is closed. */
export function panelsOfForm(panels: readonly Panel[], form_id: number): Panel[] {
  return panels.filter((panel) => panel.form_id === form_id || panel.exit_survey_form_id === form_id);
}

/** A sentence holds this many titles, and counts the rest. */
const NAMED = 5;

export function usePanelNames() {
  const t = useTranslations('forms.delete');
  const format = useFormatter();
  return (panels: readonly Panel[]) => {
    const named = panels.length > NAMED ? panels.slice(0, NAMED - 1) : panels;
    const others = panels.length - named.length;
    const titles = named.map(({ title }) => title);
    return format.list(others ? [...titles, t('more', { count: others })] : titles, { type: 'conjunction' });
  };
}
