import type { Readable } from 'node:stream';
import type { ExportContents } from '@tickets/contract/transfer/transfer';
import type { Context } from '../../platform/context.ts';
import { type Db, letStandStill, type Tx } from '../../platform/db/db.ts';
import { formatName, formatVersion, names } from '../format/manifest.ts';
import { type ArchiveWriter, writeArchive } from '../format/writer.ts';
import { type NameTable, registry, type SetupTable, type TicketTable } from '../registry/registry.ts';
import { filesOf, foldersOf, nameRows, setupRows, ticketRows } from './rows.ts';

const tableNames = <Name extends string>(tables: Record<Name, unknown>) => Object.keys(tables) as Name[]; // its keys are the names

export interface ExportOf {
  guild_id: string;
  contents: ExportContents;
  /** Keys of stored files that are left out. */
  damaged?: ReadonlySet<string>;
  /** Told how many tickets are written. */
  note?: (tickets: number) => Promise<void>;
}

/** All that belongs to a server, as an archive that is made while it is read: nothing of it lies whole in memory. */
export function exportOf(
  ctx: Context,
  { guild_id, contents, damaged = new Set(), note = async () => undefined }: ExportOf,
): Readable {
  const made_at = ctx.clock.now();
  return writeArchive(made_at, async (writer) => {
    const server = await ctx.db
      .selectFrom('guilds')
      .where('guild_id', '=', guild_id)
      .select(['guild_id', 'name'])
      .executeTakeFirstOrThrow();
    await writer.text(names.readme, readme(server.name, made_at));
    if (contents !== 'tickets') await atOneMoment(ctx.db, (tx) => writeSetup(writer, tx, guild_id));
    const missing_files =
      contents === 'setup' ? [] : await writeTickets(ctx, writer, { guild_id, damaged, note });
    for (const table of tableNames<NameTable>(registry.names))
      if (table !== 'users' || contents !== 'setup')
        await writer.lines(names.names(table), nameRows(ctx.db, guild_id, table));
    await writer.end({
      format: formatName,
      version: formatVersion,
      made_by: 'Tickets',
      made_at: made_at.toISOString(),
      server,
      contents,
      missing_files,
    });
  });
}

/** How long a storage may take before it wants more of an archive, in milliseconds. */
const storageMsMax = 5 * 60_000;

/** What is read in one transaction belongs together, whatever people change meanwhile. */
const atOneMoment = <T>(db: Db, read: (tx: Tx) => Promise<T>) =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await letStandStill(tx, storageMsMax);
      return read(tx);
    });

async function writeSetup(writer: ArchiveWriter, tx: Tx, guild_id: string): Promise<void> {
  for (const table of tableNames<SetupTable>(registry.setup))
    await writer.lines(names.setup(table), setupRows(tx, guild_id, table));
}

/** Returns the attachments whose rows say that they are stored, but whose bytes are gone. */
async function writeTickets(
  ctx: Context,
  writer: ArchiveWriter,
  { guild_id, damaged, note }: Required<Pick<ExportOf, 'guild_id' | 'damaged' | 'note'>>,
): Promise<string[]> {
  let number = 0;
  let done = 0;
  const missing = new Set<string>();
  for await (const folder of foldersOf(ctx.db, guild_id)) {
    number += 1;
    await atOneMoment(ctx.db, async (tx) => {
      for (const table of tableNames<TicketTable>(registry.tickets))
        await writer.lines(
          names.tickets(number, table),
          noteStored(ticketRows(tx, guild_id, { table, folder }), missing),
        );
    });
    done += folder.tickets;
    await note(done);
  }
  // Files that were removed after their rows were written, as those of an old transcript, are not listed any more.
  for await (const { sha256, storage_key } of filesOf(ctx.db, guild_id)) {
    const file = damaged.has(storage_key) ? undefined : await ctx.storage.get(storage_key, sha256);
    if (file) {
      await writer.file(sha256, file.stream);
      missing.delete(sha256);
    }
    await note(done);
  }
  return [...missing];
}

/** Passes rows on, and adds the bytes that they say are stored. */
async function* noteStored(
  rows: AsyncIterable<Record<string, unknown>>,
  stored: Set<string>,
): AsyncGenerator<object, void> {
  for await (const row of rows) {
    if (row.state === 'stored' && typeof row.sha256 === 'string') stored.add(row.sha256);
    yield row;
  }
}

const readme = (server: string, now: Date) =>
  [
    `This is the data of the server "${server}", exported from Tickets on ${now.toISOString()}.`,
    '',
    'The files ending in .jsonl hold one JSON object a line: what was set up in the folder "setup", tickets and what was said',
    'in them in the folders in "tickets", and how channels, roles and people are called in "names". In "files" lie the',
    'attachments, each under its SHA-256. The file manifest.json says what each part must be like.',
    '',
    'The format is described in the guide of Tickets, on the page "The data format". Secrets are not in it.',
    '',
  ].join('\n');
