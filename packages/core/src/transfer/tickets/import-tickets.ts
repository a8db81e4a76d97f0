import { sql } from 'kysely';
import { FileGone, type TakenFile, takeIn } from '../../files/take-in.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { letStandStill } from '../../platform/db/db.ts';
import { names } from '../format/manifest.ts';
import { idsOf } from '../setup/ids.ts';
import { numbersFor } from './numbers.ts';
import { type ArchivedMessage, type ArchivedTicket, ticketsOf } from './side-by-side.ts';
import { heldCharacters, TicketWriter } from './ticket-writer.ts';
import type { TicketsDone, TicketsImport } from './tickets-import.ts';

/** Tickets that are written in one transaction, at most, and what they hold together. */
const batchTickets = 100;
const batchMessages = 2_000;
/** How long the archive may keep a transaction waiting for more, in milliseconds. */
const archiveMsMax = 60_000;
/** A file that goes while it is being named is taken in again, a few times. */
const triesMax = 3;

/** Imports the tickets of an archive, each as a whole or not at all. Those that were imported before are left alone. */
export async function importTickets(ctx: Context, it: TicketsImport): Promise<void> {
  let done = 0;
  for (const { number, tickets } of it.archive.folders) {
    // What an earlier try has worked off need not be read again.
    if (done + tickets <= it.done) {
      done += tickets;
      continue;
    }
    for (let tries = triesMax; ; tries -= 1) {
      try {
        done = await importFolder(ctx, it, { number, done });
        break;
      } catch (error) {
        if (!(error instanceof FileGone) || tries <= 1) throw error;
      }
    }
  }
}

async function importFolder(
  ctx: Context,
  it: TicketsImport,
  { number, done: before }: { number: number; done: number },
): Promise<number> {
  const files = await takeInFiles(ctx, it, number);
  let done = before;
  let batch: HeldTicket[] = [];
  let messages = 0;
  let size = 0;
  const flush = async () => {
    if (!batch.length) return;
    done += batch.length;
    const written = await writeBatch(ctx, it, { batch, files });
    batch = [];
    messages = 0;
    size = 0;
    await it.note({ ...written, done });
  };
  for await (const ticket of ticketsOf(it.archive, number, it.limits)) {
    const first = await some(ticket.messages);
    batch.push({ ticket, messages: first.messages, more: first.isOver ? undefined : ticket.messages });
    messages += first.messages.length;
    size += ticket.size + first.size;
    if (messages >= batchMessages || size >= heldCharacters || batch.length >= batchTickets) await flush();
  }
  await flush();
  return done;
}

interface HeldTicket {
  ticket: ArchivedTicket;
  /** The first ones, and where there are more, the rest. */
  messages: ArchivedMessage[];
  more: AsyncGenerator<ArchivedMessage, void> | undefined;
}

/** As many as are held at once. The generator stays open. */
async function some(
  from: AsyncGenerator<ArchivedMessage, void>,
): Promise<{ messages: ArchivedMessage[]; size: number; isOver: boolean }> {
  const messages: ArchivedMessage[] = [];
  let size = 0;
  while (messages.length < batchMessages && size < heldCharacters) {
    const { value, done } = await from.next();
    if (done) return { messages, size, isOver: true };
    messages.push(value);
    size += value.size;
  }
  return { messages, size, isOver: false };
}

/** Puts the attachments of a folder into storage, before anything names them. */
async function takeInFiles(
  ctx: Context,
  { archive }: TicketsImport,
  folder: number,
): Promise<Map<string, TakenFile>> {
  const taken = new Map<string, TakenFile>();
  for await (const { sha256, state } of archive.rows(folder, 'ticket_attachments')) {
    if (state !== 'stored' || !sha256 || taken.has(sha256)) continue;
    const name = names.file(sha256);
    if (!archive.zip.has(name) || archive.zip.size(name) > ctx.config.attachments.file_bytes_max) continue;
    taken.set(sha256, await takeIn(ctx, sha256, () => archive.zip.open(name)));
  }
  return taken;
}

async function writeBatch(
  ctx: Context,
  it: TicketsImport,
  { batch, files }: { batch: HeldTicket[]; files: ReadonlyMap<string, TakenFile> },
): Promise<Omit<TicketsDone, 'done'>> {
  const { space } = it;
  const { numbers, present, known } = await numbersFor(
    ctx.db,
    space,
    batch.map(({ ticket }) => ticket.row),
    { source_guild_id: it.source_guild_id, makes: !it.fills },
  );
  const panels = await panelsHere(ctx.db, it);
  const written = {
    created: 0,
    same: 0,
    skipped: 0,
    messages: 0,
    were_open: [] as number[],
    files_skipped: 0,
    for_everyone: 0,
    without_panel: 0,
    with_panel_again: 0,
  };
  const made: number[] = [];
  await ctx.db.transaction().execute(async (tx) => {
    await sql`select set_config('tickets.importing', 'on', true)`.execute(tx);
    await letStandStill(tx, archiveMsMax);
    const writer = new TicketWriter(tx, { ctx, it, files });
    for (const held of batch) {
      const { row } = held.ticket;
      const ticket_id = numbers.get(row.ticket_id);
      if (ticket_id === undefined || (it.fills && !(present.has(ticket_id) && known.has(row.ticket_id)))) {
        written.skipped += 1;
        continue;
      }
      if (it.fills ? !(await writer.fill(ticket_id, row)) : present.has(ticket_id)) {
        const panel_id = it.fills ? undefined : panels.get(row.panel_id ?? -1);
        const isChanged = panel_id !== undefined && (await writer.giveBack(ticket_id, panel_id));
        written[isChanged ? 'with_panel_again' : 'same'] += 1;
        continue;
      }
      if (!it.fills && row.panel_id !== null && !panels.has(row.panel_id)) written.without_panel += 1;
      if (!it.fills)
        await writer.ticket(ticket_id, held.ticket, {
          numbers,
          panel_id: panels.get(row.panel_id ?? -1) ?? null,
          is_empty: !held.messages.length,
        });
      await writer.messages(ticket_id, held.messages);
      for await (const message of held.more ?? []) await writer.messages(ticket_id, [message]);
      written.created += 1;
      made.push(ticket_id);
      if (row.status !== 'closed' && !it.fills) written.were_open.push(ticket_id);
    }
    await writer.flush();
    written.messages = writer.written;
    written.files_skipped = writer.skipped;
    written.for_everyone = writer.for_everyone;
  });
  const [first, last] = [made[0], made.at(-1)];
  return { ...written, numbers: first === undefined || last === undefined ? undefined : [first, last] };
}

/** What panels of an archive are here, by their numbers there. */
export async function panelsHere(
  db: Db,
  { space, source_guild_id }: Pick<TicketsImport, 'space' | 'source_guild_id'>,
): Promise<Map<number, number>> {
  const { guild_id } = space;
  const known = await idsOf(db, space, 'panel');
  const rows = await db.selectFrom('panels').where('guild_id', '=', guild_id).select('panel_id').execute();
  const present = new Set(rows.map(({ panel_id }) => panel_id));
  // An archive of this very server has the same numbers.
  const own = source_guild_id === guild_id ? [...present].map((id) => [id, id] as const) : [];
  const imported = [...known].map(([from, to]) => [Number(from), Number(to)] as const);
  return new Map([...own, ...imported].filter(([, to]) => present.has(to)));
}
