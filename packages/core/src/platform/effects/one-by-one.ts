import type { Context } from '../context.ts';
import { isOutage, warnUnlessOutage } from '../outages.ts';

/** After so many in a row nothing else is tried now: Discord, or the database, is away. */
const outagesAtMost = 3;

/**
 * Does something for each, one after another, also where it fails for some. Throws the last failure, so that all of it is repeated;
 * the others are logged, where `later` says what is repeated.
 */
export async function oneByOne<T extends object>(
  { log }: Pick<Context, 'log'>,
  all: Iterable<T> | AsyncIterable<T>,
  { work, later }: { work: (one: T) => Promise<unknown>; later: string },
): Promise<void> {
  let failure: { error: unknown; of: T } | undefined;
  let outages = 0;
  for await (const one of all) {
    try {
      await work(one);
      outages = 0;
    } catch (error) {
      if (failure) warnUnlessOutage(log, failure.error, later, failure.of);
      failure = { error, of: one };
      // What another process holds, or a mistake in one of them, says nothing of the next.
      if (isOutage(error)) outages += 1;
      if (outages === outagesAtMost) break;
    }
  }
  if (failure) throw failure.error;
}
