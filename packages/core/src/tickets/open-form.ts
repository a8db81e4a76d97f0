import { AppError } from '@tickets/contract/errors';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/db.ts';
import type { FormInputs } from '../db/schema.generated.ts';
import type { OpenRequest } from './open.ts';

export type Question = Omit<Selectable<FormInputs>, 'id' | 'form_id'>;

/** What a panel asks before it opens a ticket. */
export interface OpeningForm {
  /** The panel's. */
  custom_id: string;
  title: string;
  /** In their order; at least one. */
  questions: Question[];
}

/** An answer as the ticket keeps it, with the question as it was asked. */
export interface FormAnswer {
  position: number;
  label: string;
  value: string;
}

/** Whether the panel that is meant asks something. One statement, because every press waits for it. */
export async function asksSomething(
  db: Db,
  { guild_id, from }: Pick<OpenRequest, 'guild_id' | 'from'>,
): Promise<boolean> {
  if (from.source === 'command') return false;
  const panel =
    from.source === 'panel'
      ? sql`p.custom_id = ${from.custom_id}`
      : sql`p.panel_id = (select context_menu_panel from guild_settings where guild_id = ${guild_id})`;
  const { rows } = await sql`
    select from panels p join form_inputs i on i.form_id = p.form_id
    where p.guild_id = ${guild_id} and ${panel} limit 1`.execute(db);
  return rows.length > 0;
}

/** Undefined where the panel has no form, or one that asks nothing. */
export async function formOf(
  db: Db | Tx,
  panel: { guild_id: string; custom_id: string; form_id: number | null },
): Promise<OpeningForm | undefined> {
  if (panel.form_id === null) return undefined;
  const rows = await db
    .selectFrom('form_inputs as i')
    .innerJoin('forms as f', 'f.form_id', 'i.form_id')
    .where('f.guild_id', '=', panel.guild_id)
    .where('f.form_id', '=', panel.form_id)
    .select(['i.custom_id', 'i.position', 'i.style', 'i.label', 'i.placeholder', 'i.required'])
    .select(['i.min_length', 'i.max_length', 'f.title'])
    .orderBy('i.position')
    .execute();
  const [first] = rows;
  if (!first) return undefined;
  const questions = rows.map(({ title: _, ...question }) => question);
  return { custom_id: panel.custom_id, title: first.title, questions };
}

/**
 * What was written, question by question as the form asks now. The form may have been changed since it was shown:
 * answers to questions that are gone are left out, and a required question that was not asked means asking anew.
 */
export function answersTo(form: OpeningForm, written: ReadonlyMap<string, string>): FormAnswer[] {
  if (!form.questions.some(({ custom_id }) => written.has(custom_id))) throw new AppError('form.changed');
  return form.questions.map(({ custom_id, position, label, required, max_length }) => {
    const text = written.get(custom_id);
    if (text === undefined && required) throw new AppError('form.changed');
    const value = clip(text ?? '', max_length);
    if (!value && required) throw new AppError('form.answer_missing', { params: { question: label } });
    return { position, label, value };
  });
}

/** Discord keeps to the limit; whoever goes round it is cut, not through the middle of a character. */
function clip(text: string, max_length: number): string {
  const clean = text.replaceAll('\0', '').trim(); // PostgreSQL keeps no NUL
  return clean.length <= max_length ? clean : [...clean].slice(0, max_length).join('').trim();
}
