import { AppError } from '@tickets/contract/errors';
import type { Answer } from '@tickets/contract/tickets';
import type { Db, Tx } from '../db/db.ts';

/** A question as it is asked in a modal. */
export interface Question {
  /** By which its answer is told apart. */
  custom_id: string;
  label: string;
  /** 1 short, 2 multi-line. */
  style: number;
  placeholder: string | null;
  required: boolean;
  min_length: number;
  max_length: number;
}

export interface Questions {
  title: string;
  /** In their order, at least one. */
  questions: Question[];
}

/** What a form asks; undefined for a form that is gone or asks nothing. */
export async function questionsOf(
  db: Db | Tx,
  guild_id: string,
  form_id: number | null,
): Promise<Questions | undefined> {
  if (form_id === null) return undefined;
  const rows = await db
    .selectFrom('forms')
    .innerJoin('form_inputs as i', 'i.form_id', 'forms.form_id')
    .where('forms.guild_id', '=', guild_id)
    .where('forms.form_id', '=', form_id)
    .select([
      'forms.title',
      'i.custom_id',
      'i.label',
      'i.style',
      'i.placeholder',
      'i.required',
      'i.min_length',
      'i.max_length',
    ])
    .orderBy('i.position')
    .execute();
  const [first] = rows;
  return first && { title: first.title, questions: rows.map(({ title: _, ...question }) => question) };
}

/**
 * The answers that were sent, by the custom ids of their questions, in the order of what is asked now. Answers to
 * questions that are gone are left out; one that was not asked when the modal was shown makes it outdated.
 */
export function readAnswers(questions: readonly Question[], sent: ReadonlyMap<string, string>): Answer[] {
  // Nothing that is asked now was asked then: another form took its place.
  if (!questions.some(({ custom_id }) => sent.has(custom_id))) throw new AppError('form.changed');
  return questions.map(({ custom_id, label, required, max_length }) => {
    const value = (sent.get(custom_id) ?? '').replaceAll('\0', '').trim(); // PostgreSQL keeps no NUL
    if (required && !sent.has(custom_id)) throw new AppError('form.changed');
    if (required && !value) throw new AppError('form.answer_missing', { params: { question: label } });
    return { label, value: [...value].slice(0, max_length).join('') };
  });
}
