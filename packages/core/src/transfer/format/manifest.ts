import { ExportContents } from '@tickets/contract/transfer/transfer';
import { z } from 'zod';
import { hash, id, number, text, time } from '../registry/columns.ts';

/** The version of the format that is written, and the newest that is read. */
export const formatVersion = 1;
export const formatName = 'tickets-server';

const bytes = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** The last file of an archive: what it is, and what each part must be like. */
export const Manifest = z.object({
  format: z.literal(formatName),
  version: z.literal(formatVersion),
  made_by: text(200),
  made_at: time,
  server: z.object({ guild_id: id, name: text(200) }),
  contents: ExportContents,
  parts: z.array(z.object({ name: z.string().max(100), lines: number, bytes, sha256: hash })).max(20_000),
  /** Attachments, whose names are their own SHA-256. */
  files: z.object({ count: number, bytes }),
  /** Attachments that were there, and whose bytes could not be read any more. */
  missing_files: z.array(hash).max(200_000).default([]),
});
export type Manifest = z.infer<typeof Manifest>;
export type Part = Manifest['parts'][number];

/** How things are called in an archive. */
export const names = {
  manifest: 'manifest.json',
  readme: 'README.txt',
  setup: (table: string) => `setup/${table}.jsonl`,
  names: (table: string) => `names/${table}.jsonl`,
  tickets: (folder: number, table: string) => `tickets/${String(folder).padStart(5, '0')}/${table}.jsonl`,
  file: (sha256: string) => `files/${sha256}`,
};

const known =
  /^(README\.txt|manifest\.json|(setup|names)\/[a-z_]{1,60}\.jsonl|tickets\/\d{5}\/[a-z_]{1,60}\.jsonl|files\/[0-9a-f]{64})$/;
export const isKnownName = (name: string) => known.test(name);
