import type { Context } from '../../platform/context.ts';

/** Removes the copies of somebody's data, but for that of one request. Returns how many. */
export async function removeExports(
  { db, storage }: Pick<Context, 'db' | 'storage'>,
  user_id: string,
  except?: string,
): Promise<number> {
  const rows = await db
    .selectFrom('data_requests')
    .where('user_id', '=', user_id)
    .where('kind', '=', 'export')
    .where('file_key', 'is not', null)
    .$if(except !== undefined, (query) => query.where('request_id', '<>', except ?? ''))
    .select(['request_id', 'file_key'])
    .execute();
  await dropFiles({ db, storage }, rows);
  return rows.length;
}

/** Removes the copies whose time is over. */
export async function purgeExports({ db, storage, clock }: Context): Promise<void> {
  const rows = await db
    .selectFrom('data_requests')
    .where('file_key', 'is not', null)
    .where('file_expires_at', '<', clock.now())
    .select(['request_id', 'file_key'])
    .execute();
  await dropFiles({ db, storage }, rows);
}

/** The file first: a row without one is never found again. */
async function dropFiles(
  { db, storage }: Pick<Context, 'db' | 'storage'>,
  rows: readonly { request_id: string; file_key: string | null }[],
): Promise<void> {
  for (const { request_id, file_key } of rows) {
    if (file_key) await storage.remove(file_key);
    await db
      .updateTable('data_requests')
      .set({ file_key: null, file_bytes: null, file_sha256: null, file_expires_at: null })
      .where('request_id', '=', request_id)
      .execute();
  }
}
