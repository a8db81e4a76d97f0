import { defaultEmbedColour, emptyEmbed } from '../embeds/embed-limits.ts';

/**
 * Every field of a panel that its maker decides about, with what it is where they say nothing. Without schemas, so that
 * a screen can show it cheaply; they stand beside these names in `panels.ts`.
 */
export const panelDefaults = {
  title: 'Open a ticket!',
  content: 'By clicking the button, a ticket will be opened for you.',
  colour: defaultEmbedColour,
  /** No channel has this id: a panel cannot be made without one. */
  channel_id: '0',
  category_id: null,
  /** None. */
  emote: '',
  button_style: 1,
  /** An emoji is enough for a button; one without either says the title. */
  button_label: '',
  image_url: null,
  thumbnail_url: null,
  disabled: false,
  form_id: null,
  exit_survey_form_id: null,
  pending_category: null,
  naming_scheme: null,
  mentions: [],
  delete_mentions: false,
  default_team: true,
  teams: [],
  welcome_message: null,
  /** Without a rule everyone may. */
  access_control_list: [],
};
export type PanelField = keyof typeof panelDefaults;

/** Where the editor of a new panel proposes more than the defaults. */
export const panelProposal = {
  emote: '📩',
  button_label: 'Open a ticket',
  /** The description of the embed that the panel welcomes with. */
  welcome: 'Thank you for contacting support. Please describe your issue and wait for a response.',
} as const;

/** As `panelDefaults`, of a multi-panel. */
export const multiPanelDefaults = {
  channel_id: panelDefaults.channel_id,
  /** It cannot be made without any. */
  panels: [],
  select_menu: false,
  /** The menu then says `menuPlaceholder`. */
  select_menu_placeholder: null,
  embed: { ...emptyEmbed, title: 'Open a ticket!' },
};

export const menuPlaceholder = 'Select a topic...';

export const multiPanelLimits = { min: 2, max: 15, placeholder: 150 } as const;
