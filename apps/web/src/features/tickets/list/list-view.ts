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

/** How the list beside a ticket can be ordered. */
export const queueOrders = ['waiting', ...listSorts] as const;
export type QueueOrder = (typeof queueOrders)[number];

/** How somebody looks at the open tickets. */
export interface ListView {
  columns: readonly ListColumn[];
  sort: ListSort;
  /** Without the tickets that others have claimed. */
  only_mine: boolean;
}

export const defaultListView: ListView = {
  columns: listColumns.filter((column) => column !== 'opened_time'),
  sort: 'unclaimed',
  only_mine: false,
};

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

export function searchOf({ columns, ...rest }: Partial<ListView>): ListSearch {
  return { ...(columns && { columns: columns.join() }), ...rest };
}

/** What an address says. The router hands on what it did not understand, too. */
export function viewOf(search: Record<string, unknown>): Partial<ListView> {
  const { columns, ...rest } = readListSearch(search);
  return { ...(columns !== undefined && { columns: knownColumns(columns.split(',')) }), ...rest };
}

const storageKeys = {
  columns: 'ticket_list:selected_columns',
  sort: 'ticket_list:sort_order',
  only_mine: 'ticket_list:only_my_tickets',
} as const;

/** How the list was looked at last in this browser. */
export function storedListView(): ListView {
  const sort = localStorage.getItem(storageKeys.sort);
  return {
    columns: storedColumns() ?? defaultListView.columns,
    sort: listSorts.find((known) => known === sort) ?? defaultListView.sort,
    only_mine: localStorage.getItem(storageKeys.only_mine) === 'true',
  };
}

export function storeListView({ columns, sort, only_mine }: Partial<ListView>): void {
  if (columns) localStorage.setItem(storageKeys.columns, JSON.stringify(columns));
  if (sort) localStorage.setItem(storageKeys.sort, sort);
  if (only_mine !== undefined) localStorage.setItem(storageKeys.only_mine, String(only_mine));
}

/** What the list beside a ticket shows, and in which order. */
export interface QueueView {
  order: QueueOrder;
  only_mine: boolean;
}

const queueKeys = {
  order: 'ticket_queue:order',
  /** Of the list that was left last in this window, which may have had it from its address. */
  only_mine: 'ticket_queue:only_my_tickets',
} as const;

export function storedQueueView(): QueueView {
  const order = localStorage.getItem(queueKeys.order);
  const only_mine = sessionStorage.getItem(queueKeys.only_mine);
  return {
    order: queueOrders.find((known) => known === order) ?? 'waiting',
    only_mine: only_mine === null ? storedListView().only_mine : only_mine === 'true',
  };
}

export function storeQueueView({ order, only_mine }: Partial<QueueView>): void {
  if (order) localStorage.setItem(queueKeys.order, order);
  if (only_mine !== undefined) sessionStorage.setItem(queueKeys.only_mine, String(only_mine));
}

function storedColumns(): ListColumn[] | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKeys.columns) ?? 'null');
    const columns = Array.isArray(stored) ? knownColumns(stored) : [];
    return columns.length ? columns : undefined;
  } catch {
    return undefined;
  }
}

/** In the order of the table, whatever order they were chosen in. */
export function knownColumns(names: readonly unknown[]): ListColumn[] {
  return listColumns.filter((column) => names.includes(column));
}
