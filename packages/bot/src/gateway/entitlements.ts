import { GatewayDispatchEvents as E } from '@discordjs/core';
import type { Context } from '@tickets/core/platform/context';
import { compareEntitlements, forgetEntitlement, takeEntitlement } from '@tickets/core/premium/discord-store';
import type { KeyedQueue } from './keyed-queue.ts';
import type { Listen } from './listener.ts';
import type { Step } from './repair.ts';

/** One after another, and never while all of them are compared. */
const entitlementsKey = 'entitlements';

/** Keeps what people have bought in Discord's store. */
export function listenToEntitlements({ ctx, on }: Listen): void {
  const key = () => entitlementsKey;
  on(E.EntitlementCreate, key, (entitlement) => takeEntitlement(ctx, entitlement));
  // Its end, or what was bought again.
  on(E.EntitlementUpdate, key, (entitlement) => takeEntitlement(ctx, entitlement));
  // A refund; one that runs out is not deleted.
  on(E.EntitlementDelete, key, ({ id }) => forgetEntitlement(ctx, id));
}

/** Takes what was bought while nobody listened, once it is asked for, and again until Discord tells. */
export class MissedEntitlements implements Step {
  readonly failed = 'what was bought meanwhile is not known yet';
  readonly #ctx: Context;
  readonly #queue: KeyedQueue;
  #isWanted = false;

  constructor(ctx: Context, queue: KeyedQueue) {
    this.#ctx = ctx;
    this.#queue = queue;
  }

  want(): void {
    this.#isWanted = true;
  }

  async run(): Promise<void> {
    if (!this.#isWanted) return;
    let failure: unknown = new Error('there was no place for it in the queue');
    await this.#queue.add(entitlementsKey, 'what was bought meanwhile', async () => {
      failure = await compareEntitlements(this.#ctx).then(
        () => undefined,
        (error: unknown) => error,
      );
    });
    if (failure) throw failure;
    this.#isWanted = false;
  }
}
