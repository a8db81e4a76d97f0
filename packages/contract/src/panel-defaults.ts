/** What a panel says where its maker says nothing. Without schemas, so that a screen can show it cheaply. */
export const panelDefaults = {
  title: 'Open a ticket!',
  content: 'By clicking the button, a ticket will be opened for you.',
  colour: 3066993,
  button_style: 1,
  emote: '📩',
} as const;
