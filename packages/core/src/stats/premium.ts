import { AppError } from '@tickets/contract/errors';
import type { Context } from '../context.ts';
import { hasPremium } from '../premium/tier.ts';

/** Refuses where statistics are not part of what the server has. `feature` names them in the server's language. */
export async function requireStats(ctx: Context, guild_id: string, feature: string): Promise<void> {
  if (!(await hasPremium(ctx, guild_id))) throw new AppError('premium.required', { params: { feature } });
}
