import { createHash } from 'node:crypto';
import { z } from 'zod';
import { BackupProblem } from './problem.ts';

/** The last file of a backup: where it is missing, the backup is not whole. */
export const manifestPath = 'manifest.json';

const count = z.number().int().nonnegative();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** A file of a backup. A table, a list or a journal is the pieces of one gzip stream, in order. */
const Piece = z.object({
  /** Never out of the backup's folder. */
  path: z.string().regex(/^[a-z0-9_]+(?:[/.][a-z0-9_]+)*$/i),
  bytes: count,
  sha256,
});
export type Piece = z.infer<typeof Piece>;

/** Of all that the migrations make. */
export const nameForm = /^[a-z_][a-z0-9_]*$/;
const name = z.string().regex(nameForm);

const Table = z.object({
  schema: z.enum(['public', 'graphile_worker']),
  name,
  columns: z.array(name).min(1),
  rows: count,
  /** A sum over all rows that does not depend on their order, and changes when one of them does. */
  content: z.string().regex(/^-?\d+$/),
  /** As COPY writes it, as text. */
  pieces: z.array(Piece),
});
export type BackupTable = z.infer<typeof Table>;

const Sequence = z.object({
  schema: z.enum(['public', 'graphile_worker']),
  name,
  last: z.string().regex(/^\d+$/),
});
export type BackupSequence = z.infer<typeof Sequence>;

const Manifest = z.object({
  format: z.literal('tickets-backup'),
  version: z.literal(1),
  made_at: z.iso.datetime(),
  reason: z.string(),
  /** Of which Discord the data is; null where nobody has said so yet. */
  discord: z.enum(['simulated', 'real']).nullable(),
  postgresql: z.string(),
  /** Of which server, and before which transaction of it: so that one knows whether anything was written since. */
  moment: z.object({ server: z.string(), xid: z.string().regex(/^\d+$/) }).optional(),
  /** The schema in which the tables are. */
  migrations: z.array(z.object({ version: count, name: z.string(), checksum: sha256 })).min(1),
  /** The schema of the library that works off jobs; 0: it has none. */
  jobs_schema: count,
  tables: z.array(Table),
  sequences: z.array(Sequence),
  /** By which keys sealed values are opened. The keys themselves are not in it. */
  keys: z.array(z.object({ name: z.string(), is_known: z.boolean(), values: count })),
  /** Attachments and other files that rows name. `missing` were named and not there. The list has a line for each. */
  files: z.object({ count, bytes: count, missing: count, list: z.array(Piece) }),
  /** What the simulated Discord knows. */
  journal: z.array(Piece).nullable(),
});
export type Manifest = z.infer<typeof Manifest>;

export function writeManifest(manifest: Manifest): Buffer {
  const text = JSON.stringify(manifest, null, 1);
  return Buffer.from(`${text}\n${checksumLine(text)}\n`);
}

/** Throws what is wrong with it, in words for a person. */
export function readManifest(bytes: Buffer, where: string): Manifest {
  const lines = bytes.toString().trimEnd().split('\n');
  const last = lines.pop() ?? '';
  const text = lines.join('\n');
  if (last !== checksumLine(text))
    throw new BackupProblem(`${where}: its manifest is damaged or was changed. Use another backup.`);
  const given: unknown = JSON.parse(text);
  const parsed = Manifest.safeParse(given);
  if (parsed.success) return parsed.data;
  const version = z.looseObject({ version: z.number() }).safeParse(given);
  if (version.success && version.data.version !== 1)
    throw new BackupProblem(
      `${where} is in version ${version.data.version} of the format, and this program reads version 1. Use the program that made it, or a newer one.`,
    );
  throw new BackupProblem(`${where} is not a backup that this program can read.`);
}

const checksumLine = (text: string) => `sha256 ${createHash('sha256').update(text).digest('hex')}`;
