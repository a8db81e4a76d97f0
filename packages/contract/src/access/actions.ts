import { PermissionLevel } from './levels.ts';

/**
 * What someone has to be to one ticket. `reader`: who sees it, its opener too. `worker`: a reader as staff for its panel,
 * which its opener is not while a claim hides it from the team.
 * `writer`: a worker whom no claim keeps from writing. `holder`: a worker whose claim it is, or any worker while it is
 * unclaimed; administrators always. `staff`: a worker who has not opened it. `present`: who is in its channel, by whatever Discord's permissions, unless a claim keeps
 * them from writing. `opener`: the member who opened it. `staff_or_opener`: of those who are
 * present, the opener and staff of any panel of the server.
 */
export type TicketParty =
  | 'reader'
  | 'writer'
  | 'worker'
  | 'holder'
  | 'staff'
  | 'present'
  | 'opener'
  | 'staff_or_opener';

export interface Action {
  /** The least level in the server. Level 0 of an action on a ticket: the ticket alone decides. */
  level: PermissionLevel;
  /** Lets somebody in, or takes data out, for longer than an override lasts: refused to those whom one lets in. */
  outlasts?: true;
  /** For what is done to one ticket. */
  ticket?: TicketParty;
}

const { none, support, admin } = PermissionLevel;

/** Everything that people can do in a server, and who may. Routes, commands and use-cases name it. */
export const actions = {
  'server.read': { level: support },
  'server.diagnose': { level: admin },
  'access.explain': { level: admin },
  'server.set_up': { level: admin },
  'settings.read': { level: support },
  'settings.update': { level: admin },
  'colours.read': { level: admin },
  'colours.update': { level: admin },
  'panel.list': { level: support },
  'panel.create': { level: admin },
  'panel.update': { level: admin },
  'panel.resend': { level: admin },
  // Tickets without a panel are the default team's.
  'panel.delete': { level: admin, outlasts: true },
  'multi_panel.list': { level: admin },
  'multi_panel.create': { level: admin },
  'multi_panel.update': { level: admin },
  'multi_panel.resend': { level: admin },
  'multi_panel.delete': { level: admin },
  'form.list': { level: support },
  'form.create': { level: admin },
  'form.update': { level: admin },
  'form.delete': { level: admin },
  'team.list': { level: admin },
  'team.create': { level: admin },
  'team.delete': { level: admin },
  'team.add_member': { level: admin, outlasts: true },
  'team.remove_member': { level: admin },
  'tag.list': { level: support },
  'tag.save': { level: support },
  'tag.delete': { level: support },
  'blacklist.list': { level: support },
  'blacklist.add': { level: support },
  'blacklist.remove': { level: support },
  'staff.list': { level: none },
  'staff.list_administrators': { level: admin },
  'staff.add': { level: admin, outlasts: true },
  'staff.remove': { level: admin },
  'override.read': { level: admin },
  'override.grant': { level: admin, outlasts: true },
  'override.revoke': { level: admin },
  'integration.list': { level: admin },
  'integration.add': { level: admin, outlasts: true },
  'integration.update': { level: admin, outlasts: true },
  'integration.remove': { level: admin },
  'audit.read': { level: admin },
  // What is taken back asks for its own action, too.
  'audit.undo': { level: admin },
  'outgoing_webhook.list': { level: admin },
  'outgoing_webhook.create': { level: admin, outlasts: true },
  'outgoing_webhook.update': { level: admin, outlasts: true },
  'outgoing_webhook.delete': { level: admin },
  'outgoing_webhook.rotate': { level: admin, outlasts: true },
  'outgoing_webhook.test': { level: admin },
  'outgoing_webhook.resend': { level: admin },
  'premium.read': { level: admin },
  'premium.redeem_key': { level: admin },
  'stats.read': { level: support },
  // Who is on call is added to new tickets in threads, and stays in them.
  'on_call.toggle': { level: support, outlasts: true },
  'ticket.list': { level: support },
  'ticket.search': { level: support },
  // To have it in one's list.
  'ticket.work': { level: support, ticket: 'worker' },
  'ticket.read': { level: none, ticket: 'reader' },
  'ticket.mark_read': { level: none, ticket: 'reader' },
  // As its opener, who needs no level: what they see, write and close is what members may in Discord.
  'ticket.read_own': { level: none, ticket: 'opener' },
  'ticket.write_own': { level: none, ticket: 'opener' },
  'ticket.close_own': { level: none, ticket: 'opener' },
  'ticket.reply': { level: support, ticket: 'writer' },
  'ticket.send_tag': { level: support, ticket: 'writer' },
  'ticket.post_tag': { level: none, ticket: 'present' },
  'ticket.claim': { level: support, ticket: 'worker' },
  'ticket.unclaim': { level: support, ticket: 'worker' },
  'ticket.transfer': { level: support, ticket: 'holder' },
  'ticket.switch_panel': { level: support, ticket: 'writer', outlasts: true },
  'ticket.rename': { level: support, ticket: 'present' },
  'ticket.take_notes': { level: support, ticket: 'staff', outlasts: true },
  'ticket.join': { level: support, ticket: 'worker', outlasts: true },
  'ticket.request_close': { level: support, ticket: 'present' },
  'ticket.close': { level: support, ticket: 'reader' },
  // In its channel. Openers only where the settings leave it to them.
  'ticket.close_in_discord': { level: none, ticket: 'staff_or_opener' },
  // Why it was closed is said to its opener, and is not theirs to say.
  'ticket.edit_close_reason': { level: support, ticket: 'staff' },
  'ticket.keep_open': { level: none, ticket: 'reader' },
  'ticket.change_members': { level: none, ticket: 'staff_or_opener', outlasts: true },
  'ticket.exclude_from_autoclose': { level: support },
  'ticket.reopen': { level: none, ticket: 'reader' },
  'ticket.answer_close_request': { level: none, ticket: 'reader' },
  'survey.read': { level: support, ticket: 'reader' },
  'survey.answer': { level: none, ticket: 'opener' },
  'ticket.rate': { level: none, ticket: 'opener' },
  'transcript.list': { level: support },
  'transcript.download': { level: support, outlasts: true },
  'transcript.read': { level: none, ticket: 'reader' },
  // With whoever has the link, so it takes staff of the ticket.
  'transcript.share': { level: support, ticket: 'worker', outlasts: true },
  'transcript.see_reads': { level: admin },
  'transcript.remove': { level: admin },
  'transcript.keep': { level: admin },
  'export.read': { level: admin },
  'export.start': { level: admin, outlasts: true },
  'import.read': { level: admin },
  'import.start': { level: admin, outlasts: true },
  // In both servers.
  'setup.copy': { level: admin, outlasts: true },
} as const satisfies Record<string, Action>;

export type ActionName = keyof typeof actions;

/** Actions on one ticket. */
export type TicketAction = {
  [N in ActionName]: (typeof actions)[N] extends { ticket: TicketParty } ? N : never;
}[ActionName];

/** Actions on a server as a whole. */
export type ServerAction = Exclude<ActionName, TicketAction>;

/** What is done to the product itself, and to no server: its administrators may, and nobody else. */
export const productActions = [
  'bot_staff.list',
  'bot_staff.add',
  'bot_staff.remove',
  'integration.review',
] as const;
export type ProductAction = (typeof productActions)[number];

export function isProductAction(name: string): name is ProductAction {
  return productActions.some((action) => action === name);
}
