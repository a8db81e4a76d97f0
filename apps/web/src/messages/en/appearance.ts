export const appearance = {
  title: 'Appearance',
  purpose: 'How the messages of the bot look in this server.',
  whitelabel: {
    title: 'Looking for whitelabel?',
    text: 'Name and picture of the bot are yours to choose when you run it under a bot account of your own.',
    link: 'Go to whitelabel',
  },
  saved: 'Your colour scheme has been saved',
};
