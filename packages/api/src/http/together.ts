import { AsyncLocalStorage } from 'node:async_hooks';

const together = new AsyncLocalStorage<{ isLong: boolean }>();

/**
 * Asks for something that is to be one of several in an answer. Undefined for a long answer, which is read as its reader takes it and
 * would lie whole in memory here.
 */
export async function askTogether<T>(ask: () => PromiseLike<T>): Promise<T | undefined> {
  const asked = { isLong: false };
  // What begins only when it is waited for begins within.
  const answer = await together.run(asked, async () => await ask());
  return asked.isLong ? undefined : answer;
}

/** To be called before a long answer is sent. Returns whether it is one of several, so that nothing of it is read. */
export function isLeftOut(): boolean {
  const asked = together.getStore();
  if (asked) asked.isLong = true;
  return asked !== undefined;
}
