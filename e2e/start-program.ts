import { rm } from 'node:fs/promises';
import { buildWebWhenStale } from '../scripts/build-web.ts';
import { makeFirstStart, startProgram } from './support/program.ts';

/**
 * Starts the program that most tests share. They find it by E2E_DASHBOARD_URL (their baseURL), E2E_DISCORD_URL (the
 * simulated Discord) and E2E_DATA_DIR. A program that runs already can be named by the first. Programs of a file's own start
 * from the same first start.
 */
export default async function startSharedProgram() {
  if (process.env.E2E_DASHBOARD_URL) return undefined;
  buildWebWhenStale();
  const firstStart = await makeFirstStart();
  process.env.E2E_FIRST_START = firstStart;
  const program = await startProgram();
  process.env.E2E_DASHBOARD_URL = program.address;
  process.env.E2E_DISCORD_URL = program.discord;
  process.env.E2E_DATA_DIR = program.dataDir;
  return async () => {
    await program.end();
    await rm(firstStart, { recursive: true, force: true });
  };
}
