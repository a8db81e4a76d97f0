/** The columns that can be shown, in the order of the table. Stored and written in addresses by these names. */
export const listColumns = [
  'id',
  'panel',
  'user',
  'opened_time',
  'claimed_by',
  'last_message_time',
  'awaiting_response',
] as const;
export type ListColumn = (typeof listColumns)[number];

export const listSorts = ['id_asc', 'id_desc', 'unclaimed'] as const;
export type ListSort = (typeof listSorts)[number];

/** What stands in the address: only what was chosen there. Columns are joined by commas. */
export interface ListSearch {
  columns?: string;
  sort?: ListSort;
  only_mine?: boolean;
}

/** What is not known of it says nothing. */
export function readListSearch(search: Record<string, unknown>): ListSearch {
  const { only_mine } = search;
  const columns = typeof search.columns === 'string' ? knownColumns(search.columns.split(',')) : [];
  const sort = listSorts.find((known) => known === search.sort);
  return {
    ...(columns.length > 0 && { columns: columns.join() }),
    ...(sort && { sort }),
    // A link carries them as texts.
    ...((String(only_mine) === 'true' || String(only_mine) === 'false') && {
      only_mine: String(only_mine) === 'true',
    }),
  };
}

/** In the order of the table, whatever order they were chosen in. */
export function knownColumns(names: readonly unknown[]): ListColumn[] {
  return listColumns.filter((column) => names.includes(column));
}
