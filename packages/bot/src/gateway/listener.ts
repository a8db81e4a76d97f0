import type { MappedEvents } from '@discordjs/core';
import type { Context } from '@tickets/core/platform/context';

type Data<E extends keyof MappedEvents> = MappedEvents[E] extends [{ data: infer D }, ...unknown[]]
  ? D
  : never;

/** How a part of the bot says what it wants to hear. */
export interface Listen {
  ctx: Context;
  /** Handles an event after those before it with the same key, which may be long after it was heard. */
  on<E extends keyof MappedEvents>(
    event: E,
    key: (data: Data<E>) => string,
    work: (data: Data<E>, heard_at: Date) => Promise<void>,
  ): void;
}
