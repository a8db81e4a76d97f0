import type { FormInputFields } from '@tickets/contract/forms/forms';
import { AppError } from '@tickets/contract/platform/errors';
import type { Answer } from '@tickets/contract/tickets/tickets';
import type { Db, Tx } from '../platform/db/db.ts';
import { labelsAt } from './past-questions.ts';

/** A question as it is asked in a modal. */
export interface Question extends Omit<FormInputFields, 'type' | 'position' | 'style'> {
  /** By which its answer is told apart. */
  custom_id: string;
  /** 1 short, 2 multi-line. */
  style: number;
}

export interface Questions {
  title: string;
  /** In their order, at least one. */
  questions: Question[];
}

/** A form as a person sent it. */
export interface SentForm {
  /** What they wrote, by the custom ids of the questions, in the order in which these were shown. */
  values: ReadonlyMap<string, string>;
  /** When the form was shown to them. It may have been changed since. */
  shown_at: Date;
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

/** Discord takes no longer text in a modal. */
const valueLengthMax = 4000;

/**
 * The answers to a form, each under its question as the person saw it: nothing that they wrote is lost when the form
 * was changed, replaced or deleted while they had it open. Questions of `form`, which is asked now, that they were not
 * shown come last, without an answer. Ids that this server never gave to a question are left out.
 */
export async function readAnswers(
  db: Db | Tx,
  { guild_id, form, sent }: { guild_id: string; form: Questions | undefined; sent: SentForm },
): Promise<Answer[]> {
  const asked = new Map(form?.questions.map((question) => [question.custom_id, question]));
  const labels = await labelsAt(db, { guild_id, custom_ids: [...sent.values.keys()], at: sent.shown_at });
  const given = [...sent.values].flatMap(([custom_id, text]) => {
    const label = labels.get(custom_id);
    if (label === undefined) return [];
    const question = asked.get(custom_id);
    const value = text.replaceAll('\0', '').trim(); // PostgreSQL keeps no NUL
    if (question?.required && !value)
      throw new AppError('form.answer_missing', { params: { question: label } });
    return { label, value: [...value].slice(0, question?.max_length ?? valueLengthMax).join('') };
  });
  const unseen = [...asked.values()].filter(({ custom_id }) => !sent.values.has(custom_id));
  return [...given, ...unseen.map(({ label }) => ({ label, value: '' }))];
}
