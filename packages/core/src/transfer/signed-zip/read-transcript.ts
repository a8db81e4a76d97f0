import { plainProblem } from '@tickets/contract/platform/plain-problems';
import { messageBytesMax } from '@tickets/contract/tickets/shown';
import { z } from 'zod';
import { problemOf } from '../format/archive.ts';
import { ArchiveProblem } from '../format/problem.ts';
import type { Thing } from '../format/things.ts';
import type { NameRow, TicketRow } from '../registry/registry.ts';
import { nameTables } from '../registry/setup.ts';
import { ticketTables } from '../registry/tickets.ts';
import { textOf } from './values.ts';

type Said = Record<string, unknown>;
const isObject = (value: unknown): value is Said =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): Said[] => (Array.isArray(value) ? value.filter(isObject) : []);

const Message = z.object(ticketTables.ticket_messages.columns);
const Attachment = z.object(ticketTables.ticket_attachments.columns);
const Person = z.object(nameTables.users.columns);

/** No ticket was ever so long. */
const messagesMax = 100_000;
const peopleMax = 20_000;

/** Where things stand in a transcript. */
export const transcriptPaths = ['$.version', '$.messages.*', '$.entities.*.*'];

interface Taking {
  message(row: TicketRow<'ticket_messages'>): void;
  attachment(row: TicketRow<'ticket_attachments'>): void;
  person(row: NameRow<'users'>): void;
}

/**
 * Reads a transcript of the product whose archives are signed: of its second form, in which people stand beside the messages, or
 * of the first, a bare list of Discord's messages.
 */
export async function readTranscript(
  name: string,
  ticket_id: number,
  { things, taking }: { things: () => AsyncIterable<Thing>; taking: Taking },
): Promise<void> {
  const people = await peopleIn(name, things());
  let count = 0;
  for await (const { path, value } of things()) {
    const isMessage = people ? path[0] === 'messages' : path.length === 1;
    if (!isMessage || !isObject(value)) continue;
    count += 1;
    if (count > messagesMax) throw new ArchiveProblem(`${name} holds more than ${messagesMax} messages`);
    const author = isObject(value.author) ? value.author : people?.get(textOf(value.author));
    const author_id = isObject(value.author) ? textOf(value.author.id) : textOf(value.author);
    const person = author && personOf(author_id, author);
    if (person) taking.person(person);
    const row = messageOf(value, { ticket_id, author_id, author_bot: author?.bot === true });
    if (!row.data) throw new ArchiveProblem(`${name}, message ${count}: ${problemOf(row.error)}`);
    if (Buffer.byteLength(JSON.stringify(row.data)) > messageBytesMax)
      throw new ArchiveProblem(
        `${name}, message ${count}, is too long: a message has at most ${messageBytesMax / 1024} KiB`,
      );
    taking.message(row.data);
    for (const file of listOf(value.attachments)) {
      const kept = attachmentOf(file, row.data);
      if (kept) taking.attachment(kept);
    }
  }
}

/** The people of a transcript of the second form. Undefined: it is of the first. */
async function peopleIn(name: string, things: AsyncIterable<Thing>): Promise<Map<string, Said> | undefined> {
  const people = new Map<string, Said>();
  let version: unknown;
  let isList = true;
  for await (const { path, value } of things) {
    if (path.length > 1 || typeof path[0] === 'string') isList = false;
    if (path[0] === 'version') version = value;
    if (path[0] !== 'entities' || path[1] !== 'users' || !isObject(value)) continue;
    if (people.size >= peopleMax) throw new ArchiveProblem(`${name} names more than ${peopleMax} people`);
    const { username, global_name, avatar, bot } = value;
    people.set(String(path[2]), { username, global_name, avatar, bot });
  }
  if (version === 2) return people;
  if (!isList) throw new ArchiveProblem(`${name} is no transcript of a form that is known`);
  return undefined;
}

const personOf = (user_id: string, known: Said): NameRow<'users'> | undefined =>
  Person.safeParse({
    user_id,
    username: known.username,
    global_name: known.global_name ?? null,
    avatar:
      typeof known.avatar === 'string' && /^(a_)?[0-9a-f]{32}$/.test(known.avatar) ? known.avatar : null,
    bot: known.bot ?? false,
  }).data;

function messageOf(
  message: Said,
  { ticket_id, author_id, author_bot }: { ticket_id: number; author_id: string; author_bot: boolean },
) {
  const at = new Date(textOf(message.timestamp));
  const row = {
    ticket_id,
    message_id: textOf(message.id),
    seq: 0,
    first_seq: 0,
    type: 0,
    author_id,
    author_name: null,
    author_avatar: null,
    author_bot,
    by_staff: null,
    sent_by: null,
    content: message.content ?? '',
    embeds: listOf(message.embeds),
    components: listOf(message.components),
    reply_to: null,
    created_at: Number.isNaN(at.getTime()) ? null : at.toISOString(),
    edited_at: null,
    deleted_at: null,
    erased_at: null,
  };
  return Message.safeParse(row, { error: plainProblem });
}

const attachmentOf = (
  file: Said,
  { ticket_id, message_id }: TicketRow<'ticket_messages'>,
): TicketRow<'ticket_attachments'> | undefined =>
  Attachment.safeParse({
    ticket_id,
    message_id,
    attachment_id: textOf(file.id),
    filename: file.filename,
    size: file.size,
    content_type: file.content_type ?? null,
    sha256: null,
    state: 'gone',
  }).data;
