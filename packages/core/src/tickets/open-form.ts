import { AppError } from '@tickets/contract/errors';
import type { Answer } from '@tickets/contract/tickets';
import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { type Questions, readAnswers } from '../forms/questions.ts';
import type { OpenRequest } from './open.ts';

/** Whether the panel that is meant asks something. One short statement, because every press waits for it. */
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

/** What the ticket keeps of the form. One that was given to the panel after the press was not shown, so it is asked for. */
export function answersTo(
  form: Questions | undefined,
  sent: ReadonlyMap<string, string> | undefined,
): Answer[] {
  if (!form) return [];
  if (!sent) throw new AppError('form.changed');
  return readAnswers(form.questions, sent);
}
