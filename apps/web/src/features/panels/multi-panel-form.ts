import { charactersIn } from '@tickets/contract/embeds/embed-limits';
import type { MultiPanelFields } from '@tickets/contract/panels/multi-panels';
import { multiPanelDefaults, multiPanelLimits } from '@tickets/contract/panels/panel-defaults';
import type { Panel } from '@tickets/contract/panels/panels';
import type { FieldProblem } from '@tickets/contract/platform/errors';
import type { RouteInput } from '@tickets/contract/routes';
import type { useTranslations } from 'use-intl';
import { type EmbedForm, embedFormOf, embedPayload } from '../../components/editors/embed-form.ts';
import { embedProblems } from '../../components/editors/embed-problems.ts';

/** A multi-panel as the form holds it. */
export interface MultiPanelForm {
  channel_id: string | null;
  /** Ids of its panels, in their order. */
  panels: number[];
  select_menu: boolean;
  select_menu_placeholder: string;
  embed: EmbedForm;
}

export function multiPanelFormOf(multiPanel: MultiPanelFields): MultiPanelForm {
  return {
    channel_id: multiPanel.channel_id,
    panels: multiPanel.panels,
    select_menu: multiPanel.select_menu,
    select_menu_placeholder: multiPanel.select_menu_placeholder ?? '',
    embed: embedFormOf(multiPanel.embed),
  };
}

export const newMultiPanelForm: MultiPanelForm = {
  ...multiPanelFormOf(multiPanelDefaults),
  channel_id: null,
};

export function multiPanelPayload(form: MultiPanelForm): Required<RouteInput<'multi_panels.create'>['body']> {
  return {
    channel_id: form.channel_id,
    panels: form.panels,
    select_menu: form.select_menu,
    select_menu_placeholder: form.select_menu_placeholder.trim() || null,
    embed: embedPayload(form.embed),
  };
}

/** A menu names each panel by the text of its button; a button can do with an emoji. */
export const lacksLabel = (panel: Pick<Panel, 'button_label'>) => !panel.button_label.trim();

/** What would be refused, told before it is sent. */
export function multiPanelProblems(
  form: MultiPanelForm,
  panels: readonly Panel[],
  t: ReturnType<typeof useTranslations<'panels'>>,
): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const say = (path: string, message: string) => problems.push({ path, message });
  if (form.channel_id === null) say('channel_id', t('problem.channel'));
  const unlabelled = form.select_menu
    ? panels.find((panel) => form.panels.includes(panel.panel_id) && lacksLabel(panel))
    : undefined;
  if (form.panels.length < multiPanelLimits.min)
    say('panels', t('multi.problem.too_few', { min: multiPanelLimits.min }));
  else if (unlabelled) say('panels', t('multi.problem.no_label', { title: unlabelled.title }));
  if (charactersIn(form.select_menu_placeholder.trim()) > multiPanelLimits.placeholder)
    say('select_menu_placeholder', t('multi.problem.placeholder', { max: multiPanelLimits.placeholder }));
  return [...problems, ...embedProblems(form.embed, 'embed')];
}
