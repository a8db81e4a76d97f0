import type { EntityType, LogType } from '@tickets/contract/transfer/transfer';
import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { ImportRuns } from '../../platform/db/schema.generated.ts';

export type RunRow = Selectable<ImportRuns>;

const messageMax = 1000;

export interface Line {
  type: LogType;
  entity?: EntityType | undefined;
  message?: string;
}

/** Writes a line into the log of an import. */
export async function writeLog(
  db: Db | Tx,
  { run_id }: Pick<RunRow, 'run_id'>,
  { type, entity, message }: Line,
): Promise<void> {
  await db
    .insertInto('import_logs')
    .values({
      run_id,
      log_type: type,
      entity_type: entity ?? null,
      message: message?.toWellFormed().replaceAll('\u0000', '').slice(0, messageMax) ?? null,
      logged_at: new Date(),
    })
    .execute();
}
