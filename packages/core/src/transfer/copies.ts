import { PermissionLevel } from '@tickets/contract/access/levels';
import { AppError } from '@tickets/contract/platform/errors';
import type {
  CopyRequest,
  CopySource,
  ImportMapping,
  ImportUpload,
} from '@tickets/contract/transfer/transfer';
import { mayAdminister, type TellServers } from '../access/administered.ts';
import { authorise } from '../access/authorise.ts';
import type { UserCall } from '../access/caller.ts';
import { accessLoader, loadAccess } from '../access/load.ts';
import { isUnanswered } from '../platform/discord/ask.ts';
import { exportOf } from './export/write-export.ts';
import { checkUpload } from './import/check.ts';
import { copies } from './import/queues.ts';
import {
  beginUpload,
  dropFiles,
  findUpload,
  getUpload,
  moveUpload,
  type UploadRow,
  viewUpload,
} from './import/upload-rows.ts';
import { checkAgain, confirm, type UploadKey } from './import/uploads.ts';

const sourcesMax = 100;
/** Who copies waits for so long for the copies of others, and then so long for the report. */
const check_wait_ms = 20_000;
const check_ms = 15_000;

/** The other servers of which the caller is an administrator. `told`: the servers that they are in. */
export async function listCopySources(
  call: UserCall,
  guild_id: string,
  told: TellServers,
): Promise<CopySource[]> {
  authorise(call, 'setup.copy', guild_id);
  const { user_id } = call.caller;
  // While Discord does not answer, those servers are listed of which enough is known.
  let unanswered: unknown;
  const unlessAnswered = (error: unknown) => {
    if (!isUnanswered(error)) throw error;
    unanswered = error;
    return undefined;
  };
  const servers = await call.db
    .selectFrom('guilds as g')
    .where('left_at', 'is', null)
    .where('guild_id', '<>', guild_id)
    .where(mayAdminister(user_id, (await told().catch(unlessAnswered)) ?? []))
    .select(['guild_id', 'name', 'icon'])
    .orderBy('name')
    .limit(sourcesMax)
    .execute();
  const accessOf = accessLoader(call);
  const accesses = await Promise.all(
    servers.map((server) => accessOf({ guild_id: server.guild_id, user_id }).catch(unlessAnswered)),
  );
  const found = servers.filter((_, index) => (accesses[index]?.level ?? 0) >= PermissionLevel.admin);
  if (!found.length && unanswered) throw unanswered;
  return found;
}

/** Reads the set-up of another server through an archive of it, and reports what copying it would do. */
export async function prepareCopy(
  call: UserCall,
  guild_id: string,
  { from_guild_id, parts }: CopyRequest,
): Promise<ImportUpload> {
  authorise(call, 'setup.copy', guild_id);
  if (from_guild_id === guild_id) throw new AppError('copy.same_server');
  const { user_id } = call.caller;
  const source = await loadAccess(call, from_guild_id, user_id);
  if (!source || !(source.is_member || source.level > PermissionLevel.none))
    throw new AppError('guild.not_found');
  // It would take the set-up along from a server that let them in for some hours.
  if (source.rule.kind === 'staff_override') throw new AppError('override.not_by_bot_staff');
  if (source.level < PermissionLevel.admin) throw new AppError('copy.source_denied');
  const row = await beginUpload(call, {
    guild_id,
    asked_by: user_id,
    file_type: 'data',
    origin: 'copy',
    preview: true,
    content_type: 'application/zip',
  });
  const archive = exportOf(call, { guild_id: from_guild_id, contents: 'setup' });
  const { bytes, sha256 } = await call.storage.putStream(row.file_key ?? '', archive);
  const set = {
    state: 'checking' as const,
    file_bytes: String(bytes),
    file_sha256: sha256,
    mapping: JSON.stringify({ channels: {}, roles: {}, parts }),
  };
  if (!(await moveUpload(call.db, row, set))) {
    await dropFiles(call, [row]);
    throw new AppError('import.upload_gone');
  }
  const written = await findUpload(call.db, row.upload_id);
  if (written) await checkInTurn(call, written);
  return viewUpload(await getUpload(call.db, { guild_id, upload_id: row.upload_id }, 'copy'));
}

/** Who copies waits for the report, as long as not too many others do. */
async function checkInTurn(call: UserCall, row: UploadRow): Promise<void> {
  const checked = await copies.run(row.guild_id, { wait_ms: check_wait_ms }, () =>
    checkUpload(call, row, { goOn: () => undefined, within_ms: check_ms }),
  );
  if (!checked) throw new AppError('import.busy');
}

/** Makes the report again, with other channels and roles in place of those that are missing. */
export async function checkCopy(
  call: UserCall,
  key: UploadKey,
  mapping: ImportMapping | undefined,
): Promise<ImportUpload> {
  authorise(call, 'setup.copy', key.guild_id);
  const row = await getUpload(call.db, key, 'copy');
  if (row.asked_by !== call.caller.user_id) throw new AppError('import.upload_gone');
  await checkAgain(call, row, { mapping, by: call.caller.user_id });
  const checking = await findUpload(call.db, key.upload_id);
  // The job may have been faster.
  if (checking?.state === 'checking') await checkInTurn(call, checking);
  return viewUpload(await getUpload(call.db, key, 'copy'));
}

/** Copies what was prepared, in the background. */
export async function startCopy(
  call: UserCall,
  key: UploadKey,
  mapping: ImportMapping | undefined,
): Promise<ImportUpload> {
  authorise(call, 'setup.copy', key.guild_id);
  const row = await getUpload(call.db, key, 'copy');
  if (row.asked_by !== call.caller.user_id) throw new AppError('import.upload_gone');
  return confirm(call, row, { mapping, by: call.caller.user_id });
}
