import { randomBytes } from 'node:crypto';
import { AppError } from '@tickets/contract/platform/errors';
import type { ExportContents, ServerExport } from '@tickets/contract/transfer/transfer';
import type { Selectable } from 'kysely';
import { authorise } from '../../access/authorise.ts';
import type { UserCall } from '../../access/caller.ts';
import { record } from '../../audit/record.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { ServerExports } from '../../platform/db/schema.generated.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import { signServerExportUrl } from '../../platform/storage/file-links.ts';

export type ExportRow = Selectable<ServerExports>;

const shownMax = 10;

/** Has the data of a server put into one file. A server makes one at a time. */
export async function startExport(
  call: UserCall,
  guild_id: string,
  { contents }: { contents: ExportContents },
): Promise<ServerExport> {
  authorise(call, 'export.start', guild_id);
  await call.storage.requireRoom?.();
  const row = await call.db.transaction().execute(async (tx) => {
    const made = await tx
      .insertInto('server_exports')
      .values({
        guild_id,
        asked_by: call.caller.user_id,
        asked_at: call.clock.now(),
        contents,
        // Before the file, so that none is there of which no row tells.
        file_key: randomBytes(16).toString('hex'),
      })
      .onConflict((oc) => oc.doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!made) throw new AppError('export.running');
    await record(tx, call, guild_id, {
      action: 'export.make',
      resource: 'export',
      id: made.export_id,
      after: { contents },
    });
    await exportByJob(tx, made);
    return made;
  });
  return viewExport(row);
}

/** The caller's exports of a server, the newest first. */
export async function listExports(call: UserCall, guild_id: string): Promise<ServerExport[]> {
  authorise(call, 'export.read', guild_id);
  const rows = await call.db
    .selectFrom('server_exports')
    .where('guild_id', '=', guild_id)
    .where('asked_by', '=', call.caller.user_id)
    .selectAll()
    .orderBy('asked_at', 'desc')
    .limit(shownMax)
    .execute();
  return rows.map(viewExport);
}

export interface ExportKey {
  guild_id: string;
  export_id: string;
}

/** Stops an export that is being made, whoever asked for it: the server makes no other meanwhile. */
export async function cancelExport(call: UserCall, { guild_id, export_id }: ExportKey): Promise<void> {
  authorise(call, 'export.start', guild_id);
  const stopped = await call.db
    .updateTable('server_exports')
    .set({ state: 'cancelled', finished_at: call.clock.now() })
    .where('export_id', '=', export_id)
    .where('guild_id', '=', guild_id)
    .where('state', 'in', ['waiting', 'running'])
    .returning('export_id')
    .executeTakeFirst();
  if (!stopped) throw new AppError('export.gone');
}

/** Where the file of an export can be fetched for a minute. */
export async function exportLink(
  call: UserCall,
  { guild_id, export_id }: ExportKey,
): Promise<{ url: string }> {
  // Data is taken out with the link, so it asks for as much as the export.
  authorise(call, 'export.start', guild_id);
  const row = await findExport(call.db, export_id);
  if (row?.guild_id !== guild_id || row.asked_by !== call.caller.user_id || !isThere(row, call.clock.now()))
    throw new AppError('export.gone');
  return { url: signServerExportUrl(call, export_id) };
}

/** Whether the file of an export can be fetched. */
export const isThere = ({ state, file_key, file_expires_at }: ExportRow, now: Date) =>
  state === 'done' && file_key !== null && file_expires_at !== null && file_expires_at > now;

export const findExport = (db: Db, export_id: string): Promise<ExportRow | undefined> =>
  db.selectFrom('server_exports').where('export_id', '=', export_id).selectAll().executeTakeFirst();

/** Such as `tickets-harbour-games-setup-2026-01-31.zip`: of which server it is, and what is in it. */
export async function exportFileName(
  db: Db,
  { guild_id, contents, asked_at }: Pick<ExportRow, 'guild_id' | 'contents' | 'asked_at'>,
): Promise<string> {
  const server = await db
    .selectFrom('guilds')
    .where('guild_id', '=', guild_id)
    .select('name')
    .executeTakeFirst();
  const day = asked_at.toISOString().slice(0, 10);
  return `tickets-${inFileName(server?.name ?? '') || guild_id}-${contents}-${day}.zip`;
}

const nameMax = 40;

/** Letters and digits of any script, which every file system takes; what stands between them is a hyphen. */
const inFileName = (name: string): string =>
  [
    ...name
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-'),
  ]
    .slice(0, nameMax)
    .join('')
    .replace(/^-+|-+$/g, '');

export async function exportByJob(
  db: Db | Tx,
  { guild_id, export_id }: Pick<ExportRow, 'guild_id' | 'export_id'>,
): Promise<void> {
  await addJob(db, 'server.export', { guild_id, export_id }, { key: `server.export:${export_id}` });
}

const viewExport = (row: ExportRow): ServerExport => ({
  export_id: row.export_id,
  contents: row.contents,
  state: row.state,
  asked_at: row.asked_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
  is_failing: row.problem !== null && row.state === 'running',
  tickets_done: row.tickets_done,
  tickets_total: row.tickets_total,
  file_bytes: row.state === 'done' && row.file_key !== null ? Number(row.file_bytes) : null,
  expires_at: row.file_expires_at?.toISOString() ?? null,
});
