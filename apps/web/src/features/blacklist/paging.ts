import type { BlacklistPage } from '@tickets/contract/blacklist';

/**
 * Whether there may be more: users or roles reached what a page holds. All roles come on every page, so beyond the
 * first they promise more only where there still were users.
 */
export function hasNextPage({ users, roles, page_limit }: BlacklistPage, page: number): boolean {
  if (users.length >= page_limit) return true;
  return roles.length >= page_limit && (page === 1 || users.length > 0);
}
