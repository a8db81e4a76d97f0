import type { z } from 'zod';
import type { ExportedTable } from './entry.ts';
import { leftOut } from './left-out.ts';
import { nameTables, setupTables } from './setup.ts';
import { ticketTables } from './tickets.ts';

/**
 * What becomes of every table and column when the data of a server is exported. It is the one list: the export writes by it,
 * the import reads by it, and tests walk it. A new column has to be added here, or to the tables that are left out with a reason.
 */
export const registry = { setup: setupTables, names: nameTables, tickets: ticketTables, left_out: leftOut };

export type SetupTable = keyof typeof setupTables;
export type NameTable = keyof typeof nameTables;
export type TicketTable = keyof typeof ticketTables;

/** A row as a line of an archive has it. */
type RowOf<T extends ExportedTable> = { [C in keyof T['columns']]: z.output<T['columns'][C]> };
export type SetupRow<T extends SetupTable> = RowOf<(typeof setupTables)[T]>;
export type NameRow<T extends NameTable> = RowOf<(typeof nameTables)[T]>;
export type TicketRow<T extends TicketTable> = RowOf<(typeof ticketTables)[T]>;
