const KEY = 'list_rows';
/** As many as a first view shows. */
const MOST = 20;

type Counts = Record<string, number>;

/** How many rows a list had when it was last seen in this tab, so that what stands in for them is as high. */
export function rememberedRows(list: string): number | undefined {
  return read()[list];
}

export function rememberRows(list: string, count: number): void {
  const counts = read();
  const shown = Math.min(count, MOST);
  if (counts[list] !== shown) sessionStorage.setItem(KEY, JSON.stringify({ ...counts, [list]: shown }));
}

function read(): Counts {
  // Only written above.
  return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Counts;
}
