import type { z } from 'zod';

/** A table that goes into an archive, as a file of lines of JSON. */
export interface ExportedTable {
  /** The exported columns, under their own names, and what may stand in them. */
  columns: Readonly<Record<string, z.ZodType>>;
  /** The other columns, separated by blanks, and why they stay. */
  left_out?: Readonly<Record<string, string>>;
  /** Where the server is found to which rows belong that do not name it: in the table that this column names. */
  of?: { table: string; column: string };
  /** The columns by which the rows of a server are told apart, in their order. */
  order: readonly string[];
}
