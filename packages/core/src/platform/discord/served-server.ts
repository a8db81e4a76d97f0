import { AsyncLocalStorage } from 'node:async_hooks';

const serving = new AsyncLocalStorage<string>();

/** Does something for one server: the calls to Discord that come of it count as that server's. */
export const forServer = <T>(guild_id: string, work: () => T): T => serving.run(guild_id, work);

/** For which server something is being done; undefined where for none, or for several. */
export const servedServer = (): string | undefined => serving.getStore();
