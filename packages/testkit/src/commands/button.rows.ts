import { createMultiPanel } from '@tickets/core/panels/multi/multi-panels';
import { callOf } from '../data/access.ts';
import { claiming, unclaiming } from './claim.rows.ts';
import type { Scene } from './scene.ts';
import {
  asClosed,
  asGuest,
  bySomebodyElse,
  noSurvey,
  notClosers,
  notMembers,
  ofAnotherTeam,
  ofServer,
  openAgain,
  otherTeam,
  panelGone,
  panelWith,
  settings,
  surveyGone,
  withSurvey,
} from './situations.ts';
import { discordIsDown, type Row } from './table.ts';

const requestGone = 'This close request is over: it was answered, or a newer one has taken its place.';

/** A button with the ids that it names. */
const button = (
  name: string,
  args: (s: Scene) => (string | number)[] = () => [],
): Pick<Row, 'of' | 'does'> => ({
  of: `component:${name}`,
  does: (s) => s.press(['v1', name, ...args(s)].join(':')),
});

/** Two panels in one menu. */
async function inMenu(s: Scene): Promise<void> {
  const { ctx, guild_id, lobby, sim } = s.w;
  const panels = [await s.w.panel({ title: 'Bread' }), await s.w.panel({ title: 'Cake' })];
  const { message_id } = await createMultiPanel(callOf(ctx), guild_id, {
    channel_id: lobby.id,
    panels: panels.map(({ row }) => row.panel_id),
    select_menu: true,
  });
  const message = sim.world.messages.get(message_id ?? '');
  const [first] = panels;
  if (!message || !first) throw new Error('the multi-panel has no message');
  s.panel = { ...first, message };
}

/** The opener was asked whether the ticket can be closed. */
const asked = async (s: Scene) => {
  const { guild_id, ctx } = s.w;
  const { ticket_id } = s.ticket;
  const request = { guild_id, ticket_id, requester_id: s.staff.id, created_at: new Date(1_000_000) };
  await ctx.db.insertInto('close_requests').values(request).execute();
};
const answering = (name: string, says: string): Row => ({
  ...button(name, () => [1_000_000]),
  level: 'everyone',
  where: 'ticket',
  before: asked,
  says,
  seenBy: 'everybody',
  refuses: {
    'who is neither staff nor opener': {
      before: asGuest,
      says: 'Only the person who opened the ticket and its staff can answer this close request.',
    },
    'staff of other panels': {
      by: 'support',
      before: ofAnotherTeam,
      says: 'Only the person who opened the ticket and its staff can answer this close request.',
    },
    'a request that is over': {
      before: ({ w }) => w.ctx.db.deleteFrom('close_requests').execute(),
      says: requestGone,
    },
    'a request that a newer one replaced': {
      ...button(name, () => [999]),
      says: requestGone,
    },
  },
});

