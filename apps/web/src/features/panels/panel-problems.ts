import { charactersIn, embedLimits } from '@tickets/contract/embed-limits';
import { isPictureUrl } from '@tickets/contract/embed-rules';
import type { FieldProblem } from '@tickets/contract/errors';
import { limits } from '@tickets/contract/limits';
import { namingProblems, namingProblemText } from '@tickets/contract/naming';
import type { useTranslations } from 'use-intl';
import { embedProblems } from '../../components/editors/embed-form.ts';
import type { PanelForm } from './panel-form.ts';

export const panelSections = ['ticket', 'message', 'welcome', 'access'] as const;
export type PanelSection = (typeof panelSections)[number];

/** What would be refused, told before it is sent. */
export function panelProblems(
  { ticket, message, welcome }: PanelForm,
  t: ReturnType<typeof useTranslations<'panels'>>,
): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const say = (path: string, text: string) => problems.push({ path, message: text });
  const [scheme] = namingProblems(ticket.naming_scheme ?? '');
  if (scheme) say('naming_scheme', namingProblemText(scheme));
  for (const [path, limit] of [
    ['title', limits.panel_title],
    ['content', limits.panel_content],
    ['button_label', limits.button_label],
  ] as const) {
    const length = charactersIn(message[path]);
    if (length > limit) say(path, t('problem.too_long', { limit, length }));
  }
  if (message.channel_id === null) say('channel_id', t('problem.channel'));
  if (message.use_custom_emoji && !message.custom_emoji) say('emote', t('problem.emoji'));
  for (const path of ['image_url', 'thumbnail_url'] as const) {
    const url = message[path].trim();
    if (url && !isPictureUrl(url)) say(path, t('problem.url', { limit: embedLimits.url }));
  }
  if (!welcome.use_server_welcome) problems.push(...embedProblems(welcome.embed, 'welcome_message'));
  return problems;
}

/** The field of the form that a key of the body belongs to. */
export function fieldOfPath(path: string): string {
  const [first = ''] = path.split('.');
  if (first === 'default_team') return 'teams';
  if (first === 'use_server_default_naming_scheme') return 'naming_scheme';
  return first === 'welcome_message' || first === 'access_control_list' ? path : first;
}

const ticketFields = new Set([
  'mentions',
  'teams',
  'delete_mentions',
  'category_id',
  'form_id',
  'naming_scheme',
  'exit_survey_form_id',
  'pending_category',
]);

/** The section in which a problem is shown. */
export function sectionOf(path: string): PanelSection {
  if (path.startsWith('welcome_message')) return 'welcome';
  if (path.startsWith('access_control_list')) return 'access';
  return ticketFields.has(path) ? 'ticket' : 'message';
}
