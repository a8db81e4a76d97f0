import type { Archive } from '../format/archive.ts';
import type { ArchiveLimits } from '../format/limits.ts';
import type { IdSpace } from '../setup/ids.ts';
import type { Places } from '../setup/places.ts';

/** What an import of tickets is told. */
export interface TicketsImport {
  space: IdSpace;
  source_guild_id: string | null;
  archive: Archive;
  limits: ArchiveLimits;
  places: Places;
  /** Whether what was said is put into tickets that are here already, and no ticket is made. */
  fills: boolean;
  /** Tickets that were worked off by an earlier try. */
  done: number;
  /** Told of every batch. */
  note(done: TicketsDone): Promise<void>;
}

/** What became of them so far. */
export interface TicketsDone {
  /** Of all tickets of the archive, how many are worked off. */
  done: number;
  created: number;
  same: number;
  /** Of tickets that are not here, where none is made. */
  skipped: number;
  messages: number;
  /** The first and last number here of those that were made. */
  numbers: [number, number] | undefined;
  /** Numbers here of those that were open. */
  were_open: number[];
  files_skipped: number;
  /** Tickets to which the archive says everyone was added, who is added to none. */
  for_everyone: number;
  /** Tickets that had a panel in the archive, and have none here: the default team works them. */
  without_panel: number;
  /** Tickets that were imported without their panel before it was here, and have it now. */
  with_panel_again: number;
}
