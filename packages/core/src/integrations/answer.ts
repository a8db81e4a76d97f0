import type { CallProblem } from '@tickets/contract/integrations/integrations';
import { storableJson } from '../platform/db/storable.ts';
import type { Sent } from './request.ts';
import type { PlaceholderRow } from './rows.ts';

/** What a placeholder says whose value is not there. */
export const missingValue = 'N/A';

const valueMax = 1_000;

/** The object that an integration answered, without characters that neither Discord nor the database takes; undefined for other answers. */
export function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    // Numbers stay as they are written: ids are larger than a number of JavaScript can be.
    const read: unknown = JSON.parse(storableJson(text), (_key, value, context?: { source?: string }) =>
      typeof value === 'number' ? (context?.source ?? String(value)) : value,
    );
    return isObject(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

/** What a call brought. An answer that is a failure, such as one of status 500, brings nothing, whatever it says. */
export function outcomeOf({ answer, problem }: Sent): {
  object: Record<string, unknown> | undefined;
  problem: CallProblem | null;
} {
  if (problem !== null) return { object: undefined, problem };
  const object = objectIn(answer?.text ?? '');
  return { object, problem: object ? null : 'not_json' };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The first `max` characters of a text, none of them cut in two. */
export const beginningOf = (text: string, max: number): string => [...text].slice(0, max).join('');

/** The values of placeholders in an answer. One whose path leads to no text, number, true or false is not among them. */
export function valuesIn(
  answer: Record<string, unknown> | undefined,
  placeholders: readonly Pick<PlaceholderRow, 'name' | 'json_path'>[],
): Map<string, string> {
  const values = new Map<string, string>();
  for (const { name, json_path } of placeholders) {
    let value: unknown = answer;
    for (const key of json_path.split('.'))
      value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
    if (typeof value === 'string' || typeof value === 'boolean')
      values.set(name, beginningOf(String(value), valueMax));
  }
  return values;
}
