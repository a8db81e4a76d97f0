export const premium = {
  title: 'Choose Premium Servers',
  purpose: 'A subscription for some servers gives premium to those that are turned on here.',
  card: 'Servers',
  counted: '{chosen, number} of {permitted, number} chosen',
  until: 'Until {time}, your time.',
  full: 'That is all that your subscription covers. Turn a server off to choose another.',
  list: 'Servers that you administer',
  none: 'You administer no servers with the bot. Invite it to one, then refresh the list on the page Servers.',
  unknown: 'Unknown Server {id}',
  save: 'Save',
  saved: 'Your premium servers have been saved',
  others_only:
    'This feature is only available to users with a server-specific premium subscription via Patreon.',
  about: 'About premium',
  failed: {
    load: 'Failed to load entitlements: {error}',
    save: 'Failed to save servers: {error}',
    guilds: 'Failed to load guilds from local storage.',
    reload: 'Load the list again',
  },
};
