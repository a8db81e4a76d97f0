import { createDb, createPool, type Db } from '@tickets/core/platform/db/db';
import { findRunningPostgres } from '@tickets/core/platform/db/embedded/supervisor';
import type { TestProgram } from './program.ts';

/** The database of a running program, for what nobody can bring about in Discord. */
export async function withDatabase<T>({ dataDir }: TestProgram, work: (db: Db) => Promise<T>): Promise<T> {
  const url = await findRunningPostgres(dataDir);
  if (!url) throw new Error('The program has no database that runs.');
  const pool = createPool(url, { max: 2 });
  try {
    return await work(createDb(pool));
  } finally {
    await pool.end();
  }
}
