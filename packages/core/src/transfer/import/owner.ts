import { AppError } from '@tickets/contract/platform/errors';
import type { UserCall } from '../../access/caller.ts';

/** Refuses everyone but the owner of a server and the administrators of the product: an import can make administrators. */
export function requireOwner({ caller }: UserCall, what: 'data' | 'transcripts' | 'server data'): void {
  const { rule } = caller.access;
  if (rule.kind !== 'owner' && rule.kind !== 'product_admin')
    throw new AppError('import.owner_only', { params: { what } });
}
