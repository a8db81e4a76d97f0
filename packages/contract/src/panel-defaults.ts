import { defaultEmbedColour } from './embed-limits.ts';

/** What a panel says where its maker says nothing. Without schemas, so that a screen can show it cheaply. */
export const panelDefaults = {
  title: 'Open a ticket!',
  content: 'By clicking the button, a ticket will be opened for you.',
  colour: defaultEmbedColour,
  button_style: 1,
  emote: '📩',
  /** What the button of a new panel says in the editor; a request without a text gets none. */
  button_label: 'Open a ticket',
  /** The description of the embed that a new panel welcomes with. */
  welcome: 'Thank you for contacting support. Please describe your issue and wait for a response.',
} as const;

export const multiPanelDefaults = {
  title: 'Open a ticket!',
  placeholder: 'Select a topic...',
} as const;

export const multiPanelLimits = { min: 2, max: 15, placeholder: 150 } as const;
