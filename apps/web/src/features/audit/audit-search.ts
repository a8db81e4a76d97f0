/** What the page shows, as it stands in its address. Names of kinds and actions are those of the contract. */
export interface AuditSearch {
  /** The id of a person. */
  user?: string;
  type?: string;
  /** Of one thing alone, together with its type. */
  id?: string;
  action?: string;
  source?: string;
  /** Days as YYYY-MM-DD, in the reader's own time; both count. */
  from?: string;
  to?: string;
  older_than?: number;
  newer_than?: number;
  /** The entry that stands open. */
  open?: number;
}

/** What an address may say. Anything else asks for nothing. */
const shapes = {
  user: /^\d{1,20}$/,
  type: /^[a-z_]{1,30}$/,
  id: /^.{1,100}$/u,
  action: /^[a-z_.]{1,60}$/,
  source: /^(dashboard|discord|operator|system|override)$/,
  from: /^\d{4}-\d\d-\d\d$/,
  to: /^\d{4}-\d\d-\d\d$/,
} as const;
const numbers = ['older_than', 'newer_than', 'open'] as const;

export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  const texts = Object.entries(shapes).flatMap(([key, shape]) => {
    const text = String(search[key] ?? '');
    return shape.test(text) ? [[key, text]] : [];
  });
  const ids = numbers.flatMap((key) => {
    const number = Number(search[key]);
    return Number.isInteger(number) && number > 0 && number <= 2_147_483_647 ? [[key, number]] : [];
  });
  const { id, action, ...read }: AuditSearch = Object.fromEntries([...texts, ...ids]);
  return { ...read, ...(id && read.type && { id }), ...(action && read.type && { action }) };
}
