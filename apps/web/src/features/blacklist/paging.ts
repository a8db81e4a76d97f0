import type { BlacklistPage } from '@tickets/contract/blacklist/blacklist';

/** Roles come all at once with every page of people; each is shown on one page, as people are. */
export function rolesOfPage({ roles, page_limit }: BlacklistPage, page: number): string[] {
  return roles.slice((page - 1) * page_limit, page * page_limit);
}

/** Whether there may be more: users or roles reached what a page holds. */
export function hasNextPage(list: BlacklistPage, page: number): boolean {
  return Math.max(list.users.length, rolesOfPage(list, page).length) >= list.page_limit;
}
