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
};
