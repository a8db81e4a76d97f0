import { plainProblem } from '@tickets/contract/platform/plain-problems';
import { z } from 'zod';
import { countInJson } from '../../platform/count-in-json.ts';
import type { ExportedTable } from '../registry/entry.ts';
import {
  type NameRow,
  type NameTable,
  registry,
  type SetupRow,
  type SetupTable,
  type TicketRow,
  type TicketTable,
} from '../registry/registry.ts';
import type { ArchiveLimits } from './limits.ts';
import { jsonLines } from './lines.ts';
import { formatName, formatVersion, isKnownName, Manifest, names, type Part } from './manifest.ts';
import { ArchiveProblem } from './problem.ts';
import { thingsIn } from './things.ts';
import { measured, openZip, shown, type Zip } from './zip.ts';

export type SetupRows = { [T in SetupTable]: SetupRow<T>[] };

/** What an archive says of itself. */
export interface ArchiveHead extends Pick<Manifest, 'server' | 'made_at' | 'contents'> {
  /** Attachments that were lost before it was made. */
  missing_files: number;
}

/** An archive of ours, wherever it is read. */
export interface Archive extends AsyncDisposable {
  manifest: ArchiveHead;
  /** Attachments among others, of which rows were read. */
  zip: Pick<Zip, 'has' | 'size' | 'open'>;
  /** The folders of tickets, in their order, with how many tickets each holds. */
  folders: readonly { number: number; tickets: number }[];
  setup(): Promise<SetupRows>;
  names<T extends NameTable>(table: T): AsyncGenerator<NameRow<T>, void>;
  /** The rows of one table in a folder. Refused where they are not sorted, or name an attachment that is not there. */
  rows<T extends TicketTable>(folder: number, table: T): AsyncGenerator<TicketRow<T>, void>;
}

/** One of which nothing was unpacked yet but its manifest. */
export interface LocalArchive extends Archive {
  zip: Zip;
  setupLines(): AsyncGenerator<{ table: SetupTable; row: Record<string, unknown> }, void>;
  /** Reads each attachment, which is to be what its name says. Yields now and then how many bytes it has read. */
  readFiles(): AsyncGenerator<number, void>;
}

/** Opens an archive, and refuses what is none of ours, holds what it should not, or lacks what its manifest names. */
export async function openArchive(path: string, limits: ArchiveLimits): Promise<LocalArchive> {
  const zip = await openZip(path, limits);
  try {
    return await archiveIn(zip, limits);
  } catch (error) {
    await zip[Symbol.asyncDispose]();
    throw error;
  }
}

/** What is in a zip, by its names: an archive of ours has a manifest. */
export const isOurs = (zip: Zip) => zip.has(names.manifest);

/** The archive that a zip is, which closes it. */
export async function archiveIn(zip: Zip, limits: ArchiveLimits): Promise<LocalArchive> {
  const manifest = await readManifest(zip, limits);
  const parts = new Map(manifest.parts.map((part) => [part.name, part]));
  requireParts(zip, manifest, parts, limits);
  const { server, made_at, contents } = manifest;
  const missing = new Set(manifest.missing_files);
  const ofTicket = { ...limits, line_bytes: limits.ticket_line_bytes };
  const ofSetup = {
    ...limits,
    line_bytes: limits.setup_line_bytes,
    line_values: limits.setup_line_values,
  };
  const setupLines: LocalArchive['setupLines'] = async function* () {
    const all = { depth: Number.POSITIVE_INFINITY, values: Number.POSITIVE_INFINITY };
    let lines = 0;
    let values = 0;
    for (const table of Object.keys(registry.setup) as SetupTable[]) {
      const part = parts.get(names.setup(table));
      for await (const row of rowsOf(zip, part, registry.setup[table].columns, ofSetup)) {
        lines += 1;
        if (lines > limits.setup_lines) throw new ArchiveProblem(`${part?.name} holds too many lines`);
        values += countInJson(JSON.stringify(row), all).values;
        if (values > limits.setup_values)
          throw new ArchiveProblem(`what is set up in it holds more than ${limits.setup_values} values`);
        yield { table, row };
      }
    }
  };
  return {
    manifest: { server, made_at, contents, missing_files: missing.size },
    zip,
    folders: foldersOf(parts),
    setupLines,
    setup: () => setupOf(setupLines()),
    names: (table) =>
      rowsOf(zip, parts.get(names.names(table)), registry.names[table].columns, limits) as AsyncGenerator<
        NameRow<typeof table>,
        void
      >,
    rows: (folder, table) => {
      const name = names.tickets(folder, table);
      const { columns, order } = registry.tickets[table];
      const rows = inOrder(rowsOf(zip, parts.get(name), columns, ofTicket), { name, order });
      const checked = table === 'ticket_attachments' ? withFiles(rows, name, { zip, missing }) : rows;
      return checked as AsyncGenerator<TicketRow<typeof table>, void>;
    },
    readFiles: () => readFiles(zip, manifest.files.bytes),
    [Symbol.asyncDispose]: () => zip[Symbol.asyncDispose](),
  };
}

