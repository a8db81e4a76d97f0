import { charactersIn, embedLimits } from '@tickets/contract/embeds/embed-limits';
import { isPictureUrl } from '@tickets/contract/embeds/embed-rules';
import type { PanelField } from '@tickets/contract/panels/panel-defaults';
import type { FieldProblem } from '@tickets/contract/platform/errors';
import { namesOf } from '@tickets/contract/platform/fields';
import { limits } from '@tickets/contract/platform/limits';
import { isOneEmoji } from '@tickets/discord-ui/emoji/split-emojis';
import type { useTranslations } from 'use-intl';
import { embedProblems } from '../../components/editors/embed-problems.ts';
import { namingError } from '../../components/editors/naming-sample.ts';
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
  const scheme = ticket.naming_scheme === null ? undefined : namingError(ticket.naming_scheme);
  if (scheme) say('naming_scheme', scheme);
  for (const [path, limit] of [
    ['title', limits.panel_title],
    ['content', limits.panel_content],
    ['button_label', limits.button_label],
  ] as const) {
    const length = charactersIn(message[path]);
    if (length > limit) say(path, t('problem.too_long', { limit, length }));
  }
  if (message.channel_id === null) say('channel_id', t('problem.channel'));
  if (message.use_custom_emoji ? !message.custom_emoji : !isStandardEmoji(message.emoji.trim()))
    say('emote', t(message.use_custom_emoji ? 'problem.emoji' : 'problem.standard_emoji'));
  for (const path of ['image_url', 'thumbnail_url'] as const) {
    const url = message[path].trim();
    if (url && !isPictureUrl(url)) say(path, t('problem.url', { limit: embedLimits.url }));
  }
  if (!welcome.use_server_welcome) problems.push(...embedProblems(welcome.embed, 'welcome_message'));
  return problems;
}

/** None, one, or the name of one between colons, in whose place the server puts it. */
const isStandardEmoji = (text: string) => !text || isOneEmoji(text) || /^:[^:\s]+:$/.test(text);

/** The field of the form that a key of the body belongs to. */
export function fieldOfPath(path: string): string {
  const [first = ''] = path.split('.');
  if (first === 'default_team') return 'teams';
  if (first === 'use_server_default_naming_scheme') return 'naming_scheme';
  return first === 'welcome_message' || first === 'access_control_list' ? path : first;
}

/** Where each field of a panel stands. */
const sections: Record<PanelField, PanelSection> = {
  mentions: 'ticket',
  delete_mentions: 'ticket',
  default_team: 'ticket',
  teams: 'ticket',
  category_id: 'ticket',
  form_id: 'ticket',
  naming_scheme: 'ticket',
  exit_survey_form_id: 'ticket',
  pending_category: 'ticket',
  channel_id: 'message',
  title: 'message',
  content: 'message',
  colour: 'message',
  button_label: 'message',
  button_style: 'message',
  emote: 'message',
  image_url: 'message',
  thumbnail_url: 'message',
  disabled: 'message',
  welcome_message: 'welcome',
  access_control_list: 'access',
};

/** The section in which a problem is shown. */
export function sectionOf(path: string): PanelSection {
  const field = namesOf(sections).find((name) => path === name || path.startsWith(`${name}.`));
  return field ? sections[field] : 'message';
}
