import { AsyncLocalStorage } from 'node:async_hooks';

const serving = new AsyncLocalStorage<string>();

/** Does something for one server: the calls to Discord that come of it count as that server's. */
export const forServer = <T>(guild_id: string, work: () => T): T => serving.run(guild_id, work);

/**
 * Does something that a person can refuse, such as a direct message. Of these a server has a count of its own: people who take none
 * must not keep it from everything else.
 */
export function ofPeople<T>(work: () => T): T {
  const server = serving.getStore();
  return server === undefined ? work() : serving.run(`people of ${server}`, work);
}

/** For which server something is being done; undefined where for none, or for several. */
export const servedServer = (): string | undefined => serving.getStore();