/** All lines, by their tables. */
export async function setupOf(
  lines: AsyncIterable<{ table: SetupTable; row: Record<string, unknown> }>,
): Promise<SetupRows> {
  const rows: Record<string, unknown[]> = Object.fromEntries(
    Object.keys(registry.setup).map((table) => [table, []]),
  );
  for await (const { table, row } of lines) rows[table]?.push(row);
  return rows as SetupRows; // each was read by the columns of its table
}

/** Refuses attachments whose bytes should be in the archive, and are not. */
async function* withFiles(
  rows: AsyncGenerator<Record<string, unknown>, void>,
  name: string,
  { zip, missing }: { zip: Zip; missing: ReadonlySet<string> },
): AsyncGenerator<Record<string, unknown>, void> {
  for await (const row of rows) {
    const { sha256, state, attachment_id } = row as TicketRow<'ticket_attachments'>; // read by its columns
    if (state === 'stored' && !sha256) throw new ArchiveProblem(`${name}: ${attachment_id} has no SHA-256`);
    if (state === 'stored' && sha256 && !zip.has(names.file(sha256)) && !missing.has(sha256))
      throw new ArchiveProblem(`${names.file(sha256)} is missing`);
    yield row;
  }
}

const filesStep = 16 * 1024 * 1024;

async function* readFiles(zip: Zip, wanted: number): AsyncGenerator<number, void> {
  let bytes = 0;
  let said = 0;
  for (const name of zip.names()) {
    if (!name.startsWith('files/')) continue;
    const read = measured(await zip.open(name));
    for await (const chunk of read.stream) {
      bytes += (chunk as Buffer).length;
      if (bytes - said < filesStep) continue;
      said = bytes;
      yield bytes;
    }
    if (names.file(read.done().sha256) !== name)
      throw new ArchiveProblem(`${name} is not the file of that SHA-256`);
  }
  if (bytes !== wanted)
    throw new ArchiveProblem(`its attachments have ${bytes} bytes, and should have ${wanted}`);
}

/** What is read of a manifest thing by thing, and what comes as a whole. Nothing else of it is kept. */
const manifestLists = ['$.parts.*', '$.missing_files.*'];
const manifestWhole = Object.keys(Manifest.shape).filter((key) => !manifestLists.includes(`$.${key}.*`));

async function readManifest(zip: Zip, limits: ArchiveLimits): Promise<Manifest> {
  const name = names.manifest;
  if (zip.size(name) > limits.manifest_bytes) throw new ArchiveProblem(`${name} is too large`);
  const said: Record<string, unknown> = { parts: [], missing_files: [] };
  const reading = {
    name,
    limits,
    budget: { left: limits.manifest_values },
    paths: manifestLists,
    whole: manifestWhole,
  };
  for await (const { path, value } of thingsIn(await zip.open(name), reading)) {
    const [key = '', place] = path;
    const list = said[key];
    if (place === undefined) said[key] = value;
    else if (Array.isArray(list)) list.push(value);
  }
  if (said.format !== formatName) throw new ArchiveProblem(`${name} is not of an export of Tickets`);
  if (typeof said.version === 'number' && said.version > formatVersion)
    throw new ArchiveProblem(
      `it was made by a newer version of Tickets (format ${said.version}; this one reads up to ${formatVersion})`,
    );
  const { data, error } = Manifest.safeParse(said, { error: plainProblem });
  if (!data) throw new ArchiveProblem(`${name} is not as it should be (${problemOf(error)})`);
  return data;
}

/** What the manifest names is there, in its size, and nothing else is. */
function requireParts(
  zip: Zip,
  { parts, files, missing_files }: Manifest,
  byName: Map<string, Part>,
  limits: ArchiveLimits,
): void {
  if (byName.size !== parts.length) throw new ArchiveProblem(`${names.manifest} names a part twice`);
  let found = 0;
  let setup_bytes = 0;
  for (const name of zip.names()) {
    if (!isKnownName(name)) throw new ArchiveProblem(`it holds ${shown(name)}, which is not of its format`);
    if (name.startsWith('files/')) found += 1;
    else if (name.endsWith('.jsonl') && !byName.has(name))
      throw new ArchiveProblem(`it holds ${name}, which ${names.manifest} does not name`);
  }
  for (const { name, bytes } of parts) {
    if (!zip.has(name)) throw new ArchiveProblem(`${shown(name)} is missing`);
    if (!isKnownName(name) || !tableOf(name)) throw new ArchiveProblem(`${shown(name)} is not of its format`);
    if (zip.size(name) !== bytes)
      throw new ArchiveProblem(`${name} has ${zip.size(name)} bytes, and should have ${bytes}`);
    if (name.startsWith('setup/')) setup_bytes += bytes;
  }
  if (setup_bytes > limits.setup_bytes)
    throw new ArchiveProblem(`what is set up in it has more than ${limits.setup_bytes} bytes`);
  if (found !== files.count)
    throw new ArchiveProblem(`it holds ${found} attachments, and should hold ${files.count}`);
  for (const sha256 of missing_files)
    if (zip.has(names.file(sha256)))
      throw new ArchiveProblem(`${names.file(sha256)} is there and named as missing`);
}

