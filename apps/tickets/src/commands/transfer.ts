import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ImportReport } from '@tickets/contract/transfer/transfer';
import type { Context } from '@tickets/core/platform/context';
import { StartupError } from '@tickets/core/platform/startup-error';
import { exportOf } from '@tickets/core/transfer/export/write-export';
import { importByOperator } from '@tickets/core/transfer/import/by-operator';
import type { Command } from './command.ts';
import { isDiscordId } from './discord-id.ts';
import { withContext } from './with-context.ts';

/** Writes all that belongs to a server into a file. */
export const exportCommand: Command = async (config, [id], { to }) => {
  if (!isDiscordId(id)) throw new StartupError('export needs the Discord id of a server.');
  if (!to) throw new StartupError('export needs --to with the name of the file to write.');
  console.log(await withContext(config, (ctx) => exportTo(ctx, id, to)));
  return 0;
};

async function exportTo(ctx: Context, guild_id: string, file: string): Promise<string> {
  await requireServer(ctx, guild_id);
  let tickets = 0;
  const archive = exportOf(ctx, {
    guild_id,
    contents: 'everything',
    note: async (done) => {
      tickets = done;
    },
  });
  // A file that is there already may be somebody else's.
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600 });
  try {
    await pipeline(archive, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new StartupError(`${file} is there already. Choose another name, or remove it first.`);
    await rm(file, { force: true });
    throw error;
  }
  const { size } = await stat(file);
  return `Wrote server ${guild_id} with ${tickets} tickets to ${file} (${size} bytes).`;
}

/** Imports an archive into a server, or says what that would do. */
export const importCommand: Command = async (config, [id], { from, 'dry-run': dry_run = false }) => {
  if (!isDiscordId(id)) throw new StartupError('import needs the Discord id of a server.');
  if (!from) throw new StartupError('import needs --from with the name of the archive.');
  await stat(from).catch((error: NodeJS.ErrnoException) => {
    throw new StartupError(
      error.code === 'ENOENT'
        ? `There is no file ${from}.`
        : `The file ${from} cannot be read: ${error.message}.`,
      { cause: error },
    );
  });
  return withContext(config, async (ctx) => {
    await requireServer(ctx, id);
    const source = { name: basename(from), bytes: createReadStream(from) };
    const { report, problem, runs } = await importByOperator(ctx, id, { ...source, dry_run });
    if (report) console.log(told(report));
    if (problem) throw new StartupError(`${basename(from)} cannot be imported: ${problem}`);
    for (const { logs, created, changed, skipped, failed, run_type } of runs) {
      for (const { log_type, entity_type, message } of logs)
        if (log_type === 'FAIL' || log_type === 'SKIP')
          console.log(`${log_type} ${entity_type ?? ''}: ${message ?? ''}`);
      console.log(
        `${run_type}: ${created} created, ${changed} changed, ${skipped} skipped, ${failed} failed.`,
      );
    }
    if (dry_run) console.log('Nothing was imported, because of --dry-run.');
    return runs.some(({ failed, state }) => failed > 0 || state === 'failed') ? 1 : 0;
  });
};

function told({
  source,
  vouched_by,
  entities,
  items,
  items_left_out,
  unmatched,
  unmatched_left_out,
  notes,
}: ImportReport): string {
  const from = source.guild_name ?? source.guild_id ?? 'an unknown server';
  return [
    `Archive of ${from}, made ${source.made_at ?? 'at an unknown time'}.`,
    ...(vouched_by === 'none' ? ['Nobody vouches for it: it is not signed.'] : []),
    ...entities.map(
      ({ entity_type, create, change, same, skip }) =>
        `${entity_type.padEnd(28)}${create} to create, ${change} to change, ${same} the same, ${skip} to skip`,
    ),
    ...items
      .filter(({ reason }) => reason)
      .map(({ entity_type, name, outcome, reason }) => `${outcome} ${entity_type} ${name}: ${reason}`),
    ...(items_left_out ? [`... and ${items_left_out} more`] : []),
    ...unmatched
      .filter(({ counterpart }) => !counterpart)
      .map(({ kind, id, name, used_by }) => `no ${kind} for ${name ?? id}, needed by ${used_by.join(', ')}`),
    ...(unmatched_left_out ? [`... and ${unmatched_left_out} more channels and roles`] : []),
    ...notes,
  ].join('\n');
}

async function requireServer({ db }: Context, guild_id: string): Promise<void> {
  const server = await db
    .selectFrom('guilds')
    .where('guild_id', '=', guild_id)
    .where('left_at', 'is', null)
    .select('guild_id')
    .executeTakeFirst();
  if (!server) throw new StartupError(`The bot is in no server ${guild_id}.`);
}
