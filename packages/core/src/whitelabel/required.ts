import { AppError } from '@tickets/contract/platform/errors';
import { type PremiumGround, userTier } from '../premium/tier.ts';

/** Refuses everyone whose own premium does not let them run a bot. */
export async function requireWhitelabel(ctx: PremiumGround, user_id: string): Promise<void> {
  if ((await userTier(ctx, user_id)) < 1) throw new AppError('whitelabel.premium_required');
}
