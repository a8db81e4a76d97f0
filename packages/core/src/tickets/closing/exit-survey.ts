import { AppError } from '@tickets/contract/errors';
import type { Answer } from '@tickets/contract/tickets';
import type { Access } from '../../access/access.ts';
import { type Questions, readAnswers, type SentForm } from '../../forms/questions.ts';
import type { Context } from '../../platform/context.ts';
import { hasPremium } from '../../premium/tier.ts';
import { wordingOf } from '../../wording/look.ts';
import { answersOf } from '../model/answers.ts';
import { findTicket, type Ticket, type TicketKey } from '../model/find.ts';
import { requireTicketAccess } from '../model/ticket-access.ts';
import { refreshAnnouncements } from './announce-closing.ts';
import { surveyOf } from './survey-offer.ts';

/** The questions for the opener, who alone is asked. */
export async function openSurvey(ctx: Context, user_id: string, key: TicketKey): Promise<Questions> {
  const ticket = await closedTicketOf(ctx, user_id, key);
  const survey = await surveyOf(ctx, ticket);
  if (!survey) throw new AppError('survey.not_found');
  return survey;
}

/** Keeps what the opener answered; answers that are sent again replace the earlier ones. */
export async function answerSurvey(
  ctx: Context,
  user_id: string,
  key: TicketKey,
  sent: SentForm,
): Promise<void> {
  const ticket = await closedTicketOf(ctx, user_id, key);
  const { guild_id, ticket_id } = ticket;
  if (!(await hasPremium(ctx, guild_id))) throw new AppError('survey.not_found');
  // Its form may have been deleted while it was open: what was written into it is kept all the same.
  const form = await surveyOf(ctx, ticket);
  const answers = await readAnswers(ctx.db, { guild_id, form, sent });
  if (!answers.length) throw new AppError('survey.not_found');
  await ctx.db.transaction().execute(async (tx) => {
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
          answered_at: ctx.clock.now(),
          ...answer,
        })),
      )
      .execute();
  });
  await refreshAnnouncements(ctx, await wordingOf(ctx, guild_id), ticket);
}

/** What was answered, for anyone who may see the ticket. */
export async function readSurvey(ctx: Context, access: Access, key: TicketKey): Promise<Answer[]> {
  await requireTicketAccess(ctx.db, access, key);
  const answers = await answersOf(ctx.db, key, 'exit_survey');
  if (!answers.length) throw new AppError('survey.unanswered');
  return answers;
}

async function closedTicketOf(ctx: Context, user_id: string, key: TicketKey): Promise<Ticket> {
  const ticket = await findTicket(ctx.db, key);
  if (!ticket || ticket.status === 'opening' || ticket.status === 'open')
    throw new AppError('ticket.not_found');
  if (ticket.opener_id !== user_id) throw new AppError('survey.denied');
  return ticket;
}
