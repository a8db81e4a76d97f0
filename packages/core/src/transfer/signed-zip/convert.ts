import type { KeyObject } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { requireFreeRoomSync, whileThereIsRoom } from '../../platform/storage/free-room.ts';
import { compareBy } from '../format/archive.ts';
import type { ArchiveLimits } from '../format/limits.ts';
import { formatName, formatVersion, names } from '../format/manifest.ts';
import { ArchiveProblem } from '../format/problem.ts';
import { SortedLines } from '../format/sorted-lines.ts';
import { thingsIn, type ValueBudget, valuesFor } from '../format/things.ts';
import { type ArchiveWriter, writeArchive } from '../format/writer.ts';
import { openZip, shown, type Zip } from '../format/zip.ts';
import type { NameRow, TicketRow } from '../registry/registry.ts';
import { registry, type SetupTable } from '../registry/registry.ts';
import { DataReader, emptyTicket, wholeParts } from './read-data.ts';
import { readTranscript, transcriptPaths } from './read-transcript.ts';
import { requireSigned } from './signatures.ts';

const MiB = 1024 * 1024;
/** A signature is of the whole file, so where one is looked for, the file lies in memory. */
const dataBytesMax = 64 * MiB;
const transcriptBytesMax = 32 * MiB;
const folderTickets = 200;

const transcriptName = /^transcripts\/(\d{1,9})\.json$/;

/** Whether a zip has the layout of the product whose archives are signed. */
export const isSignedZip = (zip: Pick<Zip, 'has'>) => zip.has('data.json') || zip.has('guild_id.txt');

export interface Converted {
  /** What is in it: what was set up, with tickets; or what was said in them. */
  holds: 'data' | 'transcripts';
  isSigned: boolean;
  notes: string[];
}

interface Converting {
  limits: ArchiveLimits;
  key: KeyObject | undefined;
  /** Which the files that are made leave free of the disk. */
  kept_free_bytes: number;
  now: Date;
}

/**
 * Refuses a zip of that product that is not signed, though it has to be, or holds something else. Nothing is parsed. Of its
 * transcripts each is looked at when it is read.
 */
export async function requireSignedZip(zip: Zip, { key }: Pick<Converting, 'key'>): Promise<void> {
  const source = new SignedSource(zip, key);
  if (zip.has('data.json')) return source.requireSigned('data.json', dataBytesMax);
  await source.guildId();
  transcriptsIn(zip);
}

/**
 * Writes an archive of ours into a folder, from a zip of that product, so that everything after it is done by the same code. With
 * a key, each of its files has to be signed by whoever has it, and is looked at only then.
 */
export async function convertSignedZip(
  path: string,
  folder: string,
  { limits, key, kept_free_bytes, now }: Converting,
): Promise<Converted & { path: string }> {
  await using zip = await openZip(path, limits);
  const source = new SignedSource(zip, key);
  const to = join(folder, 'archive.zip');
  const requireRoom = () => requireFreeRoomSync(folder, kept_free_bytes);
  const converting = { source, folder, requireRoom, limits, now, budget: valuesFor(zip.bytes, limits) };
  const about = zip.has('data.json')
    ? await convertData(to, converting)
    : await convertTranscripts(to, zip, converting);
  return { ...about, path: to, isSigned: key !== undefined };
}

/** The files of such a zip, and who vouches for them. */
class SignedSource {
  readonly #zip: Zip;
  readonly #key: KeyObject | undefined;

  constructor(zip: Zip, key: KeyObject | undefined) {
    this.#zip = zip;
    this.#key = key;
  }

