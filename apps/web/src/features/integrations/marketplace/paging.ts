import { integrationLimits } from '@tickets/contract/integrations/integration-limits';

/** Whether there may be more. The built-in integration takes a place on the first page. */
export function hasNextPage(count: number, page: number): boolean {
  return (page === 1 ? count + 1 : count) >= integrationLimits.page;
}
