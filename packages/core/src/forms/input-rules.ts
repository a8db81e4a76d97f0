import { formLimits } from '@tickets/contract/forms/form-limits';
import type { FormInputsSave } from '@tickets/contract/forms/forms';
import {
  AppError,
  type ErrorCode,
  type ErrorParams,
  type FieldProblem,
} from '@tickets/contract/platform/errors';
import { en } from '../platform/texts/en.ts';

/** Discord shows a modal only with one to five questions. */
export function checkInputCount({ create, update }: FormInputsSave): void {
  const count = create.length + update.length;
  if (count >= 1 && count <= formLimits.inputs) return;
  const path = update.length > formLimits.inputs ? 'update' : 'create';
  throw refusal('form.input_count', { count }, [path]);
}

/**
 * A save says of every stored question whether it stays or goes. One that speaks of others was written for a form
 * that has changed since, and would lose what someone else did.
 */
export function checkInputIds(form_id: number, stored: readonly number[], save: FormInputsSave): void {
  const purposes = [
    { purpose: 'update', ids: save.update.map(({ id }) => id), path: (i: number) => `update.${i}.id` },
    { purpose: 'delete', ids: save.delete, path: (i: number) => `delete.${i}` },
  ] as const;
  for (const { purpose, ids, path } of purposes) {
    const [unknown, paths] = offenders(ids, path, (id) => !stored.includes(id));
    if (unknown !== undefined)
      throw refusal(
        'form.input_not_found',
        { input_id: unknown, purpose: en.input_purposes[purpose], form_id },
        paths,
        { purpose },
      );
  }

  const updated = save.update.map(({ id }) => id);
  const [both, bothPaths] = offenders(
    save.delete,
    (i) => `delete.${i}`,
    (id) => updated.includes(id),
  );
  if (both !== undefined) throw refusal('form.input_deleted_and_updated', { input_id: both }, bothPaths);

  const staying = stored.filter((id) => !save.delete.includes(id));
  if (updated.length !== staying.length)
    throw refusal('form.inputs_missing', { count: staying.length, found: updated.length }, ['update']);
  const missing = staying.find((id) => !updated.includes(id));
  if (missing !== undefined) throw refusal('form.input_missing', { input_id: missing }, ['update']);
}

/** Exactly 1 to n over what is created and what stays, each once. */
export function checkPositions({ create, update }: FormInputsSave): void {
  const placed = [
    ...create.map(({ position }, i) => ({ position, path: `create.${i}.position` })),
    ...update.map(({ position }, i) => ({ position, path: `update.${i}.position` })),
  ];
  const wrong = placed.filter(
    ({ position }) =>
      position < 1 ||
      position > placed.length ||
      placed.filter((other) => other.position === position).length > 1,
  );
  if (wrong.length)
    throw refusal(
      'form.positions',
      {},
      wrong.map(({ path }) => path),
    );
}

/** The first id that is wrong, and the paths of all that are. */
function offenders(
  ids: readonly number[],
  path: (index: number) => string,
  isWrong: (id: number) => boolean,
): [first: number | undefined, paths: string[]] {
  return [ids.find(isWrong), ids.flatMap((id, index) => (isWrong(id) ? [path(index)] : []))];
}

function refusal(
  code: ErrorCode,
  params: ErrorParams,
  paths: readonly string[],
  details?: { purpose: keyof typeof en.input_purposes },
): AppError {
  const { message } = new AppError(code, { params });
  const fields: FieldProblem[] = paths.map((path) => ({ path, message }));
  return new AppError(code, { params, fields, ...(details && { details }) });
}
