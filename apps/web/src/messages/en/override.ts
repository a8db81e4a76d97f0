export const override = {
  title: 'Staff Override',
  purpose: 'Lets the Tickets support team look after something in this server for you.',
  card: 'Staff Override',
  what: 'Our support team can be granted temporary access to the dashboard of this server. Until it ends, they see everything here that an administrator sees, and change settings, panels, tickets and transcripts. A single transcript that they read they can also save as a file. What would outlast it they cannot do: add staff, webhooks or integrations, share transcripts, download many of them in one file, export or import, or change who sees tickets and where tickets are reported.',
  revocable: 'Access ends by itself after the time that you choose, and it can be revoked at any time.',
  granted: 'The Tickets team has access',
  until: 'Until {time}, your time.',
  nobody: 'Nobody of the Tickets team has access now.',
  not_by_bot_staff:
    'You are here because this server lets the Tickets team in. Only an administrator of the server can grant or prolong that access.',
  log: {
    title: 'What the Tickets team did here',
    description:
      'Everything that they changed while they were let in. Replies and closings stand in the tickets themselves.',
    all: 'All {count, number} in the audit log',
    none: 'They have changed nothing yet.',
  },
  grant: 'Grant Access',
  revoke: 'Revoke Access',
  form: {
    title: 'Grant Permissions To Tickets Team',
    message: 'They have access from now on, for as long as you say.',
    again: 'They have access already. From now on they have it for as long as you say here.',
    duration: 'Duration',
    confirm: 'Confirm',
    hours: { '1': '1 hour', '6': '6 hours', '24': '1 day', '72': '3 days' },
  },
  toast: {
    granted: 'Staff access override has been granted',
    revoked: 'Staff access override has been revoked',
  },
};
