import type { ProductAction } from '@tickets/contract/access/actions';
import { AppError } from '@tickets/contract/platform/errors';
import type { Context } from '../platform/context.ts';

/** A call by a person about the product itself: what they are in any server says nothing there. */
export type ProductCall = Context & { caller: { user_id: string } };

export function productCallBy(ctx: Context, user_id: string): ProductCall {
  return { ...ctx, caller: { user_id } };
}

/** As authorise(), for what is done to the product itself: refuses everyone but its administrators. */
export function authoriseProduct({ caller, config }: ProductCall, _action: ProductAction): void {
  if (!config.admins.has(caller.user_id)) throw new AppError('permission.admin_only');
}
