import { buildTicket } from '../data/factories.ts';
import { claiming, claimsInThreads, unclaiming } from './claim.rows.ts';
import type { Scene } from './scene.ts';
import {
  asGuest,
  asThread,
  claimedBy,
  inThread,
  noPermission,
  notClosers,
  notMembers,
  ofAnotherTeam,
  onlyToRead,
  otherTeam,
  withGuest,
} from './situations.ts';
import { answerTo, discordIsDown, type Row, slash } from './table.ts';

const other = (s: Scene) => ({ user_or_role: s.w.other.id });
const about = (s: Scene) => String(s.ticket.ticket_id);

const noEveryone = 'You cannot add or remove @everyone. Choose a member or another role.';
const threeTimes = {
  before: (s: Scene) => {
    const now = new Date();
    return s.change({ renamed_at: [now, now] });
  },
  says: /^A ticket can be renamed twice in ten minutes\. Try again <t:\d+:R>\.$/,
};
/** Somebody else opened ten tickets just now. */
const busy = async ({ w }: Scene) => {
  const { guild_id } = w;
  for (let n = 0; n < 10; n += 1) await buildTicket(w.ctx, { guild_id, status: 'closed' });
};

const opening = (command: 'open' | 'new'): Row => ({
  ...slash(command, () => ({ subject: 'Cold bread' })),
  level: 'everyone',
  where: 'server',
  options: ['subject: text of at most 256'],
  says: 'Opened a new ticket: <#',
  seenBy: 'oneself',
  refuses: {
    'where it is turned off': {
      before: ({ w }) => w.settings({ disable_open_command: true }),
      says: `The /${command} command is disabled in this server. Press the button of a ticket panel instead.`,
    },
    'more tickets than one may have': {
      async before(s) {
        await s.openTicket();
        await s.w.settings({ ticket_limit: 1 });
      },
      says: 'You are only able to open 1 ticket at once. Close yours to open another.',
    },
    'more tickets at once than a server may have': {
      before: busy,
      says: /^Tickets are being opened too quickly in this server\. Try again in \d+ seconds\.$/,
    },
  },
});

