/** What the page was asked, in its address, so that an answer can be sent to a colleague. */
export interface WhoCanSeeSearch {
  user?: string;
  roles?: string;
  ticket?: number;
  page?: string;
}

const isId = (value: unknown) => /^\d{1,20}$/.test(String(value));

export function readWhoCanSeeSearch({ user, roles, ticket, page }: Record<string, unknown>): WhoCanSeeSearch {
  const ids = String(roles ?? '')
    .split(',')
    .filter(isId);
  return {
    ...(isId(user) ? { user: String(user) } : roles !== undefined && { roles: ids.join(',') }),
    ...(Number.isInteger(Number(ticket)) && Number(ticket) > 0
      ? { ticket: Number(ticket) }
      : page !== undefined && { page: String(page) }),
  };
}
