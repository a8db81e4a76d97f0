import type { Archive } from '../format/archive.ts';
import type { ArchiveLimits } from '../format/limits.ts';
import { names } from '../format/manifest.ts';
import { ArchiveProblem } from '../format/problem.ts';
import type { TicketRow, TicketTable } from '../registry/registry.ts';

export interface ArchivedMessage {
  /** All that is held of it, in characters of JSON. */
  size: number;
  row: TicketRow<'ticket_messages'>;
  versions: TicketRow<'ticket_message_versions'>[];
  attachments: TicketRow<'ticket_attachments'>[];
}

/** A ticket with what is about it. Its messages may be many, and are read once, before the next ticket. */
export interface ArchivedTicket {
  /** All that is held of it beside its messages, in characters of JSON. */
  size: number;
  row: TicketRow<'tickets'>;
  answers: TicketRow<'ticket_answers'>[];
  members: TicketRow<'ticket_members'>[];
  participants: TicketRow<'ticket_participants'>[];
  messages: AsyncGenerator<ArchivedMessage, void>;
}

/** Rows in their order, of which the next can be looked at. */
class Cursor<T extends TicketTable> {
  readonly name: string;
  /** The line that was taken last. */
  line = 0;
  /** Of the rows that were taken since it was set to 0, in characters of JSON. */
  size = 0;
  #rows: AsyncGenerator<TicketRow<T>, void>;
  #next: TicketRow<T> | undefined;

  constructor(archive: Archive, folder: number, table: T) {
    this.name = names.tickets(folder, table);
    this.#rows = archive.rows(folder, table);
  }

  async peek(): Promise<TicketRow<T> | undefined> {
    this.#next ??= (await this.#rows.next()).value ?? undefined;
    return this.#next;
  }

  /** The next row, where it belongs to what `isOf` says. */
  async take(isOf: (row: TicketRow<T>) => boolean): Promise<TicketRow<T> | undefined> {
    const row = await this.peek();
    if (!row || !isOf(row)) return undefined;
    this.#next = undefined;
    this.line += 1;
    this.size += JSON.stringify(row).length;
    return row;
  }

  async takeAll(
    isOf: (row: TicketRow<T>) => boolean,
    { lines, size }: { lines: number; size: number },
  ): Promise<TicketRow<T>[]> {
    const taken: TicketRow<T>[] = [];
    this.size = 0;
    for (let row = await this.take(isOf); row; row = await this.take(isOf)) {
      if (taken.length >= lines) throw new ArchiveProblem(`${this.name} holds too many lines of one thing`);
      if (this.size > size) throw new ArchiveProblem(`${this.name} holds too much of one thing`);
      taken.push(row);
    }
    return taken;
  }

  /** What is wrong with the line that was taken last. */
  problem(what: string): ArchiveProblem {
    return new ArchiveProblem(`${this.name}, line ${this.line}: ${what}`);
  }

  async close(): Promise<void> {
    await this.#rows.return();
  }
}

/**
 * The tickets of a folder, each with its rows of the other tables, which are read beside it. A row that belongs to no ticket, or
 * to no message, is refused.
 */
export async function* ticketsOf(
  archive: Archive,
  folder: number,
  limits: ArchiveLimits,
): AsyncGenerator<ArchivedTicket, void> {
  const open = <T extends TicketTable>(table: T) => new Cursor(archive, folder, table);
  const tickets = open('tickets');
  const answers = open('ticket_answers');
  const members = open('ticket_members');
  const participants = open('ticket_participants');
  const messages = open('ticket_messages');
  const versions = open('ticket_message_versions');
  const attachments = open('ticket_attachments');
  const beside = [answers, members, participants, messages, versions, attachments];
  try {
    for (let row = await tickets.take(() => true); row; row = await tickets.take(() => true)) {
      const { ticket_id, continues } = row;
      // Reopened tickets form a line, in which numbers rise. A circle would have no end.
      if (continues !== null && continues >= ticket_id)
        throw tickets.problem(
          `continues: ticket ${ticket_id} continues one with a lower number, not ${continues}`,
        );
      const isOf = (of: { ticket_id: number }) => of.ticket_id === ticket_id;
      const max = { lines: limits.of_ticket, size: limits.of_thing_bytes };
      const said = messagesOf({ messages, versions, attachments }, ticket_id, limits);
      const about = {
        row,
        answers: await answers.takeAll(isOf, max),
        members: await members.takeAll(isOf, max),
        participants: await participants.takeAll(isOf, max),
      };
      const size = JSON.stringify(row).length + answers.size + members.size + participants.size;
      yield { ...about, size, messages: said };
      // Those that nobody read.
      for await (const _ of said);
      for (const cursor of beside) {
        const left: { ticket_id: number } | undefined = await cursor.peek();
        if (left && left.ticket_id <= ticket_id) throw stray(cursor.name, left.ticket_id);
      }
    }
    for (const cursor of beside) {
      const left: { ticket_id: number } | undefined = await cursor.peek();
      if (left) throw stray(cursor.name, left.ticket_id);
    }
  } finally {
    for (const cursor of [tickets, ...beside]) await cursor.close();
  }
}

async function* messagesOf(
  {
    messages,
    versions,
    attachments,
  }: {
    messages: Cursor<'ticket_messages'>;
    versions: Cursor<'ticket_message_versions'>;
    attachments: Cursor<'ticket_attachments'>;
  },
  ticket_id: number,
  limits: ArchiveLimits,
): AsyncGenerator<ArchivedMessage, void> {
  const isOf = (of: { ticket_id: number }) => of.ticket_id === ticket_id;
  const max = { lines: limits.of_message, size: limits.of_thing_bytes };
  for (let row = await messages.take(isOf); row; row = await messages.take(isOf)) {
    const { message_id } = row;
    const isOfMessage = (of: { ticket_id: number; message_id: string }) =>
      isOf(of) && of.message_id === message_id;
    const about = {
      row,
      versions: await versions.takeAll(isOfMessage, max),
      attachments: await attachments.takeAll(isOfMessage, max),
    };
    yield { ...about, size: messages.size + versions.size + attachments.size };
    messages.size = 0;
  }
}

const stray = (name: string, ticket_id: number) =>
  new ArchiveProblem(`${name} holds a line of ticket ${ticket_id} that belongs to nothing in it`);
