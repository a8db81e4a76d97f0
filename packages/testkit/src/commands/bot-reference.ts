/**
 * Every command, button, select and form that section 1 of the bot's reference names, with what is ours for it: the
 * handler as rows name it. What is no handler of its own says why.
 */
export const inReference: Readonly<Record<string, string>> = {
  '/help': 'command:help',
  '/about': 'command:about',
  '/invite': 'command:invite',
  '/gdpr': 'command:gdpr',
  '/jumptotop': 'command:jumptotop',
  '/addadmin': 'command:addadmin',
  '/removeadmin': 'command:removeadmin',
  '/addsupport': 'command:addsupport',
  '/removesupport': 'command:removesupport',
  '/autoclose configure': 'command:autoclose configure',
  '/autoclose exclude': 'command:autoclose exclude',
  '/blacklist': 'command:blacklist',
  '/language': 'command:language',
  '/panel': 'command:panel',
  '/premium': 'command:premium',
  '/setup auto': 'command:setup auto',
  '/setup limit': 'command:setup limit',
  '/setup transcripts': 'command:setup transcripts',
  '/setup use-threads': 'command:setup use-threads',
  '/viewstaff': 'command:viewstaff',
  '/open': 'command:open',
  '/new': 'command:new',
  '/close': 'command:close',
  '/closerequest': 'command:closerequest',
  '/add': 'command:add',
  '/remove': 'command:remove',
  '/claim': 'command:claim',
  '/unclaim': 'command:unclaim',
  '/transfer': 'command:transfer',
  '/rename': 'command:rename',
  '/switchpanel': 'command:switchpanel',
  '/reopen': 'command:reopen',
  '/notes': 'command:notes',
  '/on-call': 'command:on-call',
  'Start Ticket': 'message_menu:Start Ticket',
  '/tag': 'command:tag',
  '/managetags add': 'command:managetags add',
  '/managetags delete': 'command:managetags delete',
  '/managetags list': 'command:managetags list',
  '/{tag_id}': 'guild_command:tag.alias',
  '/stats server': 'command:stats server',
  '/stats user': 'command:stats user',
  'button {panel custom_id}': 'component:panel',
  'button close': 'component:ticket.close',
  'button close_confirm': 'component:ticket.close_confirm',
  'button close_with_reason': 'component:ticket.close_reason',
  'button claim': 'component:ticket.claim',
  'button unclaim': 'component:ticket.unclaim',
  'button close_request_accept': 'component:ticket.close_request_accept',
  'button close_request_deny': 'component:ticket.close_request_deny',
  'button join_thread': 'component:ticket.join',
  'button rate': 'component:ticket.rate',
  'button open-exit-survey': 'component:ticket.survey',
  'button view-survey': 'component:ticket.view_survey',
  'button edit_close_reason': 'component:ticket.edit_reason',
  'button viewstaff': 'component:staff.view',
  'button addadmin': 'component:staff.add_admin',
  'button addsupport': 'component:staff.add_support',
  'button open_premium_key_modal': 'component:premium.redeem',
  'select multipanel': 'component:multipanel',
  'select language-selector': 'component:language.choose',
  'form form_{panelCustomId}': 'modal:panel.form',
  'form premium_key_modal': 'modal:premium.redeem',
  'form exit-survey': 'modal:ticket.survey',
  'form close_with_reason_submit': 'modal:ticket.close_reason',
  'form edit_close_reason_submit': 'modal:ticket.edit_reason',
};

const noVotes = 'The product has no votes, so they earn nothing.';
const operators = 'Whoever runs the product does this with its own commands on the machine.';
const inDashboard = 'The command leads to the page of the dashboard where one does this.';
const later = 'Belongs to a later issue.';
const oneWay = 'Keys are the one thing that is redeemed in Discord, so nobody has to choose.';
const asksEachTime = '/premium itself looks again, and turns panels on.';

/** What the reference names and the product leaves out, with the reason. */
export const leftOut: Readonly<Record<string, string>> = {
  '/vote': noVotes,
  'button redeem_vote_credits': noVotes,
  '/admin': operators,
  'button gdpr': inDashboard,
  'select gdpr': inDashboard,
  'form gdpr_modal': inDashboard,
  '/edit': later,
  'button update-ticket-labels-button': later,
  'form update-ticket-labels-form': later,
  'select premium_purchase_method': oneWay,
  'button premium_check_again': asksEachTime,
};

/** What the product has beyond the reference. */
export const beyond = ['component:ticket.keep_open', 'component:ticket.close_cancel'];
