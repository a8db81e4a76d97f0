import { minute, Ok, type Route, second } from '../platform/route.ts';
import { replyFiles } from '../platform/uploads.ts';
import {
  OwnTicketList,
  OwnTicketListQuery,
  OwnTicketQuery,
  OwnTicketView,
  RatingInput,
  SurveyInput,
} from './own.ts';
import { TicketPath } from './routes.ts';
import { ReplyAnswer, ReplyInput } from './tickets.ts';

/** What someone does with the tickets that they opened, without any level in their servers. */
export const ownTicketRoutes = {
  'own_tickets.list': {
    summary: 'A page of the tickets that the user has opened, in all servers.',
    subject: 'My Tickets',
    access: 'user',
    limits: [{ per: 'user', max: 30, period_ms: 10 * second, why: 'Each reads tickets of all servers.' }],
    query: OwnTicketListQuery,
    answers: { 200: OwnTicketList },
  },
  'own_tickets.get': {
    summary: 'A ticket that the user has opened, open or closed, with a page of its messages, oldest first.',
    subject: 'My Tickets',
    access: 'ticket.read_own',
    params: TicketPath,
    query: OwnTicketQuery,
    answers: { 200: OwnTicketView },
  },
  'own_tickets.write': {
    summary: 'Writes into the ticket as its opener, with files or without (premium).',
    subject: 'My Tickets',
    access: 'ticket.write_own',
    limits: [
      {
        per: 'user',
        max: 5,
        period_ms: 5 * second,
        why: 'Each posts into Discord. One member must not use up what others may post.',
      },
    ],
    params: TicketPath,
    body: ReplyInput,
    files: replyFiles,
    answers: { 200: ReplyAnswer },
  },
  'own_tickets.close': {
    summary: 'Closes the ticket as its opener, where the server lets members close theirs.',
    subject: 'My Tickets',
    access: 'ticket.close_own',
    params: TicketPath,
    answers: { 200: Ok },
  },
  'own_tickets.rate': {
    summary: 'Rates the closed ticket; a later rating replaces it.',
    subject: 'My Tickets',
    access: 'ticket.rate',
    limits: [{ per: 'user', max: 20, period_ms: minute, why: 'Each is told to the staff.' }],
    params: TicketPath,
    body: RatingInput,
    answers: { 200: Ok },
  },
  'own_tickets.answer_survey': {
    summary: 'Fills in the exit survey of the closed ticket; later answers replace it (premium).',
    subject: 'My Tickets',
    access: 'survey.answer',
    limits: [{ per: 'user', max: 20, period_ms: minute, why: 'Each is told to the staff.' }],
    params: TicketPath,
    body: SurveyInput,
    answers: { 200: Ok },
  },
} as const satisfies Record<string, Route>;
