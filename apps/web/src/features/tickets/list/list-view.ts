import {
  knownColumns,
  type ListColumn,
  type ListSearch,
  type ListSort,
  listColumns,
  listSorts,
  readListSearch,
} from './list-search.ts';

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
