import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@tickets/contract/platform/errors';
import { zipOf } from '@tickets/core/personal-data/export/zip';
import { countKept, openTicketsOf } from '@tickets/core/personal-data/kept';
import { askForErasure, cancelErasure } from '@tickets/core/personal-data/requests';
import { findRequest, workOnRequest } from '@tickets/core/personal-data/work';
import type { Context } from '@tickets/core/platform/context';
import { createDb, createPool } from '@tickets/core/platform/db/db';
import { findRunningProgram } from '@tickets/core/platform/db/embedded/data-dir-lock';
import { memoryEvents } from '@tickets/core/platform/events/events';
import { postgresEvents } from '@tickets/core/platform/events/postgres-events';
import { StartupError } from '@tickets/core/platform/startup-error';
import { upgradeDatabase } from '../backups.ts';
import type { Config } from '../config.ts';
import { createContext } from '../context.ts';
import { borrowDatabase } from '../database.ts';
import { createLog } from '../log.ts';
import type { Command } from '../main.ts';
import { type Options, usage } from '../options.ts';
import { generatedSecrets } from '../secrets.ts';
import { openStorage } from '../storage.ts';
import { isDiscordId } from './discord-id.ts';

/** What an operator does when a person asks what is kept of them, or to have it erased. */
export const data: Command = async (config, [action, id], options) => {
  const work = plan(action, id, options);
  const log = createLog({ level: 'warn' });
  const database = await borrowDatabase(config, log);
  const db = createDb(createPool(database.url, { max: 4 }));
  try {
    await upgradeDatabase(config, database.url, log);
    const events = config.databaseUrl
      ? await postgresEvents({
          url: database.url,
          db,
          onError: (error) => log.warn({ err: error }, 'could not tell the others'),
        })
      : memoryEvents();
    try {
      const ctx = await createContext({
        config,
        ...(await surroundings(config)),
        secrets: await generatedSecrets(config.dataDir),
        db,
        events,
        storage: await openStorage(config),
        log,
        admins: config.admins,
      });
      console.log(await work(ctx));
    } catch (error) {
      if (error instanceof AppError) throw new StartupError(error.message, { cause: error });
      throw error;
    } finally {
      await events.close();
    }
  } finally {
    await db.destroy();
    await database.stop();
  }
  return 0;
};

/** Where the program and Discord are. Nobody answers where the simulated one does not run. */
async function surroundings(config: Config) {
  const running = await findRunningProgram(config.dataDir);
  const address = config.publicUrl ?? running?.address ?? `http://localhost:${config.port}`;
  const url = running?.simulator?.url ?? 'http://127.0.0.1:1';
  const simulated = {
    url,
    web_url: url,
    cdn_url: `${url}/cdn`,
    token: running?.simulator?.token ?? 'none.none.none',
    client_id: running?.simulator?.application_id ?? '0',
    client_secret: '',
  };
  const dashboard = config.dashboardUrl ?? address;
  return {
    addresses: { port: config.port, simPort: 0, public: address, dashboard, simulator: url },
    discord: config.discord ?? simulated,
  };
}

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

async function show({ db }: Context, id: string): Promise<string> {
  const [kept, open] = await Promise.all([countKept(db, id), openTicketsOf(db, id)]);
  const lines = Object.entries(kept).map(([kind, count]) => `${kind.replace('_', ' ').padEnd(16)}${count}`);
  const tickets = open.map(
    ({ guild_name, ticket_id, part }) => `open ticket     #${ticket_id} in ${guild_name}, as its ${part}`,
  );
  return [...lines, ...tickets].join('\n');
}

async function exportTo(ctx: Context, id: string, file: string): Promise<string> {
  let rows = 0;
  // A file that is there already may be somebody else's.
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600 });
  const copy = zipOf(ctx, id, async (more) => {
    rows += more;
  });
  try {
    await pipeline(copy, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new StartupError(`${file} is there already. Choose another name, or remove it first.`);
    await rm(file, { force: true });
    throw error;
  }
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
