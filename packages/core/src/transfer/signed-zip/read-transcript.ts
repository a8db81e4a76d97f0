import { z } from 'zod';
import { compareBy } from '../format/archive.ts';
import { ArchiveProblem } from '../format/problem.ts';
import type { NameRow, TicketRow } from '../registry/registry.ts';
import { nameTables } from '../registry/setup.ts';
import { ticketTables } from '../registry/tickets.ts';

type Said = Record<string, unknown>;
const isObject = (value: unknown): value is Said =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): Said[] => (Array.isArray(value) ? value.filter(isObject) : []);

export interface ReadTranscript {
  messages: TicketRow<'ticket_messages'>[];
  attachments: TicketRow<'ticket_attachments'>[];
  people: NameRow<'users'>[];
}

const Message = z.object(ticketTables.ticket_messages.columns);
const Attachment = z.object(ticketTables.ticket_attachments.columns);
const Person = z.object(nameTables.users.columns);

/** A transcript of the product whose archives are signed: of its second form, or of the first, a bare list of Discord's messages. */
export function readTranscript(name: string, value: unknown, ticket_id: number): ReadTranscript {
  const isSecond = isObject(value) && value.version === 2;
  if (!isSecond && !Array.isArray(value))
    throw new ArchiveProblem(`${name} is no transcript of a form that is known`);
  const said = listOf(isSecond ? value.messages : value);
  const users =
    isSecond && isObject(value.entities) && isObject(value.entities.users) ? value.entities.users : {};
  const people = new Map<string, NameRow<'users'>>();
  const messages = new Map<string, TicketRow<'ticket_messages'>>();
  const attachments = new Map<string, TicketRow<'ticket_attachments'>>();
  for (const [index, message] of said.entries()) {
    const author = isObject(message.author) ? message.author : users[String(message.author)];
    const author_id = isObject(message.author) ? String(message.author.id) : String(message.author);
    const known = isObject(author) ? author : {};
    const person = Person.safeParse({
      user_id: author_id,
      username: known.username,
      global_name: known.global_name ?? null,
      avatar:
        typeof known.avatar === 'string' && /^(a_)?[0-9a-f]{32}$/.test(known.avatar) ? known.avatar : null,
      bot: known.bot ?? false,
    }).data;
    if (person) people.set(person.user_id, person);
    const at = new Date(String(message.timestamp));
    const message_id = String(message.id);
    const read = Message.safeParse({
      ticket_id,
      message_id,
      seq: 0,
      first_seq: 0,
      type: 0,
      author_id,
      author_name: null,
      author_avatar: null,
      author_bot: known.bot === true,
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
    });
    if (!read.data)
      throw new ArchiveProblem(
        `${name}, message ${index + 1}: ${read.error.issues[0]?.path.join('.')} cannot be read`,
      );
    messages.set(message_id, read.data);
    for (const file of listOf(message.attachments)) {
      const kept = Attachment.safeParse({
        ticket_id,
        message_id,
        attachment_id: String(file.id),
        filename: file.filename,
        size: file.size,
        content_type: file.content_type ?? null,
        sha256: null,
        state: 'gone',
      }).data;
      if (kept) attachments.set(`${message_id}/${kept.attachment_id}`, kept);
    }
  }
  const order = ticketTables.ticket_messages.order;
  const sorted = [...messages.values()]
    .sort((a, b) => compareBy(order, a, b))
    .map((row, index) => ({ ...row, seq: index + 1, first_seq: index + 1 }));
  return {
    messages: sorted,
    attachments: [...attachments.values()].sort((a, b) =>
      compareBy(ticketTables.ticket_attachments.order, a, b),
    ),
    people: [...people.values()],
  };
}
