import { AppError } from '@tickets/contract/platform/errors';
import type { Context } from '../platform/context.ts';
import { en } from '../platform/texts/en.ts';
import { hasPremium } from './tier.ts';

/** What needs premium, as the text files name it. */
export type FeatureName = keyof typeof en.features;

/** Refuses what is not part of what the server has. */
export async function requirePremium(ctx: Context, guild_id: string, feature: FeatureName): Promise<void> {
  if (await hasPremium(ctx, guild_id)) return;
  throw new AppError('premium.required', {
    params: { feature: en.features[feature] },
    // For the doors that speak other languages.
    details: { feature },
  });
}
