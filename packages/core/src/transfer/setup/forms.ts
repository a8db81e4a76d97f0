import { changesBetween } from '@tickets/contract/audit/changes';
import { FormInputFields, FormInputsSave, FormTitleInput } from '@tickets/contract/forms/forms';
import { AppError } from '@tickets/contract/platform/errors';
import { plainProblem } from '@tickets/contract/platform/plain-problems';
import { sql } from 'kysely';
import { restoreForm } from '../../forms/forms.ts';
import { checkInputCount, checkPositions } from '../../forms/input-rules.ts';
import { newCustomId } from '../../platform/discord/random-id.ts';
import { countOf, fullAt } from '../../servers/most.ts';
import { asFields, type Kind } from '../../undo/kind.ts';
import { kinds } from '../../undo/kinds.ts';
import type { Item, SetupEnv } from './items.ts';

/** Forms with their questions. One that was imported before, or is of this very server, is changed; any other is made. */
export async function* forms(env: SetupEnv): AsyncGenerator<Item, void> {
  const { guild_id, rows, parts, ids } = env;
  let count = await countOf(env.as().db, guild_id, 'forms');
  for (const { form_id, title } of rows.forms) {
    const inputs = parts.inputsOf(form_id);
    const item = { entity: 'forms' as const, name: title };
    const read = readForm(title, inputs);
    if ('problem' in read) {
      yield { ...item, outcome: 'skip', reason: read.problem };
      continue;
    }
    const { wanted } = read;
    const to = ids.get('form', form_id);
    const now = to === undefined ? undefined : await kinds.form.read(env.as(), guild_id, String(to));
    if (to !== undefined && now) {
      const questions = await kinds.form_questions.read(env.as(), guild_id, String(to));
      const before = { ...now.fields, inputs: questions?.fields.inputs ?? [] };
      // No form can be left without questions, so an archive that has none says nothing of them.
      const next = wanted.inputs.length ? asFields(wanted) : { ...before, title: wanted.title };
      const changes = changesBetween(before, next);
      if (!changes.length) yield { ...item, outcome: 'same' };
      else
        yield {
          ...item,
          outcome: 'change',
          fields: changes.map(({ path }) => path),
          async apply() {
            if (now.fields.title !== wanted.title)
              await change(env, kinds.form, { id: String(to), next: { title: wanted.title } });
            if (wanted.inputs.length)
              await change(env, kinds.form_questions, {
                id: String(to),
                next: asFields({ inputs: wanted.inputs }),
              });
          },
        };
      continue;
    }
    const full = fullAt('forms', count);
    if (full) {
      yield { ...item, outcome: 'skip', reason: full.message };
      continue;
    }
    count += 1;
    ids.plan('form', form_id);
    yield {
      ...item,
      outcome: 'create',
      async apply() {
        const { db } = env.as();
        const made = to ?? (await nextId(db, 'forms', 'form_id'));
        await ids.remember(db, 'form', { from: form_id, to: made });
        await restoreForm(env.as(), guild_id, {
          form_id: made,
          custom_id: newCustomId(),
          ...wanted,
          panels: [],
        });
      },
    };
  }
}

type Wanted = { title: string; inputs: FormInputFields[] };

/** What the editor would take of it. */
function readForm(title: string, inputs: readonly unknown[]): { wanted: Wanted } | { problem: string } {
  const named = FormTitleInput.safeParse({ title }, { error: plainProblem });
  if (!named.data) return { problem: named.error.issues[0]?.message ?? 'its title' };
  if (!inputs.length) return { wanted: { title: named.data.title, inputs: [] } };
  const create = inputs.map((input) => ({ ...(input as object), type: 4 }));
  const save = FormInputsSave.safeParse({ create, update: [], delete: [] }, { error: plainProblem });
  if (!save.data) return { problem: save.error.issues[0]?.message ?? 'its questions' };
  try {
    checkInputCount(save.data);
    checkPositions(save.data);
  } catch (error) {
    if (error instanceof AppError) return { problem: error.message };
    throw error;
  }
  const questions = save.data.create.map((input) => FormInputFields.parse(input));
  return { wanted: { title: named.data.title, inputs: questions.sort((a, b) => a.position - b.position) } };
}

/** Gives something other fields, by the rules by which it is edited. */
export async function change(
  env: SetupEnv,
  kind: Kind,
  { id, next }: { id: string; next: ReturnType<typeof asFields> },
): Promise<void> {
  const as = env.as();
  const now = await kind.read(as, env.guild_id, id);
  if (!now) return;
  const whole = { ...now.fields, ...next };
  const changes = changesBetween(now.fields, whole);
  if (changes.length) await kind.write(as, env.guild_id, { id, now, next: whole, changes });
}

/** A number that nothing else gets. */
export async function nextId(
  db: ReturnType<SetupEnv['as']>['db'],
  table: 'forms' | 'panels' | 'multi_panels',
  column: string,
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select nextval(pg_get_serial_sequence(${table}, ${column}))::text as id`.execute(db);
  return Number(rows[0]?.id);
}
