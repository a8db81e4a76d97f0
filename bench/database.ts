import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../packages/core/src/platform/db/embedded/supervisor.ts';
import { migrate } from '../packages/core/src/platform/db/migrate.ts';

export interface BenchDatabase extends AsyncDisposable {
  url: string;
  /** An empty folder for the program. */
  data_dir: string;
}

/** A migrated PostgreSQL of its own, which keeps what it is told as in production. */
export async function startBenchDatabase(): Promise<BenchDatabase> {
  const dir = await mkdtemp(join(tmpdir(), 'tickets-bench-'));
  // The account that runs the server must get through.
  await chmod(dir, 0o755);
  const log = { info: () => undefined, warn: console.warn, error: console.error };
  const server = await startEmbeddedPostgres({ dataDir: dir, durable: true, log });
  await migrate(server.url);
  return {
    url: server.url,
    data_dir: await mkdtemp(join(dir, 'program-')),
    async [Symbol.asyncDispose]() {
      await server.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
