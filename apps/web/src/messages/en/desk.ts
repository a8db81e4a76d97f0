export const desk = {
  alerts: {
    button: 'Alerts',
    title: 'When a ticket waits for you',
    purpose:
      'For tickets that you have claimed and for those that nobody has. They come from one window only.',
    sound: 'Play a quiet sound',
    notification: 'Show a notification',
    blocked:
      'Your browser blocks notifications from this page. Allow them in its settings for this page first.',
    unsupported: 'This browser shows no notifications here.',
  },
  notification: {
    title: '{user} waits for an answer',
    several: '{count, number} tickets wait for an answer',
    unknown: 'Somebody',
    nothing_said: 'A new ticket: {panel}',
    body: '{panel}: {text}',
    unknown_panel: 'Unknown Panel',
  },
};
