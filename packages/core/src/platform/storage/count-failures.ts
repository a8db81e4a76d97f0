import type { Storage } from './storage.ts';

/** The same storage, which also says how often it failed, and when it did last. */
export function countFailures(storage: Storage): Storage {
  const failures: { count: number; last_at: Date | undefined } = { count: 0, last_at: undefined };
  const note = () => {
    failures.count += 1;
    failures.last_at = new Date();
  };
  const counted =
    <Args extends unknown[], T>(work: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      try {
        return await work(...args);
      } catch (error) {
        note();
        throw error;
      }
    };
  return {
    ...storage,
    put: counted(storage.put),
    putStream: counted(storage.putStream),
    get: counted(async (key, sha256?: string) => {
      const file = await storage.get(key, sha256);
      // That it is damaged, or breaks off, is found out while it is read.
      file?.stream.once('error', note);
      return file;
    }),
    remove: counted(storage.remove),
    check: counted(storage.check),
    failures,
  };
}
