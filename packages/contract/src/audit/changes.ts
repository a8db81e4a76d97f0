export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** One value that is another than before, by the path of its field: `auto_close.enabled`. */
export interface FieldChange {
  path: string;
  /** Undefined: there was none. */
  before: Json | undefined;
  after: Json | undefined;
}

const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether two values of JSON are the same, whatever the order of their keys. */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((value, index) => sameJson(value, b[index]));
  if (isObject(a) && isObject(b))
    return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => sameJson(a[key], b[key]));
  return a === b;
}

/** What differs, field by field. Objects are compared by their own fields, lists as wholes. */
export function changesBetween(before: Json | undefined, after: Json | undefined, path = ''): FieldChange[] {
  if (isObject(before) && isObject(after))
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
      changesBetween(before[key], after[key], path ? `${path}.${key}` : key),
    );
  return sameJson(before, after) ? [] : [{ path, before, after }];
}

/** The value at a path; undefined where there is none. */
export function valueAt(value: Json | undefined, path: string): Json | undefined {
  let found = value;
  for (const key of path.split('.')) found = isObject(found) ? found[key] : undefined;
  return found;
}

/** An object with another value at a path, whose fields along it are kept. */
export function withValueAt(
  value: { [key: string]: Json },
  path: string,
  next: Json | undefined,
): { [key: string]: Json } {
  const [key = '', ...rest] = path.split('.');
  const { [key]: held, ...others } = value;
  const put = rest.length ? withValueAt(isObject(held) ? held : {}, rest.join('.'), next) : next;
  return put === undefined ? others : { ...others, [key]: put };
}
