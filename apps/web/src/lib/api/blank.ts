/** "" and "null" are how a form says "nothing": they become null. */
export function blankToNull<T>(value: T): T | null {
  return value === '' || value === 'null' ? null : value;
}

/** For whole objects that are saved: every blank value inside becomes null, and the key stays. */
export function withNulls(payload: unknown): unknown {
  if (Array.isArray(payload)) return payload.map(withNulls);
  if (!isPlainObject(payload)) return blankToNull(payload);
  return Object.fromEntries(Object.entries(payload).map(([key, value]) => [key, withNulls(value)]));
}

/** For filters: keys without a value are left out. */
export function withoutBlanks<T extends object>(filter: T): Partial<T> {
  const kept = Object.entries(filter).filter(
    ([, value]) => value !== undefined && blankToNull(value) !== null,
  );
  // Only keys of T are kept, each with its own value.
  return Object.fromEntries(kept) as Partial<T>;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
