interface Pressed {
  key: string;
  ctrlKey: boolean;
}

interface Place {
  index: number;
  columns: number;
  count: number;
  /** How many rows a page is. */
  page: number;
}

/** Where a key moves the focus in a grid that is read row by row; undefined for keys that move nothing. */
export function nextIndex(
  { key, ctrlKey }: Pressed,
  { index, columns, count, page }: Place,
): number | undefined {
  const rowStart = index - (index % columns);
  const target = {
    ArrowLeft: index - 1,
    ArrowRight: index + 1,
    ArrowUp: index - columns,
    ArrowDown: index + columns,
    PageUp: index - page * columns,
    PageDown: index + page * columns,
    Home: ctrlKey ? 0 : rowStart,
    End: ctrlKey ? count - 1 : rowStart + columns - 1,
  }[key];
  if (target === undefined || count === 0) return undefined;
  return Math.max(0, Math.min(target, count - 1));
}
