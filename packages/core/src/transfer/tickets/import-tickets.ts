import { sql } from 'kysely';
import { FileGone, nameTaken, type TakenFile, takeIn, takeSpaceFor } from '../../files/take-in.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { storableJson } from '../../platform/db/storable.ts';
import type { Archive } from '../format/archive.ts';
import type { ArchiveLimits } from '../format/limits.ts';
import { names } from '../format/manifest.ts';
import { type IdSpace, idsOf } from '../import/ids.ts';
import type { TicketRow, TicketTable } from '../registry/registry.ts';
import type { Places } from '../setup/places.ts';
import { numbersFor } from './numbers.ts';
import { type ArchivedMessage, type ArchivedTicket, ticketsOf } from './side-by-side.ts';

/** Tickets that are written in one transaction, at most, and what they hold together. */
const batchTickets = 100;
const batchMessages = 2_000;
const insertRows = 500;
/** A file that goes while it is being named is taken in again, a few times. */
const triesMax = 3;

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
}

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
  let held = 0;
  const flush = async () => {
    if (!batch.length) return;
    done += batch.length;
    const written = await writeBatch(ctx, it, { batch, files });
    batch = [];
    held = 0;
    await it.note({ ...written, done });
  };
  for await (const ticket of ticketsOf(it.archive, number, it.limits)) {
    const messages = await some(ticket.messages, batchMessages);
    batch.push({ ticket, messages, more: messages.length === batchMessages ? ticket.messages : undefined });
    held += messages.length;
    if (held >= batchMessages || batch.length >= batchTickets) await flush();
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

/** At most so many, and the generator stays open. */
async function some<T>(from: AsyncGenerator<T, void>, max: number): Promise<T[]> {
  const taken: T[] = [];
  while (taken.length < max) {
    const { value, done } = await from.next();
    if (done) break;
    taken.push(value);
  }
  return taken;
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
  const panels = await panelsFor(ctx, it, batch);
  const written = {
    created: 0,
    same: 0,
    skipped: 0,
    messages: 0,
    were_open: [] as number[],
    files_skipped: 0,
  };
  const made: number[] = [];
  await ctx.db.transaction().execute(async (tx) => {
    await sql`select set_config('tickets.importing', 'on', true)`.execute(tx);
    const named = new Set<string>();
    for (const held of batch) {
      const { row } = held.ticket;
      const ticket_id = numbers.get(row.ticket_id);
      if (ticket_id === undefined || (it.fills && !(present.has(ticket_id) && known.has(row.ticket_id)))) {
        written.skipped += 1;
        continue;
      }
      const writer = new TicketWriter(tx, { ctx, it, files, named, ticket_id });
      if (it.fills ? !(await writer.fill(row)) : present.has(ticket_id)) {
        written.same += 1;
        continue;
      }
      if (!it.fills)
        await writer.ticket(held.ticket, {
          numbers,
          panel_id: panels.get(row.panel_id ?? -1) ?? null,
          is_empty: !held.messages.length,
        });
      await writer.messages(held.messages);
      if (held.more)
        for (
          let more = await some(held.more, batchMessages);
          more.length;
          more = await some(held.more, batchMessages)
        )
          await writer.messages(more);
      written.created += 1;
      written.messages += writer.written;
      written.files_skipped += writer.skipped;
      made.push(ticket_id);
      if (row.status !== 'closed' && !it.fills) written.were_open.push(ticket_id);
    }
  });
  const [first, last] = [made[0], made.at(-1)];
  return { ...written, numbers: first === undefined || last === undefined ? undefined : [first, last] };
}

/** The panels of the tickets as they are here, as far as they are. */
async function panelsFor(
  { db }: Context,
  { space, source_guild_id }: TicketsImport,
  batch: readonly HeldTicket[],
): Promise<Map<number, number>> {
  const wanted = [...new Set(batch.flatMap(({ ticket }) => ticket.row.panel_id ?? []))];
  if (!wanted.length) return new Map();
  const known = await idsOf(db, space, 'panel', wanted);
  const own = source_guild_id === space.guild_id;
  const ids = new Map(
    wanted.flatMap((id): [number, number][] => {
      const to = known.get(String(id)) ?? (own ? String(id) : undefined);
      return to === undefined ? [] : [[id, Number(to)]];
    }),
  );
  const there = await db
    .selectFrom('panels')
    .where('guild_id', '=', space.guild_id)
    .where('panel_id', '=', sql<number>`any(${[...ids.values()]}::integer[])`)
    .select('panel_id')
    .execute();
  const present = new Set(there.map(({ panel_id }) => panel_id));
  return new Map([...ids].filter(([, to]) => present.has(to)));
}

interface Writing {
  ctx: Context;
  it: TicketsImport;
  files: ReadonlyMap<string, TakenFile>;
  /** Files that this transaction has named. */
  named: Set<string>;
  ticket_id: number;
}

/** Writes one ticket, piece by piece, in a transaction. */
class TicketWriter {
  written = 0;
  skipped = 0;
  readonly #tx: Tx;
  readonly #w: Writing;
  readonly #key: { guild_id: string; ticket_id: number };

  constructor(tx: Tx, writing: Writing) {
    this.#tx = tx;
    this.#w = writing;
    this.#key = { guild_id: writing.it.space.guild_id, ticket_id: writing.ticket_id };
  }

  async ticket(
    { row, answers, members, participants }: ArchivedTicket,
    {
      numbers,
      panel_id,
      is_empty,
    }: { numbers: ReadonlyMap<number, number>; panel_id: number | null; is_empty: boolean },
  ): Promise<void> {
    const { it } = this.#w;
    const wasOpen = row.status !== 'closed';
    await this.#insert('tickets', [
      {
        ...row,
        status: 'closed',
        panel_id,
        // No interaction of Discord's has such a number.
        interaction_id: String(-this.#w.ticket_id),
        closed_at: row.closed_at ?? it.archive.manifest.made_at,
        ...(wasOpen && { has_transcript: !is_empty, close_reason: openReason }),
        continues: row.continues === null ? null : await this.#numberOf(row.continues, numbers),
      },
    ]);
    await this.#insert('ticket_answers', answers);
    await this.#insert(
      'ticket_members',
      members.flatMap((member) => {
        const id = member.kind === 'role' ? it.places.role(member.member_id, 'tickets') : member.member_id;
        return id ? [{ ...member, member_id: id }] : [];
      }),
    );
    await this.#insert('ticket_participants', participants);
  }

  /** Says that what was said is there now. Returns false where it was there before. */
  async fill(row: ArchivedTicket['row']): Promise<boolean> {
    const { guild_id, ticket_id } = this.#key;
    const filled = await this.#tx
      .updateTable('tickets')
      .set({
        has_transcript: row.message_count > 0,
        message_count: row.message_count,
        last_seq: row.last_seq,
        last_message_id: row.last_message_id,
        last_message_at: row.last_message_at,
        last_message_by: row.last_message_by,
      })
      .where('guild_id', '=', guild_id)
      .where('ticket_id', '=', ticket_id)
      .where('status', '=', 'closed')
      .where('has_transcript', '=', false)
      .where('message_count', '=', 0)
      .returning('ticket_id')
      .executeTakeFirst();
    return filled !== undefined && row.message_count > 0;
  }

  async messages(messages: readonly ArchivedMessage[]): Promise<void> {
    for (let from = 0; from < messages.length; from += insertRows) {
      const some = messages.slice(from, from + insertRows);
      await this.#insert(
        'ticket_messages',
        some.map(({ row }) => row),
      );
      await this.#insert(
        'ticket_message_versions',
        some.flatMap(({ versions }) => versions),
      );
      await this.#attachments(some.flatMap(({ attachments }) => attachments));
    }
    this.written += messages.length;
  }

  async #attachments(rows: readonly TicketRow<'ticket_attachments'>[]): Promise<void> {
    if (!rows.length) return;
    const { ctx, files, named, it } = this.#w;
    const { file_bytes_max, guild_bytes_max } = ctx.config.attachments;
    const kept = rows.filter(({ state, sha256 }) => state === 'stored' && sha256 && files.has(sha256));
    const sizeOf = (sha256: string | null) => it.archive.zip.size(names.file(sha256 ?? ''));
    const fits = await takeSpaceFor(this.#tx, this.#key.guild_id, {
      sizes: kept.map(({ sha256 }) => sizeOf(sha256)),
      bytes_max: guild_bytes_max,
    });
    const stored = new Set(kept.filter((_, index) => fits[index]));
    for (const sha256 of [...new Set([...stored].map((row) => row.sha256 ?? ''))].sort()) {
      const file = files.get(sha256);
      if (!file || named.has(sha256)) continue;
      const content_type = rows.find((row) => row.sha256 === sha256)?.content_type ?? null;
      await nameTaken(this.#tx, file, { size: sizeOf(sha256), content_type });
      named.add(sha256);
    }
    const written = rows.map((row) => {
      if (stored.has(row)) return { ...row, url: '', size: sizeOf(row.sha256), sha256: `\\x${row.sha256}` };
      const isLarge =
        row.sha256 !== null &&
        it.archive.zip.has(names.file(row.sha256)) &&
        sizeOf(row.sha256) > file_bytes_max;
      if (row.state === 'stored') this.skipped += 1;
      const state =
        row.state === 'stored' || row.state === 'pending'
          ? kept.includes(row)
            ? 'over_quota'
            : isLarge
              ? 'too_large'
              : 'gone'
          : row.state;
      return { ...row, url: '', sha256: null, state };
    });
    await this.#insert('ticket_attachments', written);
  }

  async #numberOf(continues: number, numbers: ReadonlyMap<number, number>): Promise<number | null> {
    const here = numbers.get(continues);
    if (here !== undefined) return here;
    const known = await idsOf(this.#tx, this.#w.it.space, 'ticket', [continues]);
    return known.has(String(continues)) ? Number(known.get(String(continues))) : null;
  }

  /** Rows as their lines have them, in one statement whose text is always the same. */
  async #insert(table: TicketTable, rows: readonly object[]): Promise<void> {
    if (!rows.length) return;
    const lines = rows.map((row) => ({ ...row, ...this.#key }));
    const columns = Object.keys(lines[0] ?? {}).map((name) => sql.ref(name));
    const json = storableJson(JSON.stringify(lines));
    await sql`
      insert into ${sql.table(table)} (${sql.join(columns)})
      select ${sql.join(columns)} from jsonb_populate_recordset(null::${sql.table(table)}, ${json}::jsonb)`.execute(
      this.#tx,
    );
  }
}

/** Written into tickets that were open in the other server: nobody can go on there. */
const openReason = 'Imported: it was open when the archive was made.';
