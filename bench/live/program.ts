import { join } from 'node:path';
import type { BusyServers } from '../../packages/testkit/src/data/busy-servers.ts';
import { type ProgramProcess, startProgramProcess } from '../../packages/testkit/src/outside/program.ts';
import type { BenchDatabase } from '../database.ts';
import { token_secret } from './busy-tickets.ts';

/** The program behind a proxy on this machine, in an installation in which premium is granted. */
export function startBusyProgram(
  database: BenchDatabase,
  { sim, application }: BusyServers,
  args: readonly string[] = [],
  main = join(import.meta.dirname, '../../apps/tickets/src/main.ts'),
): ProgramProcess {
  return startProgramProcess({
    main,
    node_args: ['--max-semi-space-size=2'],
    args,
    database_url: database.url,
    data_dir: database.data_dir,
    sim,
    application,
    env: { JWT_SECRET: token_secret, TRUSTED_PROXIES: '127.0.0.1', PREMIUM: 'entitlements' },
  });
}