const aboutTicket = (s: Scene) => [s.ticket.ticket_id];
export const buttonRows: readonly Row[] = [
  {
    of: 'component:panel',
    does: (s) => s.by.click(s.panel.message, 'Get help'),
    level: 'everyone',
    where: 'server',
    says: 'Opened a new ticket: <#',
    seenBy: 'oneself',
    refuses: {
      'a panel that is gone': { does: (s) => s.press('a'.repeat(30)), says: panelGone },
      'a panel that is turned off': {
        before: panelWith({ disabled: true }),
        says: 'The server administrators have disabled opening this type of ticket. Use another panel, or ask the team.',
      },
      'a panel that needs premium': {
        before: panelWith({ force_disabled: true }),
        says: 'This panel is disabled, because the server has more panels than it may have without premium. Ask its administrators to renew premium.',
      },
    },
  },
  {
    ...button('premium.redeem'),
    level: 'admin',
    where: 'server',
    says: 'Redeem a Key',
    seenBy: 'form',
  },
  {
    of: 'component:multipanel',
    does: (s) => s.by.select(s.panel.message, 'v1:multipanel', [s.panel.row.custom_id]),
    level: 'everyone',
    where: 'server',
    before: inMenu,
    says: 'Opened a new ticket: <#',
    seenBy: 'oneself',
    refuses: {
      'a panel that is gone': { does: (s) => s.choose('v1:multipanel', 'a'.repeat(30)), says: panelGone },
    },
  },
  {
    ...button('ticket.join', aboutTicket),
    level: 'support',
    where: 'server',
    async before(s) {
      await s.openTicket({ is_thread: true });
      s.channel = s.w.lobby;
    },
    says: (s) => `You are in the ticket now: <#${s.ticket.channel_id}>`,
    seenBy: 'oneself',
    refuses: {
      'a ticket that is over': {
        before: (s) => s.change({ status: 'closed', closed_at: new Date() }),
        says: (s) => `Ticket #${s.ticket.ticket_id} is not open any more.`,
      },
      'a ticket that is not there': {
        ...button('ticket.join', () => [99_999]),
        says: 'This message belongs to a ticket that is no longer known here.',
      },
      'staff of other panels': { before: ofAnotherTeam, says: otherTeam },
      'while Discord is down': discordIsDown('PUT', '/channels/:channel/thread-members/:user'),
    },
  },
  claiming(button('ticket.claim')),
  unclaiming(button('ticket.unclaim')),
  {
    ...button('ticket.close'),
    level: 'everyone',
    where: 'ticket',
    says: 'Please confirm that you want to close this ticket.',
    seenBy: 'oneself',
    refuses: notClosers,
  },
  {
    ...button('ticket.close_confirm'),
    level: 'everyone',
    where: 'ticket',
    says: 'This ticket is being closed.',
    seenBy: 'everybody',
    refuses: notClosers,
  },
  {
    ...button('ticket.close_cancel'),
    level: 'everyone',
    where: 'server',
    says: 'The ticket stays open.',
    seenBy: 'everybody',
  },
  {
    ...button('ticket.close_reason'),
    level: 'everyone',
    where: 'ticket',
    says: 'Close With Reason',
    seenBy: 'form',
    refuses: notClosers,
  },
  {
    ...button('ticket.edit_reason', aboutTicket),
    level: 'support',
    where: 'server',
    before: asClosed,
    says: 'Edit Reason',
    seenBy: 'form',
    refuses: { 'a ticket that is open': { before: openAgain, says: 'Ticket not found' } },
  },
  answering('ticket.close_request_accept', 'accepted the close request.'),
  answering('ticket.close_request_deny', 'The close request was denied by'),
  {
    ...button('ticket.keep_open'),
    level: 'everyone',
    where: 'ticket',
    says: (s) => `<@${s.by.id}> keeps this ticket open.`,
    seenBy: 'everybody',
    refuses: {
      'who is neither staff nor opener': { before: asGuest, says: notMembers },
      'staff of other panels': { by: 'support', before: ofAnotherTeam, says: notMembers },
    },
  },
  {
    ...button('ticket.rate', (s) => [...ofServer(s), 4]),
    level: 'everyone',
    where: 'direct messages',
    async before(s) {
      await s.w.settings({ feedback_enabled: true });
      await asClosed(s);
    },
    says: 'Your feedback has been recorded.',
    seenBy: 'oneself',
    refuses: {
      'who did not open the ticket': {
        before: bySomebodyElse,
        says: 'Only the person who opened the ticket can rate it.',
      },
      'where ratings are turned off': {
        before: settings({ feedback_enabled: false }),
        says: 'Ratings are turned off in this server.',
      },
      'where ratings are turned off, in the language of the server': {
        before: settings({ feedback_enabled: false, language: 'de' }),
        title: 'Fehler',
        says: 'Bewertungen sind auf diesem Server abgeschaltet.',
      },
      'a ticket that is open': { before: openAgain, says: 'Ticket not found' },
    },
  },
  {
    ...button('ticket.survey', ofServer),
    level: 'everyone',
    where: 'direct messages',
    before: withSurvey,
    says: 'How did we do?',
    seenBy: 'form',
    refuses: {
      'who did not open the ticket': {
        before: bySomebodyElse,
        says: 'Only the person who opened the ticket can fill in its exit survey.',
      },
      'a panel without a survey': {
        before: noSurvey,
        says: surveyGone,
      },
    },
  },
  {
    ...button('ticket.view_survey', aboutTicket),
    level: 'support',
    where: 'server',
    async before(s) {
      await asClosed(s);
      const { guild_id, ticket_id } = s.ticket;
      const answer = {
        kind: 'exit_survey',
        position: 1,
        label: 'What was good?',
        value: 'The crust',
      } as const;
      await s.w.ctx.db
        .insertInto('ticket_answers')
        .values({ guild_id, ticket_id, ...answer })
        .execute();
    },
    says: 'The crust',
    seenBy: 'oneself',
    refuses: {
      'a survey that nobody filled in': {
        before: ({ w }) => w.ctx.db.deleteFrom('ticket_answers').execute(),
        says: 'The exit survey of this ticket was not filled in.',
      },
    },
  },
  {
    ...button('staff.add_admin', (s) => ['user', s.w.other.id]),
    level: 'admin',
    where: 'server',
    says: (s) => `<@${s.w.other.id}> can administer the bot now.`,
    seenBy: 'everybody',
    refuses: {
      'the owner': {
        ...button('staff.add_admin', (s) => ['user', s.w.owner.id]),
        says: 'The owner of the server administers the bot already.',
      },
      'a role that is gone': {
        ...button('staff.add_admin', () => ['role', 7]),
        says: 'This role is not in the server any more. Choose another one.',
      },
    },
  },
  {
    ...button('staff.add_support', (s) => ['role', s.w.bot_role.id]),
    level: 'admin',
    where: 'server',
    says: (s) => `<@&${s.w.bot_role.id}> can answer tickets now.`,
    seenBy: 'everybody',
    refuses: {
      'a role that is gone': {
        ...button('staff.add_support', () => ['role', 7]),
        says: 'This role is not in the server any more. Choose another one.',
      },
    },
  },
  {
    ...button('staff.view', () => [2]),
    level: 'everyone',
    where: 'server',
    says: (s) => `<@${s.w.owner.id}> (owner)`,
    seenBy: 'everybody',
  },
  {
    of: 'component:language.choose',
    does: (s) => s.choose('v1:language.choose', 'de'),
    level: 'admin',
    where: 'server',
    says: 'Der Bot spricht auf diesem Server jetzt **Deutsch**',
    seenBy: 'everybody',
    refuses: {
      'a language that there is not': {
        does: (s) => s.choose('v1:language.choose', 'tlh'),
        says: 'Invalid language',
      },
    },
  },
];
