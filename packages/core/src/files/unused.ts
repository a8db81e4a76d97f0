import { sql } from 'kysely';
import type { Context } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import { addJob } from '../platform/jobs/jobs.ts';

const batch = 100;

/**
 * Has bytes removed from storage once this transaction is through, or as long after it, unless a row names them by then.
 * Those that are being uploaded wait until the upload must be over.
 */
export async function removeLater(tx: Tx, storage_key: string, wait_ms: number): Promise<void> {
  await sql`insert into files_to_remove (storage_key, due_at)
    values (${storage_key}, now() + ${wait_ms} * interval '1 millisecond')
    on conflict (storage_key) do update set due_at = greatest(files_to_remove.due_at, excluded.due_at)`.execute(
    tx,
  );
  if (wait_ms === 0) await addJob(tx, 'files.remove_unused', {}, { key: 'files.remove_unused' });
}

/** As removeLater(), by the one who uploaded the bytes: nothing of them is under way any more. */
export async function removeUploaded(tx: Tx, storage_key: string): Promise<void> {
  await tx.deleteFrom('files_to_remove').where('storage_key', '=', storage_key).execute();
  await removeLater(tx, storage_key, 0);
}

/**
 * Removes the bytes that no row names any more. No name is given twice, so nobody can put others there meanwhile. Throws
 * when storage did not remove all of them; they stay due.
 */
export async function removeUnusedFiles({ db, storage }: Pick<Context, 'db' | 'storage'>): Promise<void> {
  let problem: unknown;
  for (let after = ''; ; ) {
    const due = await dueFiles(db, after);
    const removed = await Promise.allSettled(
      due.map(async ({ storage_key, is_named }) => {
        if (!is_named) await storage.remove(storage_key);
        await db.deleteFrom('files_to_remove').where('storage_key', '=', storage_key).execute();
      }),
    );
    problem ??= removed.find((one) => one.status === 'rejected')?.reason;
    after = due.at(-1)?.storage_key ?? '';
    if (due.length < batch) break;
  }
  if (problem !== undefined) throw problem;
}

async function dueFiles(db: Db, after: string): Promise<{ storage_key: string; is_named: boolean }[]> {
  const { rows } = await sql<{ storage_key: string; is_named: boolean }>`
    select storage_key, exists (select from stored_files f where f.storage_key = r.storage_key) as is_named
    from files_to_remove r where due_at <= now() and storage_key > ${after}
    order by storage_key limit ${batch}`.execute(db);
  return rows;
}
