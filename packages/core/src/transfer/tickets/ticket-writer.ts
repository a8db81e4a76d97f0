import { sql } from 'kysely';
import { nameTaken, type TakenFile, takeSpaceFor } from '../../files/take-in.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { storableJson } from '../../platform/db/storable.ts';
import { allTexts } from '../../platform/texts/texts.ts';
import { names } from '../format/manifest.ts';
import { registry, type TicketRow, type TicketTable } from '../registry/registry.ts';
import { notSaid } from '../registry/tickets.ts';
import { idsOf } from '../setup/ids.ts';
import { lacksPanel } from './numbers.ts';
import type { ArchivedMessage, ArchivedTicket } from './side-by-side.ts';
import type { TicketsImport } from './tickets-import.ts';

/** Messages that are held before they are written, at most, and the characters of JSON of all that is held. */
const heldMessages = 1_000;
export const heldCharacters = 4 * 1024 * 1024;
/** Rows of one statement, at most, and how long they may be together. */
const insertRows = 1_000;

interface Writing {
  ctx: Context;
  it: TicketsImport;
  files: ReadonlyMap<string, TakenFile>;
}

type Row = { guild_id: string; ticket_id: number };

/** Writes tickets in a transaction, many rows of a table in one statement. */
export class TicketWriter {
  /** Messages. */
  written = 0;
  /** Attachments whose bytes are not kept. */
  skipped = 0;
  /** Tickets to which everyone would have been added. */
  for_everyone = 0;
  readonly #tx: Tx;
  readonly #w: Writing;
  /** Files that this transaction has named. */
  readonly #named = new Set<string>();
  /** Tickets that go on from others, of an archive that does not say whose words the subjects are. */
  #goOn: number[] = [];
  #held = new Map<TicketTable, Row[]>();
  #heldCharacters = 0;

  constructor(tx: Tx, writing: Writing) {
    this.#tx = tx;
    this.#w = writing;
  }

  async ticket(
    ticket_id: number,
    { row, answers, members, participants, size }: ArchivedTicket,
    {
      numbers,
      panel_id,
      is_empty,
    }: { numbers: ReadonlyMap<number, number>; panel_id: number | null; is_empty: boolean },
  ): Promise<void> {
    const { it } = this.#w;
    const wasOpen = row.status !== 'closed';
    const ticket = {
      ...row,
      subject_author_id: subjectAuthorOf(row),
      status: 'closed',
      panel_id,
      // No interaction of Discord's has such a number.
      interaction_id: String(-ticket_id),
      closed_at: row.closed_at ?? it.archive.manifest.made_at,
      close_reason: wasOpen ? openReason : row.close_reason,
      has_transcript: wasOpen ? !is_empty : row.has_transcript,
      continues: await this.#earlierThan(ticket_id, row.continues, numbers),
    };
    this.#add('tickets', ticket_id, [ticket]);
    if (row.subject_author_id === notSaid && ticket.continues !== null) this.#goOn.push(ticket_id);
    this.#add('ticket_answers', ticket_id, answers);
    this.#add('ticket_members', ticket_id, this.#membersHere(members));
    this.#add('ticket_participants', ticket_id, participants);
    this.#heldCharacters += size;
  }

