import { AppError } from '@tickets/contract/errors';
import pg from 'pg';
import { DatabaseUnreachableError } from './patience.ts';

/** Classes of PostgreSQL's errors (appendix A of its manual): no connection, no resources, an operator at work, its disk. */
const notAtTheMoment = /^(08|53|57|58)/;
const diskFull = '53100';

/** What a person is told when the database or the disk keeps us from working; undefined for every other error. */
export function toldOfDatabase(error: unknown): AppError | undefined {
  const cause = { cause: error };
  if (error instanceof DatabaseUnreachableError) return new AppError('service.database_down', cause);
  if (error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT'))
    return new AppError('service.disk_full', cause);
  if (!(error instanceof pg.DatabaseError) || !notAtTheMoment.test(error.code ?? '')) return undefined;
  return new AppError(error.code === diskFull ? 'service.disk_full' : 'service.database_down', cause);
}