  /** As a stream, which can be asked for again. Where there is a key, it was signed. */
  async document(name: string, max: number, before = ''): Promise<() => Promise<Readable>> {
    const bytes = await this.#signed(name, max, before);
    return async () => (bytes ? Readable.from(pieces(bytes), { objectMode: false }) : this.#zip.open(name));
  }

  async requireSigned(name: string, max: number): Promise<void> {
    await this.#signed(name, max);
  }

  async guildId(): Promise<string> {
    const name = 'guild_id.txt';
    const bytes = (await this.#signed(name, 100)) ?? (await this.#read(name, 100));
    const guild_id = bytes.toString().trim();
    if (!/^[1-9]\d{0,18}$/.test(guild_id))
      throw new ArchiveProblem('guild_id.txt does not hold the id of a server');
    return guild_id;
  }

  async #signed(name: string, max: number, before = ''): Promise<Buffer | undefined> {
    this.#requireSize(name, max);
    if (!this.#key) return undefined;
    const bytes = await this.#read(name, max);
    const signature = this.#zip.has(`${name}.sig`) ? await this.#read(`${name}.sig`, 1024) : undefined;
    requireSigned(this.#key, { name, bytes: Buffer.concat([Buffer.from(before), bytes]), signature });
    return bytes;
  }

  #requireSize(name: string, max: number): void {
    if (this.#zip.size(name) > max) throw new ArchiveProblem(`${name} is larger than ${max} bytes`);
  }

  async #read(name: string, max: number): Promise<Buffer> {
    this.#requireSize(name, max);
    const chunks: Buffer[] = [];
    for await (const chunk of await this.#zip.open(name)) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  }
}

const pieceBytes = 64 * 1024;

function* pieces(bytes: Buffer): Generator<Buffer, void> {
  for (let from = 0; from < bytes.length; from += pieceBytes) yield bytes.subarray(from, from + pieceBytes);
}

const manifestOf = (guild_id: string, contents: 'everything' | 'tickets', now: Date) => ({
  format: formatName as typeof formatName,
  version: formatVersion as typeof formatVersion,
  made_by: 'another ticket bot',
  made_at: now.toISOString(),
  server: { guild_id, name: guild_id },
  contents,
  missing_files: [],
});

async function* each<T extends object>(rows: Iterable<T>): AsyncGenerator<T, void> {
  yield* rows;
}

interface Source {
  source: SignedSource;
  folder: string;
  requireRoom(): void;
  limits: ArchiveLimits;
  budget: ValueBudget;
  now: Date;
}

const writeTo = (
  to: string,
  { now, requireRoom }: Pick<Source, 'now' | 'requireRoom'>,
  write: (writer: ArchiveWriter) => Promise<void>,
) =>
  pipeline(
    whileThereIsRoom(writeArchive(now, write), async () => requireRoom()),
    createWriteStream(to, { mode: 0o600 }),
  );

const sorted = <T extends object>({ folder, requireRoom }: Source, name: string) =>
  new SortedLines<T>(join(folder, name), requireRoom);

async function convertData(to: string, given: Source): Promise<Omit<Converted, 'isSigned'>> {
  const { source, limits, budget, now } = given;
  using tickets = sorted<TicketRow<'tickets'>>(given, 'tickets');
  const data = new DataReader(now, limits, (ticket) => tickets.add(String(ticket.ticket_id), ticket));
  const name = 'data.json';
  const open = await source.document(name, dataBytesMax);
  const reading = { name, limits, budget, paths: ['$.*.*'], whole: wholeParts };
  for await (const thing of thingsIn(await open(), reading)) data.take(thing);
  const guild_id = data.guildId();
  const notes = data.end();
  await writeTo(to, given, async (writer) => {
    for (const [table, { order }] of Object.entries(registry.setup)) {
      const held: Record<string, unknown>[] = data.rows[table as SetupTable]; // its keys are the names
      await writer.lines(names.setup(table), each(held.toSorted((a, b) => compareBy(order, a, b))));
    }
    if (tickets.size) await writer.lines(names.tickets(1, 'tickets'), each(tickets.rows()));
    await writer.end(manifestOf(guild_id, 'everything', now));
  });
  return { holds: 'data', notes };
}

/** The numbers of the tickets whose transcripts are in a zip, which holds nothing else. */
function transcriptsIn(zip: Zip): number[] {
  const numbers: number[] = [];
  for (const name of zip.names()) {
    const number = Number(transcriptName.exec(name)?.[1] ?? 0);
    if (number) numbers.push(number);
    else if (!transcriptName.test(name.replace(/\.sig$/, '')) && !/^guild_id\.txt(\.sig)?$/.test(name))
      throw new ArchiveProblem(`it holds ${shown(name)}, which is not of its format`);
  }
  numbers.sort((a, b) => a - b);
  if (new Set(numbers).size !== numbers.length) throw new ArchiveProblem('it holds a transcript twice');
  return numbers;
}

async function convertTranscripts(to: string, zip: Zip, given: Source): Promise<Omit<Converted, 'isSigned'>> {
  const { source, now } = given;
  const guild_id = await source.guildId();
  const numbers = transcriptsIn(zip);
  using people = sorted<NameRow<'users'>>(given, 'people');
  await writeTo(to, given, async (writer) => {
    for (let from = 0, folder = 1; from < numbers.length; from += folderTickets, folder += 1) {
      const some = numbers.slice(from, from + folderTickets);
      const tickets: TicketRow<'tickets'>[] = [];
      using attachments = sorted<TicketRow<'ticket_attachments'>>(given, 'attachments');
      const readAll = async function* () {
        for (const ticket_id of some) {
          using messages = sorted<TicketRow<'ticket_messages'>>(given, 'messages');
          await readOne(given, { guild_id, ticket_id, messages, attachments, people });
          yield* numbered(messages, (ends) => tickets.push(ticketOf(ticket_id, ends, now)));
        }
      };
      await writer.lines(names.tickets(folder, 'ticket_messages'), readAll());
      await writer.lines(names.tickets(folder, 'tickets'), each(tickets));
      await writer.lines(names.tickets(folder, 'ticket_attachments'), each(attachments.rows()));
    }
    await writer.lines(names.names('users'), each(people.rows()));
    await writer.end(manifestOf(guild_id, 'tickets', now));
  });
  return { holds: 'transcripts', notes: [] };
}

interface Into {
  guild_id: string;
  ticket_id: number;
  messages: SortedLines<TicketRow<'ticket_messages'>>;
  attachments: SortedLines<TicketRow<'ticket_attachments'>>;
  people: SortedLines<NameRow<'users'>>;
}

async function readOne(
  { source, limits, budget }: Source,
  { guild_id, ticket_id, messages, attachments, people }: Into,
): Promise<void> {
  const name = `transcripts/${ticket_id}.json`;
  const open = await source.document(name, transcriptBytesMax, `${guild_id}|${ticket_id}|`);
  const things = async function* () {
    yield* thingsIn(await open(), { name, limits, budget, paths: transcriptPaths });
  };
  await readTranscript(name, ticket_id, {
    things,
    taking: {
      message: (row) => messages.add(row.message_id, row),
      attachment: (row) => attachments.add(`${ticket_id}/${row.message_id}/${row.attachment_id}`, row),
      person: (row) => people.add(row.user_id, row),
    },
  });
}

type Message = TicketRow<'ticket_messages'>;
interface Ends {
  first: Message | undefined;
  last: Message | undefined;
  count: number;
}

/** Messages with their numbers. */
function* numbered(messages: SortedLines<Message>, note: (ends: Ends) => void): Generator<Message, void> {
  const ends: Ends = { first: undefined, last: undefined, count: 0 };
  for (const message of messages.rows()) {
    ends.first ??= message;
    ends.last = message;
    ends.count += 1;
    yield { ...message, seq: ends.count, first_seq: ends.count };
  }
  note(ends);
}

const ticketOf = (ticket_id: number, { first, last, count }: Ends, now: Date): TicketRow<'tickets'> => ({
  ...emptyTicket,
  ticket_id,
  opener_id: '1',
  channel_name: `ticket-${ticket_id}`,
  opened_at: first?.created_at ?? now.toISOString(),
  message_count: count,
  last_seq: count,
  last_message_id: last?.message_id ?? null,
  last_message_at: last?.created_at ?? null,
  last_message_by: last?.author_id ?? null,
  has_transcript: count > 0,
});