export const ticketRows: readonly Row[] = [
  opening('open'),
  opening('new'),
  {
    ...slash('close', () => ({ reason: 'Done' })),
    level: 'everyone',
    where: 'ticket',
    options: ['reason: text of at most 1024, suggested'],
    says: 'This ticket is being closed.',
    seenBy: 'oneself',
    refuses: notClosers,
  },
  {
    ...slash('closerequest', () => ({ close_delay: 2, reason: 'Done' })),
    level: 'support',
    where: 'ticket',
    options: ['close_delay: whole number from 1 to 1440', 'reason: text of at most 255, suggested'],
    says: 'Your close request is in the ticket.',
    seenBy: 'oneself',
    refuses: {
      'a ticket that is claimed': onlyToRead,
      'while Discord is down': discordIsDown('POST', '/channels/:channel/messages'),
    },
  },
  {
    ...slash('add', other),
    level: 'everyone',
    where: 'ticket',
    options: ['user_or_role: member or role, required'],
    says: (s) => `<@${s.w.other.id}> has been added to <#${s.channel.id}>`,
    seenBy: 'everybody',
    refuses: {
      'who is neither staff nor opener': { before: asGuest, says: notMembers },
      'staff in a ticket that is claimed': onlyToRead,
      'somebody who is in it already': {
        before: withGuest,
        says: (s) => `<@${s.w.other.id}> is in this ticket already.`,
      },
      'the opener': {
        ...slash('add', (s) => ({ user_or_role: s.member.id })),
        says: (s) => `<@${s.member.id}> is in this ticket already.`,
      },
      'the bot': {
        ...slash('add', (s) => ({ user_or_role: s.w.bot_id })),
        says: (s) => `<@${s.w.bot_id}> is in this ticket already.`,
      },
      'an id that nobody has': {
        ...slash('add', () => ({ user_or_role: '123456789012345678' })),
        says: 'There is no such member or role in this server. Choose one that Discord offers.',
      },
      '@everyone': { ...slash('add', (s) => ({ user_or_role: s.w.guild_id })), says: noEveryone },
      'a role in a thread': {
        ...slash('add', (s) => ({ user_or_role: s.w.bot_role.id })),
        ...inThread('A role cannot be added to a thread. Add its members one by one.'),
      },
      'while Discord is down': discordIsDown('PUT', '/channels/:channel/permissions/:overwrite'),
    },
  },
  {
    ...slash('remove', other),
    level: 'everyone',
    where: 'ticket',
    options: ['user_or_role: member or role, required'],
    before: withGuest,
    says: (s) => `<@${s.w.other.id}> has been removed from <#${s.channel.id}>`,
    seenBy: 'everybody',
    refuses: {
      'who is neither staff nor opener': { before: asGuest, says: notMembers },
      'staff in a ticket that is claimed': onlyToRead,
      'somebody who is not in it': {
        before: async (s) => answerTo(await s.staff.goes(s.channel).slash('remove', other(s))),
        says: (s) => `<@${s.w.other.id}> is not in this ticket.`,
      },
      '@everyone': { ...slash('remove', (s) => ({ user_or_role: s.w.guild_id })), says: noEveryone },
      staff: {
        ...slash('remove', (s) => ({ user_or_role: s.staff.id })),
        says: 'You cannot remove support staff from a ticket.',
      },
      'the owner of the server': {
        ...slash('remove', (s) => ({ user_or_role: s.w.owner.id })),
        says: 'You cannot remove support staff from a ticket.',
      },
      'the opener': {
        ...slash('remove', (s) => ({ user_or_role: s.member.id })),
        says: 'You cannot remove the person who opened the ticket. Close it instead.',
      },
      'a role in a thread': {
        ...slash('remove', (s) => ({ user_or_role: s.w.bot_role.id })),
        ...inThread('A role cannot be added to a thread. Add its members one by one.'),
      },
      'while Discord is down': discordIsDown('PUT', '/channels/:channel/permissions/:overwrite'),
    },
  },
  claiming(slash('claim')),
  unclaiming(slash('unclaim')),
  {
    ...slash('transfer', (s) => ({ user: s.w.owner.id })),
    level: 'support',
    where: 'ticket',
    options: ['user: member, required'],
    says: (s) => `Your ticket will be handled by <@${s.w.owner.id}>`,
    seenBy: 'everybody',
    refuses: {
      'who is not staff': {
        ...slash('transfer', (s) => ({ user: s.w.other.id })),
        says: 'Choose a member of staff who answers the tickets of this panel. This person does not.',
      },
      'somebody else’s claim': {
        before: claimedBy('admin'),
        says: (s) => `Only <@${s.admin.id}>, who claimed the ticket, or an administrator can transfer it.`,
      },
      'staff of other panels': { before: ofAnotherTeam, says: otherTeam },
      'a thread': inThread(claimsInThreads),
      'while Discord is down': discordIsDown('PATCH', '/channels/:channel'),
    },
  },
  {
    ...slash('rename', () => ({ name: 'Cold Bread %id_padded%' })),
    level: 'support',
    where: 'ticket',
    options: ['name: text of at least 1, required'],
    says: (s) => `This ticket is called <#${s.channel.id}> now.`,
    seenBy: 'oneself',
    refuses: {
      'a name of more than 100 characters': {
        ...slash('rename', () => ({ name: 'x'.repeat(101) })),
        says: 'Channel names have 1 to 100 characters.',
      },
      'a name of which nothing is left': {
        ...slash('rename', () => ({ name: '!?' })),
        says: 'Channel names have 1 to 100 characters.',
      },
      'a ticket that is claimed': onlyToRead,
      'a third time in ten minutes': threeTimes,
      'while Discord is down': discordIsDown('PATCH', '/channels/:channel'),
    },
  },
  {
    ...slash('switchpanel', () => ({ panel: 'Elsewhere' })),
    level: 'support',
    where: 'ticket',
    options: ['panel: text, required, suggested'],
    before: ({ w }) => w.panel({ title: 'Elsewhere' }),
    says: 'This ticket belongs to the panel **Elsewhere** now.',
    seenBy: 'everybody',
    outlasts: true,
    refuses: {
      'a panel that is not there': {
        ...slash('switchpanel', () => ({ panel: '999999' })),
        says: 'Panel not found',
      },
      'staff of other panels': {
        before: async (s) => {
          await s.w.panel({ title: 'Elsewhere' });
          await ofAnotherTeam(s);
        },
        says: otherTeam,
      },
      'a ticket that is claimed': onlyToRead,
      'the panel that it has': {
        ...slash('switchpanel', (s) => ({ panel: String(s.ticket.panel_id) })),
        says: 'This ticket belongs to the panel Support already. Choose another one.',
      },
      'while Discord is down': discordIsDown('PATCH', '/channels/:channel'),
    },
  },
  {
    ...slash('notes'),
    level: 'support',
    where: 'ticket',
    says: 'The team talks about this ticket here: <#',
    seenBy: 'oneself',
    refuses: {
      'staff of other panels': { before: ofAnotherTeam, says: otherTeam },
      'who opened the ticket': {
        before: (s) => s.change({ opener_id: s.by.id }),
        says: 'You opened this ticket yourself, so its notes are for the rest of the team.',
      },
      'a thread': inThread(
        'Tickets that are threads have no notes, because Discord has no threads inside threads.',
      ),
      'while Discord is down': discordIsDown('POST', '/channels/:channel/threads'),
    },
  },
  {
    ...slash('reopen', (s) => ({ ticket_id: about(s) })),
    level: 'everyone',
    where: 'server',
    options: ['ticket_id: text, required, suggested'],
    async before(s) {
      await asThread(s);
      await s.closeTicket();
    },
    says: (s) => `Ticket ${about(s)} is open again: <#${s.ticket.channel_id}>`,
    seenBy: 'oneself',
    refuses: {
      'a number that no ticket has': {
        ...slash('reopen', () => ({ ticket_id: '99999' })),
        says: 'Ticket not found',
      },
      'what is no number': { ...slash('reopen', () => ({ ticket_id: 'bread' })), says: 'Ticket not found' },
      'the ticket of somebody else': {
        before: async (s) => {
          s.by = s.w.other;
        },
        says: noPermission,
      },
      'a ticket that is open': {
        before: (s) => s.change({ status: 'open', closed_at: null }),
        says: (s) => `Ticket #${about(s)} is open already: <#${s.ticket.channel_id}>`,
      },
      'a ticket that is just being closed': {
        before: (s) => s.change({ status: 'closing' }),
        says: (s) => `Ticket #${about(s)} is just being opened or closed. Try again in a moment.`,
      },
      'a thread that was deleted': {
        before: (s) => s.w.owner.deleteChannel(String(s.ticket.channel_id)),
        says: (s) =>
          `The thread of ticket #${about(s)} was deleted, so it cannot be reopened. Open a new ticket.`,
      },
      'more tickets than its opener may have': {
        async before(s) {
          const { ticket } = s;
          await s.openTicket();
          Object.assign(s, { ticket, channel: s.w.lobby });
          await s.w.settings({ ticket_limit: 1 });
        },
        says: (s) =>
          `Whoever opened ticket #${about(s)} has as many open tickets as this server allows (1). Close one of them first.`,
      },
      'while Discord is down': discordIsDown('PATCH', '/channels/:channel'),
    },
  },
  {
    ...slash('on-call'),
    level: 'support',
    where: 'server',
    before: ({ w }) => w.settings({ use_threads: true, ticket_notification_channel: w.notices.id }),
    says: 'You are on call now',
    seenBy: 'oneself',
    refuses: {
      'where tickets are channels': {
        before: ({ w }) => w.settings({ use_threads: false, ticket_notification_channel: null }),
        says: 'On call is for tickets that are threads. An administrator turns them on with /setup use-threads.',
      },
    },
  },
  {
    of: 'message_menu:Start Ticket',
    does: (s) => s.by.contextMenu('Start Ticket', s.panel.message),
    level: 'everyone',
    where: 'server',
    says: 'Opened a new ticket: <#',
    seenBy: 'oneself',
    refuses: {
      'a level below that of the settings': {
        before: ({ w }) => w.settings({ context_menu_permission_level: 1 }),
        says: 'You may not start tickets from messages in this server. Use a ticket panel instead, or ask the team.',
      },
    },
  },
];
