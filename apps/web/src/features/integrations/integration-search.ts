/** What the marketplace was asked, and what the page before it did. */
export interface MarketSearch {
  page?: number | undefined;
  added?: true | undefined;
  removed?: true | undefined;
}

// What does not count is said to be undefined, because the router leaves in place what a reader leaves out.
const flag = (value: unknown) => (value === true || value === 'true' ? true : undefined);

export function readMarketSearch(search: Record<string, unknown>): MarketSearch {
  const page = Number(search.page);
  return {
    page: Number.isInteger(page) && page > 1 ? page : undefined,
    added: flag(search.added),
    removed: flag(search.removed),
  };
}

export function readCreatedSearch(search: Record<string, unknown>): { created?: true | undefined } {
  return { created: flag(search.created) };
}
