import { AppError } from '@tickets/contract/platform/errors';
import type { NamedGate } from '@tickets/contract/premium/gates';
import { en } from '../platform/texts/en.ts';
import { isOpen, type PremiumGround } from './tier.ts';

/** Refuses what is not part of what the server has, and names it. */
export async function requirePremium(ctx: PremiumGround, guild_id: string, gate: NamedGate): Promise<void> {
  if (await isOpen(ctx, guild_id, gate)) return;
  throw new AppError('premium.required', {
    params: { feature: en.features[gate] },
    // For the doors that speak other languages.
    details: { feature: gate },
  });
}
