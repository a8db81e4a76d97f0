import type { ArchiveHead } from '../format/archive.ts';
import type { Place } from '../format/zip.ts';
import type { NameTable, TicketRow, TicketTable } from '../registry/registry.ts';

/** Which archive is read, and what is needed for it. */
export interface ArchiveFile {
  path: string;
  /** Where files may be made that are removed afterwards. */
  folder: string;
  /** Which such files leave free of the disk. */
  kept_free_bytes: number;
  /** By which archives of the product that signs them are signed here, if they have to be. */
  key: string | undefined;
  now: string;
}

/** Rows that are read one after the other. */
export type Wanted =
  | { of: 'setup' }
  | { of: 'names'; table: NameTable }
  | { of: 'rows'; folder: number; table: TicketTable }
  | { of: 'tickets'; folder: number }
  | { of: 'files' };

/** What the program asks of the process that reads an archive. */
export type Question =
  | { ask: 'look'; file: ArchiveFile }
  | { ask: 'open'; file: ArchiveFile }
  | { ask: 'begin'; cursor: number; wanted: Wanted }
  | { ask: 'next'; cursor: number }
  | { ask: 'end'; cursor: number }
  | { ask: 'place'; name: string };

/** An archive of whichever product, as one of ours. */
export interface Opened {
  manifest: ArchiveHead;
  folders: { number: number; tickets: number }[];
  product: 'tickets' | 'signed_zip';
  vouched_by: 'checksums' | 'signature' | 'none';
  /** What is said in tickets that were imported with other data, and is put into them. */
  fills: boolean;
  notes: string[];
  /** The archive of ours that is read: that file, or one that was made of it. */
  path: string;
}

/** Some rows, as an array in JSON. Rows of attachments come with the sizes of their files, by their hashes. */
export interface Rows {
  json: string;
  sizes: [sha256: string, bytes: number][];
  isOver: boolean;
}

/** A ticket, and how much was said in it. */
export interface TicketCount {
  row: TicketRow<'tickets'>;
  messages: number;
  attachments: number;
}

/** What each question is answered with. */
export interface Answers {
  look: undefined;
  open: Opened;
  begin: undefined;
  next: Rows;
  end: undefined;
  place: Place;
}
