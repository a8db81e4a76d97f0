export const MAX_RECENT = 50;

/** Puts a key in front: the newest is first, each is there once, and the oldest fall out. */
export function withRecent(keys: readonly string[], key: string): string[] {
  return [key, ...keys.filter((other) => other !== key)].slice(0, MAX_RECENT);
}

/** Each picker has a list of its own in this browser. What is stored may be from another version, or not ours. */
export function readRecent(storageKey: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    if (!Array.isArray(stored)) return [];
    const keys = stored.filter((key) => typeof key === 'string');
    return [...new Set(keys)].slice(0, MAX_RECENT);
  } catch {
    return [];
  }
}

export function addRecent(storageKey: string, key: string) {
  localStorage.setItem(storageKey, JSON.stringify(withRecent(readRecent(storageKey), key)));
}
