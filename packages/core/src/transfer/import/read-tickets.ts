import type { Context } from '../../platform/context.ts';
import { names } from '../format/manifest.ts';
import { ArchiveProblem } from '../format/problem.ts';
import type { ReadArchive } from '../reading/any-archive.ts';
import type { IdSpace } from '../setup/ids.ts';
import { presentAmong } from '../tickets/numbers.ts';
import type { ReportWriter } from './report.ts';

/** What a check found out about the tickets of an archive. */
export interface ReadTickets {
  count: number;
  open: number;
  /** Those that are here already, and stay as they are. */
  same: number;
  /** Those that are here already, and get the panel that they had. */
  changed: number;
  /** Of those to be created, how many come from each panel that is not here. */
  without_panel: ReadonlyMap<number, number>;
  /** Of those to be created, how many have a transcript that is too old to be kept here. */
  old: number;
}

const batch = 500;

interface Reading {
  space: IdSpace;
  writer: ReportWriter;
  fills: boolean;
  /** The moment before which closed tickets lose their transcripts. */
  old_before: number;
  /** Whether a panel of the archive is here once the import is done. */
  hasPanel(panel_id: number): boolean;
  goOn(): void;
}

interface Counted {
  ticket_id: number;
  panel_id: number | null;
  opener_id: string;
  opened_at: string;
  closed_at: string | null;
  isOpen: boolean;
  messages: number;
  attachments: number;
}

/** Reads all tickets, and every attachment, so that what is wrong with any is found before the first is imported. */
export async function readTickets(
  ctx: Context,
  archive: ReadArchive,
  { space, writer, fills, old_before, hasPanel, goOn }: Reading,
): Promise<ReadTickets> {
  const found = { count: 0, open: 0, messages: 0, attachments: 0, same: 0, changed: 0, old: 0 };
  const without_panel = new Map<number, number>();
  let waiting: Counted[] = [];
  const look = async () => {
    const present = await presentAmong(ctx.db, space, waiting, archive.manifest.server.guild_id);
    for (const ticket of waiting) {
      const here = present.get(ticket.ticket_id);
      const isHere = here !== undefined;
      const { panel_id } = ticket;
      const isChanged = !fills && here?.lacks_panel && panel_id !== null && hasPanel(panel_id);
      if (isHere) found[isChanged ? 'changed' : 'same'] += 1;
      // What is said comes with a ticket that is made, or into one that is here.
      if (isHere !== fills) continue;
      found.messages += ticket.messages;
      found.attachments += ticket.attachments;
      if (ticket.isOpen) found.open += 1;
      if (panel_id !== null && !hasPanel(panel_id))
        without_panel.set(panel_id, (without_panel.get(panel_id) ?? 0) + 1);
      if (ticket.messages && ticket.closed_at !== null && Date.parse(ticket.closed_at) < old_before)
        found.old += 1;
    }
    waiting = [];
  };
  let last = 0;
  for (const { number } of archive.folders)
    for await (const { row, messages, attachments } of archive.tickets(number)) {
      goOn();
      const { ticket_id, opener_id, opened_at, status, panel_id, closed_at } = row;
      if (ticket_id <= last)
        throw new ArchiveProblem(
          `${names.tickets(number, 'tickets')}: ticket ${ticket_id} stands there twice`,
        );
      last = ticket_id;
      found.count += 1;
      waiting.push({
        ticket_id,
        panel_id,
        closed_at,
        opener_id,
        opened_at,
        isOpen: status !== 'closed',
        messages,
        attachments,
      });
      if (waiting.length >= batch) await look();
    }
  await look();
  await archive.requireFiles();
  if (fills) {
    if (found.same) writer.count('tickets', 'change', found.same);
    if (found.same < found.count) writer.count('tickets', 'skip', found.count - found.same);
  } else {
    writer.count('tickets', 'create', found.count - found.same - found.changed);
    if (found.changed) writer.count('tickets', 'change', found.changed);
    if (found.same) writer.count('tickets', 'same', found.same);
  }
  if (found.messages) writer.count('transcript', 'create', found.messages);
  if (found.attachments) writer.count('attachments', 'create', found.attachments);
  return { ...found, without_panel };
}
