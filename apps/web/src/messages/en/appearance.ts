export const appearance = {
  title: 'Appearance',
  purpose: 'How the messages of the bot look in this server.',
  saved: 'Your colour scheme has been saved',
};
