import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from '@tickets/contract/platform/errors';
import type { Context } from '../../platform/context.ts';
import { makeSpoolFolder } from '../../platform/storage/spool.ts';
import { WorkerFailure, WorkerLimitError, WorkerProcess } from '../../platform/workers/worker-process.ts';
import { type Archive, setupOf } from '../format/archive.ts';
import { names } from '../format/manifest.ts';
import { ArchiveProblem } from '../format/problem.ts';
import { readPlace } from '../format/zip.ts';
import type { SetupTable } from '../registry/registry.ts';
import { type IdSpace, sourceOf } from '../setup/ids.ts';
import type { Answers, ArchiveFile, Opened, Question, Rows, TicketCount, Wanted } from './questions.ts';

const readerModule = join(import.meta.dirname, 'reader.ts');
const MiB = 1024 * 1024;
const heap_mib = 128;
/** How long reading an archive may take: so long, and so much longer for each MiB of it. */
const work_ms = 60_000;
const work_ms_per_mib = 2_000;
const look_ms = 30_000;
/** What the reader says where its files would leave the disk too little. */
const noRoom = 'service.disk_full';

/** An archive of whichever product, read by a process of its own, and seen as one of ours. */
export interface AnyArchive
  extends Pick<Opened, 'product' | 'vouched_by' | 'fills' | 'notes'>,
    AsyncDisposable {
  archive: ReadArchive;
}

export interface ReadArchive extends Archive {
  /** The tickets of a folder, of each of which all was read, and how much that was. */
  tickets(folder: number): AsyncGenerator<TicketCount, void>;
  /** Refuses attachments that are not what their names say. */
  requireFiles(): Promise<void>;
}

export const spaceOf = (guild_id: string, { archive, product }: AnyArchive): IdSpace => ({
  guild_id,
  source: sourceOf(product, archive.manifest.server.guild_id),
});

type Config = Pick<Context, 'config' | 'clock' | 'storage'>;

/** Refuses what is no archive, as far as it can be seen at a glance. False: that took too long. */
export async function lookAtArchive(ctx: Config, path: string): Promise<boolean> {
  await using reader = await Reader.start(ctx, path, look_ms);
  try {
    await reader.ask({ ask: 'look', file: reader.fileFor(ctx) });
    return true;
  } catch (error) {
    if (error instanceof ReaderLimit) return false;
    throw error;
  }
}

/** Opens an archive of whichever product it is. What is of none is refused, in words that say what was looked for. */
export async function openAnyArchive(ctx: Config, path: string): Promise<AnyArchive> {
  const { size } = await stat(path);
  const reader = await Reader.start(ctx, path, work_ms + (size / MiB) * work_ms_per_mib);
  try {
    const { product, vouched_by, fills, notes, ...opened } = await reader.ask({
      ask: 'open',
      file: reader.fileFor(ctx),
    });
    return {
      archive: new RemoteArchive(reader, opened),
      product,
      vouched_by,
      fills,
      notes,
      [Symbol.asyncDispose]: () => reader[Symbol.asyncDispose](),
    };
  } catch (error) {
    await reader[Symbol.asyncDispose]();
    throw error;
  }
}

/** Reading has come to a limit, so the archive is none that is read. */
class ReaderLimit extends ArchiveProblem {}

/** The process that reads an archive, and the folder in which it may make files. */
class Reader implements AsyncDisposable {
  readonly #path: string;
  readonly #folder: string;
  readonly #worker: WorkerProcess;
  #last_cursor = 0;

  private constructor(path: string, folder: string, ms: number) {
    this.#path = path;
    this.#folder = folder;
    this.#worker = new WorkerProcess(readerModule, { heap_mib, work_ms: ms });
  }

  static async start({ storage }: Config, path: string, ms: number): Promise<Reader> {
    return new Reader(path, await makeSpoolFolder(storage.spool), ms);
  }

  fileFor({ config, clock, storage }: Config): ArchiveFile {
    return {
      path: this.#path,
      folder: this.#folder,
      kept_free_bytes: storage.spool.kept_free_bytes,
      key: config.import_public_key,
      now: clock.now().toISOString(),
    };
  }

  async ask<Q extends Question>(question: Q): Promise<Answers[Q['ask']]> {
    try {
      return (await this.#worker.ask(question)) as Answers[Q['ask']]; // as reader.ts answers it
    } catch (error) {
      if (error instanceof WorkerFailure && error.kind === ArchiveProblem.name)
        throw new ArchiveProblem(error.message, { cause: error });
      if (error instanceof WorkerFailure && error.code === noRoom)
        throw new AppError(noRoom, { cause: error });
      if (error instanceof WorkerLimitError)
        throw new ReaderLimit(`it cannot be read: ${error.message}`, { cause: error });
      throw error;
    }
  }

  /** Rows piece by piece: while one piece is worked on, the next is read. */
  async *rows<T>(wanted: Wanted, note: (rows: Rows) => void = () => undefined): AsyncGenerator<T, void> {
    this.#last_cursor += 1;
    const cursor = this.#last_cursor;
    await this.ask({ ask: 'begin', cursor, wanted });
    const next = () => {
      const asked = this.ask({ ask: 'next', cursor });
      // Thrown where it is waited for; who stops before does not care.
      asked.catch(() => undefined);
      return asked;
    };
    let asked = next();
    let isOver = false;
    try {
      while (!isOver) {
        const rows = await asked;
        isOver = rows.isOver;
        if (!isOver) asked = next();
        note(rows);
        yield* JSON.parse(rows.json) as T[]; // as reader.ts has written them
      }
    } finally {
      // Where the reader has ended there is nothing left to end.
      if (!isOver) await this.ask({ ask: 'end', cursor }).catch(() => undefined);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker[Symbol.asyncDispose]();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

class RemoteArchive implements ReadArchive {
  readonly manifest: Archive['manifest'];
  readonly folders: Archive['folders'];
  readonly zip: Archive['zip'];
  readonly #reader: Reader;
  /** Of attachments whose rows were read. */
  readonly #sizes = new Map<string, number>();

  constructor(reader: Reader, { manifest, folders, path }: Pick<Opened, 'manifest' | 'folders' | 'path'>) {
    this.manifest = manifest;
    this.folders = folders;
    this.#reader = reader;
    this.zip = {
      has: (name) => this.#sizes.has(name),
      size: (name) => this.#sizes.get(name) ?? 0,
      open: async (name): Promise<Readable> =>
        readPlace(path, name, await reader.ask({ ask: 'place', name })),
    };
  }

  setup() {
    return setupOf(this.#reader.rows<{ table: SetupTable; row: Record<string, unknown> }>({ of: 'setup' }));
  }

  names: Archive['names'] = (table) => this.#reader.rows({ of: 'names', table });

  rows: Archive['rows'] = (folder, table) =>
    this.#reader.rows({ of: 'rows', folder, table }, ({ sizes }) => {
      for (const [sha256, bytes] of sizes) this.#sizes.set(names.file(sha256), bytes);
    });

  tickets(folder: number): AsyncGenerator<TicketCount, void> {
    return this.#reader.rows({ of: 'tickets', folder });
  }

  async requireFiles(): Promise<void> {
    for await (const _ of this.#reader.rows({ of: 'files' }));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#reader[Symbol.asyncDispose]();
  }
}
