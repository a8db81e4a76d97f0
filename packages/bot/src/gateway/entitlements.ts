import { GatewayDispatchEvents as E } from '@discordjs/core';
import { forgetEntitlement, takeEntitlement } from '@tickets/core/premium/discord-store';
import type { Listen } from './listen.ts';

/** One after another, and never while all of them are compared. */
export const entitlementsKey = 'entitlements';

/** Keeps what people have bought in Discord's store. */
export function listenToEntitlements({ ctx, on }: Listen): void {
  const key = () => entitlementsKey;
  on(E.EntitlementCreate, key, (entitlement) => takeEntitlement(ctx, entitlement));
  // Its end, or what was bought again.
  on(E.EntitlementUpdate, key, (entitlement) => takeEntitlement(ctx, entitlement));
  // A refund; one that runs out is not deleted.
  on(E.EntitlementDelete, key, ({ id }) => forgetEntitlement(ctx, id));
}
