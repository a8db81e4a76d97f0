export const whitelabel = {
  title: 'Whitelabel',
  purpose: 'Run the bot under your own name: with the name, picture and status of a bot account of yours.',
  leaving: 'Whitelabel needs premium. Taking you to the page about it…',
  leave: 'About premium',
  token: {
    card: 'Bot Token',
    label: 'Token',
    note: 'You cannot view the token here after you have submitted it.',
    submit: 'Submit',
    started: 'Started Tickets whitelabel on {name}',
    portal: 'developer portal of Discord (opens in a new window)',
    steps: {
      title: 'How to get one',
      application:
        'Open the <portal>developer portal</portal>, press “New Application”, and give it the name and the picture that your members are to see.',
      reset: 'On its page “Bot” press “Reset Token”, and copy what is shown.',
      paste: 'Paste it here. The intents that it needs are switched on by us.',
    },
    simulated:
      'This Discord is simulated. <portal>Its developer portal</portal> has an application with a token to try.',
    after: {
      title: 'What happens then',
      serves:
        'In every server that you administer and add your bot to, it answers in place of the bot that everybody shares. All that is set up there stays.',
      panels:
        'A bot cannot change what another has written, so your bot posts the panels there again and takes the old ones away.',
      tickets:
        'Add it while the shared bot is still there: that one lets it into the open tickets and into the channels that your setup names. You can remove the shared bot after that.',
      back: 'When you disable it, the shared bot takes all of it back where it is still in the server.',
    },
  },
  bot: {
    card: 'Manage Bot',
    id: 'Bot id',
    lasting: '{state} for <when></when>',
    state: {
      connecting: 'Connecting',
      ready: 'Online',
      reconnecting: 'Reconnecting',
      token_refused: 'Token refused',
      intents_refused: 'Intents refused',
      token_lost: 'Token lost',
    },
    trouble: {
      token_refused: 'Discord does not accept the token any more, so your bot is offline.',
      token_refused_text:
        'Press “Reset Token” on the page “Bot” of its application, and enter the new token here.',
      intents_refused: 'Discord does not let your bot in, because it lacks intents.',
      intents_refused_text:
        'Turn on “Server Members Intent” and “Message Content Intent” on the page “Bot” of its application. It connects by itself then.',
      token_lost:
        'The token of your bot is lost with the key that it was sealed with, so your bot is offline.',
      token_lost_text: 'Press “New Token” and enter the token again.',
      portal: 'Open the page',
    },
    servers: {
      title: 'Servers',
      list: 'Servers that your bot is in',
      none: 'It is in no server yet. Generate an invite link, and add it to a server of yours.',
      answered_by: {
        this: 'Answers here',
        shared: 'The shared bot answers here',
        other: 'The bot of another user answers here',
        none: 'No bot answers here',
      },
      not_trusted:
        'Your bot does nothing here, because you do not administer this server. Its token would let you read every ticket. Ask an administrator to add you with /addadmin, or under Staff Teams.',
      shared:
        'The shared bot is here too. None of the panels is a message of it any more, so you can remove it.',
      panels_wait:
        'The shared bot is here too. {count, plural, one {1 panel is still a message} other {{count, number} panels are still messages}} of another bot, so do not remove it yet.',
    },
    invite: 'Generate Invite Link',
    invite_label: 'Invite link',
    invite_hint: 'Whoever opens it can add your bot to a server that they manage.',
    invite_copy: 'Copy',
    invite_copied: 'Link copied',
    invite_open: 'Open',
    commands: 'Re-create Slash Commands',
    commands_done:
      'Slash commands have been created. Please note, they may take a few minutes before they are visible.',
    commands_timeout:
      'Discord did not answer within 20 seconds. The commands may be there all the same: look in a minute, and try again if they are not.',
    disable: 'Disable Whitelabel',
    disable_title: 'Disable Whitelabel?',
    disable_text:
      '{name} goes offline and leaves its servers to the bot that everybody shares. In a server that the shared bot has left, nobody answers until you add the shared bot again.',
    disabled: 'Whitelabel has been disabled',
    new_token: 'New Token',
    new_token_title: 'A new token for {name}',
    new_token_text:
      'Enter the token of the same bot after you have reset it: the bot goes on without a gap, and its status and servers stay. The token of another bot replaces this one.',
  },
  status: {
    card: 'Custom Status',
    description: 'What Discord shows below the name of your bot.',
    type: 'Status Type',
    text: 'Status Text',
    submit: 'Submit',
    clear: 'Clear Status',
    updated: 'Updated status successfully',
    deleted: 'Deleted status successfully',
    preview: 'How members see it',
    shown: {
      '0': 'Playing {text}',
      '2': 'Listening to {text}',
      '3': 'Watching {text}',
      '4': '{text}',
      '5': 'Competing in {text}',
    },
    usual: '/help',
    usual_hint:
      'Without a status it shows “Listening to /help”. Discord shows the first 128 characters of one.',
    playing_hint: 'To go back to “Listening to /help”, choose another type, then press “Clear Status”.',
    length: 'Enter a status of 1 to {limit, number} characters.',
  },
  errors: {
    card: 'Error Log',
    description: 'What went wrong with your bot, the newest first, and what to do about it.',
    list: 'Errors',
    error: 'Error',
    time: 'Time',
    empty: 'Nothing has gone wrong',
    empty_text: 'When Discord refuses your bot, the reason and the remedy stand here.',
  },
};
