/** The query of an address as texts. The router's own way reads `1e3` as a number and `{}` as an object. */
export function readSearch(query: string): Record<string, unknown> {
  return Object.fromEntries(new URLSearchParams(query));
}

export function writeSearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).flatMap(([key, value]) =>
    value === undefined || value === null ? [] : [[key, String(value)]],
  );
  return entries.length ? `?${new URLSearchParams(entries)}` : '';
}
