import type { ChangedBy } from '../audit/record.ts';

/** How the audit log knows a change of what a server has. */
export const premiumOf = { action: 'premium.change', resource: 'premium' } as const;

/** A command of whoever runs the product. */
export const byOperator: ChangedBy = { user_id: null, source: 'operator' };
