import { AppError } from '@tickets/contract/platform/errors';
import type { Answer } from '@tickets/contract/tickets/tickets';
import { sql } from 'kysely';
import { type Questions, readAnswers } from '../../forms/questions.ts';
import { batched } from '../../platform/async/batched.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { OpenRequest } from '../model/open-request.ts';

type Opening = Pick<OpenRequest, 'guild_id' | 'from'>;

/** Whether the panel that is meant asks something. */
export type AsksSomething = (opening: Opening) => Promise<boolean>;

/**
 * Every press waits for this before it is acknowledged, so presses that come while the database is asked are asked
 * about in one statement after it: a crowd waits for two answers, not for as many as it has people.
 */
export function asksSomething(db: Db): AsksSomething {
  const ask = batched<Opening, boolean>(
    async (openings) => {
      const asking = await whichAsk(db, openings);
      return openings.map((_, index) => asking.has(index));
    },
    ({ guild_id, from }) => `${guild_id}/${from.source === 'panel' ? from.custom_id : ''}`,
  );
  return (opening) => (opening.from.source === 'command' ? Promise.resolve(false) : ask(opening));
}

/** The places of those openings whose panel asks something. */
async function whichAsk(db: Db, openings: readonly Opening[]): Promise<Set<number>> {
  const guilds = openings.map(({ guild_id }) => guild_id);
  // Null stands for the panel that the context menu opens.
  const panels = openings.map(({ from }) => (from.source === 'panel' ? from.custom_id : null));
  const { rows } = await sql<{ place: string }>`
    select place from unnest(${guilds}::bigint[], ${panels}::text[]) with ordinality as o (guild_id, custom_id, place)
    where exists (
      select from panels p join form_inputs i on i.form_id = p.form_id
      where p.guild_id = o.guild_id and p.custom_id = o.custom_id
    ) or o.custom_id is null and exists (
      select from guild_settings s
      join panels p on p.guild_id = s.guild_id and p.panel_id = s.context_menu_panel
      join form_inputs i on i.form_id = p.form_id
      where s.guild_id = o.guild_id
    )`.execute(db);
  return new Set(rows.map(({ place }) => Number(place) - 1));
}

/** What the ticket keeps of the form. One that was given to the panel after the press was not shown, so it is asked for. */
export async function answersTo(
  db: Db | Tx,
  form: Questions | undefined,
  { guild_id, answers }: Pick<OpenRequest, 'guild_id' | 'answers'>,
): Promise<Answer[]> {
  if (answers) return readAnswers(db, { guild_id, form, sent: answers });
  if (form) throw new AppError('form.changed');
  return [];
}
