import { GuildPath, MemberSearch, memberSearchLimits, Ok, type Route, second } from '../platform/route.ts';
import { replyFiles } from '../platform/uploads.ts';
import { OpenerTickets } from './opener-tickets.ts';
import {
  CloseInput,
  CloseReasons,
  ReadInput,
  ReplyAnswer,
  ReplyInput,
  SendTagInput,
  TicketId,
  TicketList,
  TicketView,
  TicketViewQuery,
  TransferInput,
  TransferTargets,
  WaitingTickets,
} from './tickets.ts';

export const TicketPath = GuildPath.extend({ ticket_id: TicketId });

export const ticketRoutes = {
  'tickets.list': {
    summary: 'Open tickets that the user may see, newest first.',
    subject: 'Tickets',
    access: 'ticket.list',
    params: GuildPath,
    answers: { 200: TicketList },
  },
  'tickets.waiting': {
    summary: 'Which of the open tickets that the user may see wait for staff.',
    subject: 'Tickets',
    access: 'ticket.list',
    params: GuildPath,
    answers: { 200: WaitingTickets },
  },
  'tickets.get': {
    summary: 'An open ticket with a page of its messages, oldest first.',
    subject: 'Tickets',
    access: 'ticket.read',
    params: TicketPath,
    query: TicketViewQuery,
    answers: { 200: TicketView },
  },
  'tickets.of_opener': {
    summary: 'The latest tickets that its opener had before a ticket, and how many there were.',
    subject: 'Tickets',
    access: 'ticket.read',
    params: TicketPath,
    answers: { 200: OpenerTickets },
  },
  'tickets.mark_read': {
    summary: 'Notes that the caller has seen the messages of an open ticket up to this one.',
    subject: 'Tickets',
    access: 'ticket.mark_read',
    params: TicketPath,
    body: ReadInput,
    answers: { 204: null },
  },
  'tickets.reply': {
    summary: 'Writes a message into the ticket, with files or without (premium).',
    subject: 'Tickets',
    access: 'ticket.reply',
    limits: [
      {
        per: 'guild',
        max: 5,
        period_ms: 5 * second,
        why: 'Each posts into Discord, whose limits for one server its staff share.',
      },
    ],
    params: TicketPath,
    body: ReplyInput,
    files: replyFiles,
    answers: { 200: ReplyAnswer },
  },
  'tickets.send_tag': {
    summary: 'Posts a tag into the ticket (premium).',
    subject: 'Tickets',
    access: 'ticket.send_tag',
    limits: [
      {
        per: 'guild',
        max: 5,
        period_ms: 5 * second,
        why: 'Each posts into Discord, whose limits for one server its staff share.',
      },
    ],
    params: TicketPath,
    body: SendTagInput,
    answers: { 200: ReplyAnswer },
  },
  'tickets.claim': {
    summary: 'Makes the ticket the caller’s own to answer.',
    subject: 'Tickets',
    access: 'ticket.claim',
    params: TicketPath,
    answers: { 200: Ok },
  },
  'tickets.unclaim': {
    summary: 'Gives a claimed ticket back to the whole team.',
    subject: 'Tickets',
    access: 'ticket.unclaim',
    params: TicketPath,
    answers: { 200: Ok },
  },
  'tickets.transfer_targets': {
    summary:
      'People whom the ticket can be transferred to and whose name begins with the query: the caller, then by name.',
    subject: 'Tickets',
    access: 'ticket.transfer',
    limits: memberSearchLimits,
    params: TicketPath,
    query: MemberSearch,
    answers: { 200: TransferTargets },
  },
  'tickets.transfer': {
    summary: 'Makes the ticket another member of staff’s own to answer.',
    subject: 'Tickets',
    access: 'ticket.transfer',
    params: TicketPath,
    body: TransferInput,
    answers: { 200: Ok },
  },
  'tickets.close_reasons': {
    summary:
      'The reasons that the ticket is likely to be closed for: those of closed tickets of its panel first.',
    subject: 'Tickets',
    access: 'ticket.close',
    params: TicketPath,
    answers: { 200: CloseReasons },
  },
  'tickets.close': {
    summary: 'Closes the ticket, with an optional reason.',
    subject: 'Tickets',
    access: 'ticket.close',
    params: TicketPath,
    body: CloseInput,
    answers: { 200: Ok },
  },
} as const satisfies Record<string, Route>;
