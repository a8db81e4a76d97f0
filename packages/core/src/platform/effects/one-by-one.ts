import type { Context } from '../context.ts';
import { warnUnlessOutage } from '../outages.ts';

/** After so many in a row nothing else is tried now: Discord, or the database, seems to be away. */
const failuresAtMost = 3;

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
  let inARow = 0;
  for await (const one of all) {
    try {
      await work(one);
      inARow = 0;
    } catch (error) {
      if (failure) warnUnlessOutage(log, failure.error, later, failure.of);
      failure = { error, of: one };
      inARow += 1;
      if (inARow === failuresAtMost) break;
    }
  }
  if (failure) throw failure.error;
}