/** The table that a part holds. */
function tableOf(name: string): ExportedTable | undefined {
  const [, group, table = ''] = /^(setup|names|tickets)\/(?:\d{5}\/)?([a-z_]+)\.jsonl$/.exec(name) ?? [];
  const tables: Record<string, Record<string, ExportedTable>> = {
    setup: registry.setup,
    names: registry.names,
    tickets: registry.tickets,
  };
  const found = group && tables[group];
  return found && Object.hasOwn(found, table) ? found[table] : undefined;
}

function foldersOf(parts: ReadonlyMap<string, Part>): { number: number; tickets: number }[] {
  const folders = [];
  for (let number = 1; ; number += 1) {
    const part = parts.get(names.tickets(number, 'tickets'));
    if (!part) break;
    folders.push({ number, tickets: part.lines });
  }
  for (const name of parts.keys()) {
    const number = Number(/^tickets\/(\d{5})\//.exec(name)?.[1] ?? 1);
    if (number > folders.length && name.startsWith('tickets/'))
      throw new ArchiveProblem(`${name} belongs to no tickets`);
  }
  return folders;
}

/** The lines of a part, each as its table has it. At its end, the part is as the manifest says, or it is refused. */
async function* rowsOf(
  zip: Zip,
  part: Part | undefined,
  columns: ExportedTable['columns'],
  limits: ArchiveLimits,
): AsyncGenerator<Record<string, unknown>, void> {
  if (!part) return;
  const { name } = part;
  const schema = schemaOf(columns);
  const counted = measured(await zip.open(name));
  let lines = 0;
  try {
    for await (const line of jsonLines(counted.stream, name, limits)) {
      lines += 1;
      const { data, error } = schema.safeParse(line, { error: plainProblem });
      if (!data) throw new ArchiveProblem(`${name}, line ${lines}: ${problemOf(error)}`);
      yield data;
    }
  } finally {
    counted.stream.destroy();
  }
  if (lines !== part.lines)
    throw new ArchiveProblem(`${name} has ${lines} lines, and should have ${part.lines}`);
  if (counted.done().sha256 !== part.sha256)
    throw new ArchiveProblem(`${name} was changed: its SHA-256 is not the one in ${names.manifest}`);
}

const schemas = new WeakMap<ExportedTable['columns'], z.ZodType<Record<string, unknown>>>();

function schemaOf(columns: ExportedTable['columns']): z.ZodType<Record<string, unknown>> {
  let schema = schemas.get(columns);
  if (!schema) {
    schema = z.object(columns);
    schemas.set(columns, schema);
  }
  return schema;
}

/** The first thing that is wrong, and where. */
export function problemOf(error: z.ZodError | undefined): string {
  const [issue] = error?.issues ?? [];
  return issue ? `${issue.path.map(String).join('.') || 'it'}: ${issue.message}` : 'it cannot be read';
}

/** Refuses rows that are not told apart by their order, which those beside them are read by. */
async function* inOrder(
  rows: AsyncGenerator<Record<string, unknown>, void>,
  { name, order }: { name: string; order: readonly string[] },
): AsyncGenerator<Record<string, unknown>, void> {
  let last: Record<string, unknown> | undefined;
  let line = 0;
  for await (const row of rows) {
    line += 1;
    if (last && compareBy(order, last, row) >= 0)
      throw new ArchiveProblem(`${name}, line ${line}: it is not sorted, or a line stands there twice`);
    last = row;
    yield row;
  }
}

export function compareBy(
  order: readonly string[],
  a: Record<string, unknown>,
  b: Record<string, unknown>,
): number {
  for (const column of order) {
    const found = compare(a[column], b[column]);
    if (found) return found;
  }
  return 0;
}

/** Numbers by size, also those that are texts because they are large; other texts by their letters. */
function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [one, other] = [String(a), String(b)];
  const isDigits = /^\d+$/.test(one) && /^\d+$/.test(other);
  if (isDigits && one.length !== other.length) return one.length - other.length;
  return one < other ? -1 : one > other ? 1 : 0;
}
