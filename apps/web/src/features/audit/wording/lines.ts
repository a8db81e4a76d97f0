import type { FieldChange, Json } from '@tickets/contract/audit/changes';
import type { AuditResource } from '@tickets/contract/audit/codes';
import { fieldAt, isInternal, placeOf } from './fields.ts';

type JsonObject = { [key: string]: Json };

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What there is nothing to say of. */
const isEmpty = (value: Json | undefined) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/**
 * Changes as they are read, a line each and in the order of their editor: what came or went as a whole is told by its own fields, and what is empty before
 * and after is left out.
 */
export function linesOf(resource: AuditResource | undefined, changes: readonly FieldChange[]): FieldChange[] {
  return changes
    .filter(({ path }) => !isInternal(resource, path))
    .flatMap((change) => spread(resource, change))
    .filter(({ before, after }) => !(isEmpty(before) && isEmpty(after)))
    .toSorted((a, b) => placeOf(resource, a.path) - placeOf(resource, b.path));
}

function spread(resource: AuditResource | undefined, change: FieldChange): FieldChange[] {
  const { path, before, after } = change;
  const known = fieldAt(resource, path);
  if (known && known.kind !== 'server_or_own') return [change];
  const keys = [before, after].flatMap((value) => (isObject(value) ? Object.keys(value) : []));
  if (!keys.length) return [change];
  const inside = [...new Set(keys)].flatMap((key) =>
    spread(resource, { path: `${path}.${key}`, before: within(before, key), after: within(after, key) }),
  );
  return known ? [change, ...inside] : inside;
}

const within = (value: Json | undefined, key: string) => (isObject(value) ? value[key] : undefined);
