import { AppError, type FieldProblem } from '@tickets/contract/platform/errors';
import type { SurveyInput } from '@tickets/contract/tickets/own';
import type { UserCall } from '../../access/caller.ts';
import { answerSurvey, openSurvey } from '../closing/exit-survey.ts';
import type { TicketKey } from '../model/find.ts';

/** Keeps what the opener answered in the dashboard. Discord's modal would not let go of an answer that is too short. */
export async function answerOwnSurvey(
  call: UserCall,
  key: TicketKey,
  { answers, shown_at }: SurveyInput,
): Promise<void> {
  const { questions } = await openSurvey(call, key);
  const fields = questions.flatMap(({ custom_id, required, min_length, max_length }): FieldProblem[] => {
    const path = `answers.${custom_id}`;
    const length = [...(answers[custom_id] ?? '').trim()].length;
    if (length === 0) return required ? [{ path, message: 'Please answer this question.' }] : [];
    if (length < min_length)
      return [{ path, message: `Write at least ${min_length} characters; these are ${length}.` }];
    if (max_length && length > max_length)
      return [{ path, message: `Write at most ${max_length} characters; these are ${length}.` }];
    return [];
  });
  if (fields.length) {
    const problems = fields.map(({ message }) => message).join(' ');
    throw new AppError('request.invalid', { params: { problems }, fields });
  }
  await answerSurvey(call, key, { values: new Map(Object.entries(answers)), shown_at: new Date(shown_at) });
}