  /** Gives a ticket that was imported before its panel that panel. Returns whether it had none. */
  async giveBack(ticket_id: number, panel_id: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#tx
      .updateTable('tickets')
      .set({ panel_id })
      .where('guild_id', '=', this.#w.it.space.guild_id)
      .where('ticket_id', '=', ticket_id)
      .where(lacksPanel)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Says that what was said is there now. Returns false where it was there before. */
  async fill(ticket_id: number, row: ArchivedTicket['row']): Promise<boolean> {
    if (!row.message_count) return false;
    const filled = await this.#tx
      .updateTable('tickets')
      .set({
        has_transcript: true,
        message_count: row.message_count,
        last_seq: row.last_seq,
        last_message_id: row.last_message_id,
        last_message_at: row.last_message_at,
        last_message_by: row.last_message_by,
      })
      .where('guild_id', '=', this.#w.it.space.guild_id)
      .where('ticket_id', '=', ticket_id)
      .where('status', '=', 'closed')
      .where('has_transcript', '=', false)
      .where('message_count', '=', 0)
      .returning('ticket_id')
      .executeTakeFirst();
    return filled !== undefined;
  }

  async messages(ticket_id: number, messages: readonly ArchivedMessage[]): Promise<void> {
    for (const { row, versions, attachments, size } of messages) {
      this.#add('ticket_messages', ticket_id, [row]);
      this.#add('ticket_message_versions', ticket_id, versions);
      this.#add('ticket_attachments', ticket_id, attachments);
      this.#heldCharacters += size;
      const isMuch = this.#heldCharacters >= heldCharacters;
      if (isMuch || (this.#held.get('ticket_messages')?.length ?? 0) >= heldMessages) await this.flush();
    }
    this.written += messages.length;
  }

  /** Writes all that is held, in an order in which each row finds what it belongs to. */
  async flush(): Promise<void> {
    const held = this.#held;
    this.#held = new Map();
    this.#heldCharacters = 0;
    const tables: TicketTable[] = ['tickets', 'ticket_answers', 'ticket_members', 'ticket_participants'];
    for (const table of [...tables, 'ticket_messages', 'ticket_message_versions'] as const)
      await this.#insert(table, held.get(table) ?? []);
    const attachments = (held.get('ticket_attachments') ?? []) as (Row & TicketRow<'ticket_attachments'>)[]; // as they were added
    await this.#insert('ticket_attachments', await this.#kept(attachments));
    await this.#takeSubjectsOver();
  }

  /** As a ticket takes the subject over of the one that it goes on from. */
  async #takeSubjectsOver(): Promise<void> {
    const numbers = this.#goOn;
    this.#goOn = [];
    if (!numbers.length) return;
    const { guild_id } = this.#w.it.space;
    await sql`
      with recursive named as (
        select t.ticket_id, t.subject, e.subject_author_id from tickets t
        join tickets e on e.guild_id = t.guild_id and e.ticket_id = t.continues and e.subject = t.subject
        where t.guild_id = ${guild_id} and t.ticket_id = any(${numbers}::integer[]) and e.subject_author_id is not null
        union
        select t.ticket_id, t.subject, n.subject_author_id from named n
        join tickets t on t.guild_id = ${guild_id} and t.continues = n.ticket_id and t.subject = n.subject
        where t.ticket_id = any(${numbers}::integer[]))
      update tickets t set subject_author_id = named.subject_author_id from named
      where t.guild_id = ${guild_id} and t.ticket_id = named.ticket_id`.execute(this.#tx);
  }

  #add(table: TicketTable, ticket_id: number, rows: readonly object[]): void {
    if (!rows.length) return;
    const { guild_id } = this.#w.it.space;
    const list = this.#held.get(table) ?? [];
    for (const row of rows) list.push({ ...row, guild_id, ticket_id });
    this.#held.set(table, list);
  }

  /** Those of the archive that this server has, each once: two roles of the archive may be one here. Never everyone. */
  #membersHere(members: ArchivedTicket['members']): ArchivedTicket['members'] {
    const { places, space } = this.#w.it;
    const here = new Map(
      members.flatMap((member) => {
        const id = member.kind === 'role' ? places.role(member.member_id, 'tickets') : member.member_id;
        return id ? [[id, { ...member, member_id: id }]] : [];
      }),
    );
    if (here.delete(space.guild_id)) this.for_everyone += 1;
    return [...here.values()];
  }

  /** Attachments as they are kept here: with their bytes, as far as there is room for them. */
  async #kept(rows: readonly (Row & TicketRow<'ticket_attachments'>)[]): Promise<Row[]> {
    const { ctx, files, it } = this.#w;
    const sizeOf = (sha256: string | null) => it.archive.zip.size(names.file(sha256 ?? ''));
    const wanted = rows.filter(({ state, sha256 }) => state === 'stored' && sha256 && files.has(sha256));
    const sizes = wanted.map(({ sha256 }) => sizeOf(sha256));
    const fits = await takeSpaceFor(ctx, this.#tx, it.space.guild_id, sizes);
    const stored = new Set(wanted.filter((_, index) => fits[index]));
    const hashes = new Map([...stored].map((row) => [row.sha256 ?? '', row.content_type]));
    for (const [sha256, content_type] of [...hashes].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const file = files.get(sha256);
      if (!file || this.#named.has(sha256)) continue;
      await nameTaken(this.#tx, file, { size: sizeOf(sha256), content_type });
      this.#named.add(sha256);
    }
    const hasRoom = new Set(wanted);
    return rows.map((row) => {
      if (stored.has(row)) return { ...row, url: '', size: sizeOf(row.sha256), sha256: `\\x${row.sha256}` };
      if (row.state === 'stored') this.skipped += 1;
      const isLost = row.state === 'stored' || row.state === 'pending';
      const state = !isLost
        ? row.state
        : hasRoom.has(row)
          ? 'over_quota'
          : this.#isThere(row)
            ? 'too_large'
            : 'gone';
      return { ...row, url: '', sha256: null, state };
    });
  }

  #isThere({ sha256 }: TicketRow<'ticket_attachments'>): boolean {
    return sha256 !== null && this.#w.it.archive.zip.has(names.file(sha256));
  }

  /** The number here of the ticket that one continues, unless an earlier import gave it a later one. */
  async #earlierThan(
    ticket_id: number,
    continues: number | null,
    numbers: ReadonlyMap<number, number>,
  ): Promise<number | null> {
    if (continues === null) return null;
    const source_id = String(continues);
    const here =
      numbers.get(continues) ??
      Number((await idsOf(this.#tx, this.#w.it.space, 'ticket', [continues])).get(source_id) ?? ticket_id);
    return here < ticket_id ? here : null;
  }

  /** Rows as their lines have them, in statements whose text is always the same. */
  async #insert(table: TicketTable, rows: readonly object[]): Promise<void> {
    const columns = [...Object.keys(registry.tickets[table].columns), 'guild_id', ...(more[table] ?? [])].map(
      (name) => sql.ref(name),
    );
    for (const lines of statementsOf(rows)) {
      const json = storableJson(`[${lines.join(',')}]`);
      await sql`
        insert into ${sql.table(table)} (${sql.join(columns)})
        select ${sql.join(columns)} from jsonb_populate_recordset(null::${sql.table(table)}, ${json}::jsonb)`.execute(
        this.#tx,
      );
    }
  }
}

/** Rows as JSON, as many as one statement writes. */
function* statementsOf(rows: readonly object[]): Generator<string[], void> {
  let lines: string[] = [];
  let size = 0;
  for (const row of rows) {
    const line = JSON.stringify(row);
    if (lines.length && (lines.length >= insertRows || size + line.length > heldCharacters)) {
      yield lines;
      lines = [];
      size = 0;
    }
    lines.push(line);
    size += line.length;
  }
  if (lines.length) yield lines;
}

/** Columns that are in no archive and must have a value. */
const more: Partial<Record<TicketTable, string[]>> = {
  tickets: ['interaction_id'],
  ticket_attachments: ['url'],
};

/** Written into tickets that were open in the other server: nobody can go on there. */
const openReason = 'Imported: it was open when the archive was made.';

/** Whose words the subject is: in archives of earlier versions, where it may be of theirs. */
function subjectAuthorOf(row: ArchivedTicket['row']): string | null {
  const { subject_author_id, source, subject, origin, opener_id } = row;
  if (subject_author_id !== notSaid) return subject_author_id;
  if (source === 'panel' || serversOwn.has(subject)) return null;
  if (source === 'command') return opener_id;
  // Without the words, nobody knows any more whether the subject is of them.
  const isOfOrigin = !origin?.content || origin.content.includes(subject);
  return isOfOrigin ? (origin?.author_id ?? null) : null;
}

/** What stands where nobody gave a subject. */
const serversOwn = new Set(Object.values(allTexts).map(({ opening }) => opening.no_subject));
