export const premium = {
  title: 'Choose Premium Servers',
  purpose: 'Which of your servers have premium by your subscription.',
  card: 'Your Servers',
  chosen:
    '{chosen, number} of {permitted, plural, one {1 server} other {{permitted, number} servers}} chosen.',
  ends: 'Your subscription ends on {time}.',
  ended: 'Your subscription ended on {time}. Your servers keep premium for one more hour.',
  full: 'To choose another one, turn off one that is chosen.',
  unknown: 'Unknown Server {id}',
  unknown_hint: 'You or the bot may have left it.',
  not_administrator:
    'You are no administrator of it any more. Once turned off and saved, it cannot be chosen again.',
  none: 'No server to choose',
  none_text: 'You can choose servers that you administer and that the bot is in.',
  saved: 'Your servers have been saved',
  only_subscribers:
    'This feature is only available to users with a server-specific premium subscription via Patreon.',
  failed: {
    load: 'Failed to load entitlements: {error}',
    storage: 'Failed to load guilds from local storage.',
    save: 'Failed to save servers: {error}',
  },
  reload: 'Load My Servers',
};
