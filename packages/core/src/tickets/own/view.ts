import { AppError } from '@tickets/contract/platform/errors';
import type { OwnTicketDetail, OwnTicketView } from '@tickets/contract/tickets/own';
import { authoriseTicket } from '../../access/authorise.ts';
import type { UserCall } from '../../access/caller.ts';
import { ticketFactsFor } from '../../access/ticket-access.ts';
import { usersSoon } from '../../servers/users.ts';
import { settingsFor } from '../../settings/read.ts';
import { mayCloseOwn } from '../closing/close.ts';
import { feedbackFor } from '../closing/feedback.ts';
import { isSurveyAnswered, offersSurvey, surveyOf } from '../closing/survey-offer.ts';
import { earlierTickets, readJoined, viewEarlier } from '../conversation/earlier.ts';
import { mentionedNames, viewMentions } from '../conversation/mentions.ts';
import { type Reader, unknownUser, viewMessages } from '../conversation/message-views.ts';
import { answersOf } from '../model/answers.ts';
import { closersOf } from '../model/closer.ts';
import { findTicket, type Ticket, type TicketKey, wasImported } from '../model/find.ts';
import { noteRead } from '../model/note-read.ts';
import { panelOfTicket } from '../model/ticket-panel.ts';
import { hindranceOf } from './hindrance.ts';

const page = 100;
/** Its opener sees a ticket as they do in Discord, also where they are staff. */
const asMember: Reader = { is_staff: false };

/**
 * A ticket as its opener sees it, open or closed, with the newest page of its messages, or the page before a message,
 * oldest first. What stands here is named one by one: nothing that staff alone see comes along.
 */
export async function getOwnTicket(
  call: UserCall,
  { guild_id, ticket_id, before }: TicketKey & { before?: string | undefined },
): Promise<Omit<OwnTicketView, 'success'>> {
  // Read before the messages: what changes in between is then told once more, never missed.
  const ticket = await findTicket(call.db, { guild_id, ticket_id });
  await authoriseTicket(call, 'ticket.read_own', { guild_id, ticket_id }, { only_read: true });
  if (!ticket || ticket.status === 'opening' || ticket.close_source === 'undone')
    throw new AppError('ticket.not_found');
  const { access } = call.caller;
  const earlier = (await earlierTickets(call, access, ticket)).map((one) => ({ ...one, ...asMember }));
  const isKept = ticket.status !== 'closed' || ticket.has_transcript;
  const line = isKept ? [{ ...ticket, ...asMember }, ...earlier] : earlier;
  const found = await readJoined(call, line, { before, limit: page + 1 });
  const shown = found.messages.slice(-page);
  const [messages, names, detail, history, people] = await Promise.all([
    viewMessages(call, guild_id, asMember, shown),
    mentionedNames(call, guild_id, shown, asMember),
    describe(call, ticket),
    viewEarlier(call, guild_id, earlier),
    usersSoon(call, guild_id, [access.user_id]),
    ticket.status === 'closed' && isKept && !before ? noteRead(call, ticket, access.user_id) : undefined,
  ]);
  return {
    ticket: detail,
    self: people.get(access.user_id) ?? unknownUser(access.user_id),
    messages,
    earlier: history,
    mentions: viewMentions(names),
    seq: ticket.last_seq,
    has_more: found.isCut || found.messages.length > page,
  };
}

async function describe(call: UserCall, ticket: Ticket): Promise<OwnTicketDetail> {
  const { guild_id, ticket_id, closed_at } = ticket;
  const isOpen = ticket.status === 'open';
  const { access } = call.caller;
  const [server, panel, facts, answers, closers, afterwards] = await Promise.all([
    call.db
      .selectFrom('guilds')
      .where('guild_id', '=', guild_id)
      .select(['name', 'icon', 'left_at'])
      .executeTakeFirstOrThrow(),
    panelOfTicket(call, ticket),
    ticketFactsFor(call, guild_id, ticket_id),
    answersOf(call.db, ticket, 'form'),
    closersOf(call, guild_id, [{ ...ticket, ...asMember }]),
    isOpen ? undefined : askedAfterwards(call, ticket),
  ]);
  const hindrance = await hindranceOf(call, access, ticket, server);
  return {
    id: ticket_id,
    server: { id: guild_id, name: server.name, icon: server.icon },
    panel_title: panel?.title ?? null,
    subject: ticket.subject,
    is_open: isOpen,
    opened_at: ticket.opened_at.toISOString(),
    closed_at: isOpen ? null : (closed_at?.toISOString() ?? null),
    closed_by: isOpen ? null : (closers.get(ticket_id) ?? null),
    close_reason: isOpen ? null : ticket.close_reason,
    channel_id: isOpen || ticket.is_thread ? ticket.channel_id : null,
    channel_name: facts?.channel_name ?? ticket.channel_name,
    last_response_is_staff: ticket.last_message_is_staff,
    answers,
    imported: wasImported(ticket),
    rating: ticket.rating,
    may_rate: afterwards?.may_rate ?? false,
    survey: afterwards?.survey ?? null,
    has_transcript: ticket.status !== 'closed' || ticket.has_transcript,
    hindrance,
    may_close:
      isOpen &&
      !server.left_at &&
      hindrance !== 'blacklisted' &&
      (access.level > 0 || (await mayCloseOwn(call, ticket))),
  };
}

/** What the direct message about a closed ticket asks its opener. */
async function askedAfterwards(
  call: UserCall,
  ticket: Ticket,
): Promise<Pick<OwnTicketDetail, 'may_rate' | 'survey'>> {
  const feedback = await feedbackFor(call, await settingsFor(call, ticket.guild_id), ticket);
  const asked = (await offersSurvey(call, ticket, feedback)) ? await surveyOf(call, ticket) : undefined;
  return {
    may_rate: feedback === 'offered',
    survey: asked
      ? {
          title: asked.title,
          questions: asked.questions.map((question) => ({
            id: question.custom_id,
            label: question.label,
            placeholder: question.placeholder,
            is_long: question.style === 2,
            required: question.required,
            min_length: question.min_length,
            max_length: question.max_length,
          })),
          is_answered: await isSurveyAnswered(call, ticket),
        }
      : null,
  };
}
