import { AppError } from '@tickets/contract/platform/errors';
import type { Answer } from '@tickets/contract/tickets/tickets';
import { authoriseTicket } from '../../access/authorise.ts';
import type { UserCall } from '../../access/caller.ts';
import { type Questions, readAnswers, type SentForm } from '../../forms/questions.ts';
import { isOpen } from '../../premium/tier.ts';
import { answersOf } from '../model/answers.ts';
import { findTicket, holdTicket, type Ticket, type TicketKey, wasImported } from '../model/find.ts';
import { changeNotices } from './announce-closing.ts';
import { surveyOf } from './survey-offer.ts';

/** The questions for the opener, who alone is asked. */
export async function openSurvey(call: UserCall, key: TicketKey): Promise<Questions> {
  const ticket = await closedTicketOf(call, key);
  const survey = await surveyOf(call, ticket);
  if (!survey) throw new AppError('survey.not_found');
  return survey;
}

/** Keeps what the opener answered; answers that are sent again replace the earlier ones. */
export async function answerSurvey(call: UserCall, key: TicketKey, sent: SentForm): Promise<void> {
  const ticket = await closedTicketOf(call, key);
  const { guild_id, ticket_id } = ticket;
  if (!(await isOpen(call, guild_id, 'exit_survey'))) throw new AppError('survey.not_found');
  // Its form may have been deleted while it was open: what was written into it is kept all the same.
  const form = await surveyOf(call, ticket);
  const answers = await readAnswers(call.db, { guild_id, form, sent });
  if (!answers.length) throw new AppError('survey.not_found');
  await changeNotices(call, key, async (tx) => {
    // Answers that are sent twice at once take turns.
    await holdTicket(tx, key);
    await tx
      .deleteFrom('ticket_answers')
      .where('guild_id', '=', guild_id)
      .where('ticket_id', '=', ticket_id)
      .where('kind', '=', 'exit_survey')
      .execute();
    await tx
      .insertInto('ticket_answers')
      .values(
        answers.map((answer, index) => ({
          guild_id,
          ticket_id,
          kind: 'exit_survey' as const,
          position: index + 1,
          answered_at: call.clock.now(),
          ...answer,
        })),
      )
      .execute();
  });
}

/** What was answered, for anyone who may see the ticket. */
export async function readSurvey(call: UserCall, key: TicketKey): Promise<Answer[]> {
  await authoriseTicket(call, 'survey.read', key, { only_read: true });
  const answers = await answersOf(call.db, key, 'exit_survey');
  if (!answers.length) throw new AppError('survey.unanswered');
  return answers;
}

async function closedTicketOf(call: UserCall, key: TicketKey): Promise<Ticket> {
  const ticket = await findTicket(call.db, key);
  if (!ticket || ticket.status === 'opening' || ticket.status === 'open')
    throw new AppError('ticket.not_found');
  await authoriseTicket(call, 'survey.answer', key, { denied: 'survey.denied' });
  if (wasImported(ticket)) throw new AppError('survey.not_found');
  return ticket;
}
