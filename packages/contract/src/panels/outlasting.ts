import type { PanelField } from './panel-defaults.ts';

/**
 * By which fields of a panel someone would keep access, or go on learning things, after the override that lets them in: a change of one is
 * refused to those whom an override alone lets in. Every one is judged, so that a new one is, too. A category is none of
 * these, because the channel of a ticket does not take its permissions.
 */
export const outlastingOfPanel = {
  title: false,
  content: false,
  colour: false,
  // In thread mode alone, where the threads of its tickets are in this channel.
  channel_id: true,
  category_id: false,
  emote: false,
  button_style: false,
  button_label: false,
  image_url: false,
  thumbnail_url: false,
  disabled: false,
  form_id: false,
  exit_survey_form_id: false,
  pending_category: false,
  naming_scheme: false,
  // Discord adds to a private thread whom a message in it mentions.
  mentions: true,
  delete_mentions: false,
  default_team: true,
  teams: true,
  welcome_message: false,
  access_control_list: true,
} as const satisfies Record<PanelField, boolean>;
