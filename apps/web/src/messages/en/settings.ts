export const settings = {
  title: 'Settings',
  purpose: 'How tickets work in this server. Every panel follows these, unless it says otherwise.',
  card: 'Settings',
  find: 'Find a setting',
  no_match: 'No setting matches “{text}”.',
  clear_filter: 'Show all settings',
  saved: 'Your settings have been saved.',
  no_panels: 'Members cannot open tickets yet, because no panel is posted.',
  first_steps: 'Go to the first steps',
  unknown_channel: 'Unknown channel',
  unknown_category: 'Unknown category',
  none: 'None',
  disabled: 'Disabled',
  uncategorised: 'Uncategorised',
  server_default: 'Server Default',
  preview: 'Preview',
  warning: {
    welcome_message:
      'Your welcome message has not been saved. Welcome messages must be between 1 - 1000 characters in length.',
    ticket_limit: 'Your ticket limit has not been saved. Ticket limits must be in the range 1 - 10.',
    archive_channel: 'Your archive channel has not been saved.',
    category: 'Your channel category has not been saved.',
    naming_scheme: 'Your archive channel has not been saved.',
  },
  sections: {
    general: 'General',
    threads: 'Thread Mode',
    tickets: 'Tickets',
    open_command: '/Open Command',
    context_menu: 'Context Menu (Start Ticket Dropdown)',
    claiming: 'Claiming',
    auto_close: 'Auto Close',
    permissions: 'Ticket Permissions',
    colours: 'Colour Scheme',
  },
  summary: {
    on: 'On',
    off: 'Off',
    claim_hidden: 'Hidden from others',
    claim_read: 'Others may read',
    claim_write: 'Others may read and write',
    permissions: '{count, number} of 3 allowed',
  },
  intro: {
    threads: 'Tickets become private threads instead of channels of their own.',
    threads_link: 'How thread mode works',
    open_command: 'Members can open a ticket anywhere with the /open command, without a panel.',
    context_menu: 'Start a ticket from a message: right-click it, then Apps, then Start Ticket.',
    claiming: 'What the other support staff can do in a ticket that one of them has claimed.',
    auto_close: 'Tickets close automatically when nobody has written in them for a while.',
    permissions: 'What the person who opened a ticket can do in its channel.',
    colours: 'The colours of the bar beside the bot’s messages.',
  },
  fields: {
    ticket_limit: {
      label: 'Per-user simultaneous ticket limit',
      hint: 'How many tickets one member can have open at once: 1 to 10.',
    },
    language: {
      label: 'Language',
      hint: 'The language of the bot’s messages. Server Default uses the language that the server has in Discord.',
    },
    users_can_close: {
      label: 'Users can close their tickets',
      hint: 'The person who opened a ticket can close it. Staff always can.',
    },
    close_confirmation: {
      label: 'Ask before closing',
      hint: 'The Close button asks for confirmation, so that no ticket is closed by accident.',
    },
    feedback_enabled: {
      label: 'Ask for feedback',
      hint: 'After a ticket is closed, the person who opened it is asked for a rating of 1 to 5 stars.',
    },
    anonymise_dashboard_responses: {
      label: 'Anonymise dashboard responses',
      hint: 'Replies from the dashboard appear under the name of the server instead of the person.',
    },
    archive_channel: {
      label: 'Archive channel',
      hint: 'The bot posts a message here about every ticket that is closed.',
    },
    overflow: {
      label: 'Overflow category',
      hint: 'Where tickets go when their category is full (Discord allows 50 channels in a category). With Disabled, new tickets are refused then.',
    },
    store_transcripts: {
      label: 'Store transcripts',
      hint: 'Keeps the messages, so that they can be read after a ticket is closed.',
    },
    hide_claim_button: {
      label: 'Hide the claim button',
      hint: 'New tickets have no Claim button. The /claim command still works.',
    },
    use_threads: {
      label: 'Use threads',
      hint: 'New tickets are opened as private threads of the channel of their panel.',
    },
    ticket_notification_channel: {
      label: 'Ticket notification channel',
      hint: 'Staff are told of new threads here, with a button to join.',
      placeholder: 'Choose a text channel',
    },
    category: {
      label: 'Channel category',
      hint: 'Where ticket channels are created, unless the panel names another category.',
      placeholder: 'Choose a category',
    },
    naming_scheme: { label: 'Naming scheme', hint: 'What ticket channels are called.' },
    welcome_message: {
      label: 'Welcome message',
      hint: 'The first message in a new ticket: 1 to 1000 characters. You can use Markdown and placeholders.',
    },
    disable_open_command: {
      label: 'Disable the open command',
      hint: 'Members can then only open tickets through panels.',
    },
    context_menu_permission_level: {
      label: 'Who may start tickets from messages',
      hint: 'The lowest level that can do this.',
    },
    context_menu_add_sender: {
      label: 'Add the sender of the message',
      hint: 'The person who wrote the message can see the ticket too.',
    },
    context_menu_panel: {
      label: 'Use the settings of a panel',
      hint: 'The ticket gets the welcome message, category and teams of this panel.',
    },
    claim_settings: {
      support_can_view: {
        label: 'Support can view claimed tickets',
        hint: 'If off, only the person who claimed a ticket, its opener and administrators see it.',
      },
      support_can_type: {
        label: 'Support can type in claimed tickets',
        hint: 'Only works together with viewing.',
      },
    },
    auto_close: {
      enabled: { label: 'Close quiet tickets', hint: 'Turns the rules below on.' },
      on_user_leave: {
        label: 'Close when the opener leaves',
        hint: 'A ticket is closed as soon as its opener leaves the server.',
      },
      since_open_with_no_response: {
        label: 'Since open with no response',
        hint: 'Closes a ticket in which nobody has written for this long since it was opened. All zeros: never. At most 60 days.',
      },
      since_last_message: {
        label: 'Since last message',
        hint: 'Closes a ticket this long after the last message in it. All zeros: never. At most 60 days.',
      },
    },
    ticket_permissions: {
      attach_files: { label: 'Attach files', hint: 'Upload pictures and files.' },
      embed_links: { label: 'Embed links', hint: 'Links show a preview of their page.' },
      add_reactions: { label: 'Add reactions', hint: 'React to messages with emojis.' },
    },
    colours: {
      '0': { label: 'Success', hint: 'For welcome messages and everything that succeeded.' },
      '1': { label: 'Failure', hint: 'For errors and everything that was refused.' },
    },
  },
  naming: { id: '#ticket-1', username: '#ticket-username' },
  level: { '0': 'Everyone', '1': 'Support Representative', '2': 'Administrator' },
  auto_close_off: 'Has no effect until “Close quiet tickets” is on.',
  auto_close_off_leaves:
    '“Close quiet tickets” switches everything that closes tickets by itself, this too: turn it on first.',
  auto_close_warning:
    'Before a quiet ticket closes, its opener is warned in it and can keep it open. Tickets that are overdue already when you turn this on are warned first, and close ten minutes later at the earliest.',
  proposed: 'None is set yet: this one is only proposed, and counts once you submit.',
  pick_colour: 'Pick a colour: {name}',
  threads_off: 'Has no effect until thread mode is on.',
  get_premium: 'Get premium',
  premium_durations:
    'Closing after a time is part of premium; what is set here is kept, and counts while the server has it. Closing when the opener leaves is free.',
  premium_colours:
    'Custom colours are part of premium; what is set here is kept, and shows while the server has it.',
  sample: {
    subject: 'No subject given',
    close: 'Close',
    close_with_reason: 'Close With Reason',
    claim: 'Claim',
    success_title: 'Ticket',
    success: 'Opened a new ticket: #ticket-1',
    failure_title: 'Error',
    failure:
      'You are only able to open {limit, plural, one {1 ticket} other {{limit, number} tickets}} at once.',
    empty: 'The welcome message is empty.',
    member: 'Member',
  },
};
