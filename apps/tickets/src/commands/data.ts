import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { zipOf } from '@tickets/core/personal-data/export/zip';
import { countKept, openTicketsToShow } from '@tickets/core/personal-data/kept';
import { askForErasure, cancelErasure } from '@tickets/core/personal-data/requests';
import { findRequest, workOnRequest } from '@tickets/core/personal-data/work';
import type { Context } from '@tickets/core/platform/context';
import { StartupError } from '@tickets/core/platform/startup-error';
import { withoutDamaged } from '@tickets/core/platform/storage/problem';
import { type Options, usage } from '../config/options.ts';
import type { Command } from './command.ts';
import { isDiscordId } from './discord-id.ts';
import { withContext } from './with-context.ts';

/** What an operator does when a person asks what is kept of them, or to have it erased. */
export const data: Command = async (config, [action, id], options) => {
  const work = plan(action, id, options);
  console.log(await withContext(config, work));
  return 0;
};

type Work = (ctx: Context) => Promise<string>;

/** Everything that can be wrong with the command is said before anything is started. */
function plan(action: string | undefined, id: string | undefined, options: Options): Work {
  if (action !== 'show' && action !== 'export' && action !== 'erase')
    throw new StartupError(`There is no command "data ${action ?? ''}".\n\n${usage}`);
  if (!isDiscordId(id)) throw new StartupError(`data ${action} needs the Discord id of a person.`);
  if (action === 'show') return (ctx) => show(ctx, id);
  if (action === 'erase') return (ctx) => erase(ctx, id, options);
  const { to } = options;
  if (!to) throw new StartupError('data export needs --to with the name of the file to write.');
  return (ctx) => exportTo(ctx, id, to);
}

async function show(ctx: Context, id: string): Promise<string> {
  const [kept, open] = await Promise.all([countKept(ctx.db, id), openTicketsToShow(ctx, id, 60_000)]);
  const lines = Object.entries(kept).map(([kind, count]) => `${kind.replace('_', ' ').padEnd(16)}${count}`);
  const tickets = open.map(
    ({ guild_name, ticket_id, part }) => `open ticket     #${ticket_id} in ${guild_name}, as its ${part}`,
  );
  return [...lines, ...tickets].join('\n');
}

async function exportTo(ctx: Context, id: string, file: string): Promise<string> {
  let rows = 0;
  const note = async (more: number) => {
    rows += more;
  };
  await withoutDamaged(ctx, async (damaged) => {
    rows = 0;
    // A file that is there already may be somebody else's.
    const target = createWriteStream(file, { flags: 'wx', mode: 0o600 });
    try {
      await pipeline(zipOf(ctx, id, { note, damaged }), target);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST')
        throw new StartupError(`${file} is there already. Choose another name, or remove it first.`);
      await rm(file, { force: true });
      throw error;
    }
  });
  return `Wrote ${rows} rows and files of user ${id} to ${file}.`;
}

async function erase(ctx: Context, id: string, { now, cancel }: Options): Promise<string> {
  if (cancel) {
    await cancelErasure(ctx, id);
    return `The erasure of user ${id} is cancelled.`;
  }
  const request = await askForErasure(ctx, id, { now: now ?? false });
  if (!now)
    return `Everything that is kept of user ${id} will be erased at ${request.due_at.toISOString()}, if the program runs. Until then "data erase ${id} --cancel" takes that back.`;
  try {
    // The program may be at it already.
    while (!(await workOnRequest(ctx, request))) await sleep(500);
  } catch (cause) {
    throw new StartupError(
      `The erasure of user ${id} was interrupted: ${cause instanceof Error ? cause.message : String(cause)}. The program goes on with it when it runs; or give the command again.`,
      { cause },
    );
  }
  const done = await findRequest(ctx, request.request_id);
  if (done?.state !== 'done')
    throw new StartupError('A ticket was opened meanwhile. Close it and try again.');
  return `Everything that is kept of user ${id} was erased (${done.rows_done} rows and files). Note the request: ${done.request_id}.`;
}
