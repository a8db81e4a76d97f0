import { type Questions, questionsOf } from '../../forms/questions.ts';
import type { Context } from '../../platform/context.ts';
import { isOpen } from '../../premium/tier.ts';
import type { Ticket } from '../model/find.ts';
import type { Feedback } from './feedback.ts';

/** What the opener of a closed ticket may be asked, as its panel says. Part of premium, which is looked at again. */
export async function surveyOf(
  ctx: Context,
  { guild_id, panel_id }: Pick<Ticket, 'guild_id' | 'panel_id'>,
): Promise<Questions | undefined> {
  if (panel_id === null) return undefined;
  const panel = await ctx.db
    .selectFrom('panels')
    .where('guild_id', '=', guild_id)
    .where('panel_id', '=', panel_id)
    .select('exit_survey_form_id')
    .executeTakeFirst();
  if (!panel?.exit_survey_form_id || !(await isOpen(ctx, guild_id, 'exit_survey'))) return undefined;
  return questionsOf(ctx.db, guild_id, panel.exit_survey_form_id);
}

/** Whether the direct message offers the survey: after the rating, or at once where the server wants no ratings. */
export async function offersSurvey(ctx: Context, ticket: Ticket, feedback: Feedback): Promise<boolean> {
  const isTime = feedback === 'off' || (feedback === 'offered' && ticket.rating !== null);
  return isTime && (await surveyOf(ctx, ticket)) !== undefined;
}

export async function isSurveyAnswered(ctx: Context, { guild_id, ticket_id }: Ticket): Promise<boolean> {
  const answer = await ctx.db
    .selectFrom('ticket_answers')
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .where('kind', '=', 'exit_survey')
    .select('position')
    .executeTakeFirst();
  return answer !== undefined;
}
