import { AppError } from '@tickets/contract/platform/errors';
import type { User } from '@tickets/contract/servers/guild';
import type { Transcript, TranscriptQuery } from '@tickets/contract/transcripts/transcripts';
import { authoriseTicket } from '../access/authorise.ts';
import type { UserCall } from '../access/caller.ts';
import type { TicketFacts } from '../access/ticket-access.ts';
import type { Context } from '../platform/context.ts';
import { avatarUrl } from '../servers/avatar-url.ts';
import { type Earlier, earlierTickets, readJoined, viewEarlier } from '../tickets/conversation/earlier.ts';
import { mentionedNames } from '../tickets/conversation/mentions.ts';
import {
  type Authors,
  attachmentsOf,
  authorsFor,
  objects,
  type Reader,
  type StoredMessage,
} from '../tickets/conversation/message-views.ts';
import { readerOf } from '../tickets/conversation/view.ts';
import { answersOf } from '../tickets/model/answers.ts';
import { findTicket, type Ticket, type TicketKey } from '../tickets/model/find.ts';
import { noteRead } from '../tickets/model/note-read.ts';
import { aboutTicket } from './about.ts';
import { completenessOf } from './completeness.ts';
import { keptTranscript } from './kept.ts';

/** How many messages of earlier tickets a transcript holds beside its own. */
const joinedMax = 10_000;

/**
 * The messages of a closed ticket, and of the ones that it goes on from, with everybody and everything that they name.
 * Its opener may always read it.
 */
export async function renderTranscript(
  call: UserCall,
  { deleted, ...key }: TicketKey & TranscriptQuery,
): Promise<Transcript> {
  if (!(await findTicket(call.db, key))) throw new AppError('transcript.not_found');
  const denied = 'transcript.denied';
  const facts = await authoriseTicket(call, 'transcript.read', key, {
    claimed: denied,
    denied,
    only_read: true,
  });
  const ticket = await keptTranscript(call.db, key);
  const [transcript] = await Promise.all([
    viewTranscript(ticket, { call, deleted, reader: readerOf(call.caller.access, facts.panel), facts }),
    noteRead(call, key, call.caller.user_id),
  ]);
  return transcript;
}

/** As the opener of a ticket reads it: nothing that is for staff alone. */
export const asOpener: Reader = { is_staff: false };

interface View extends TranscriptQuery {
  /** Of somebody who may read the ticket. */
  call: UserCall;
  reader: Reader;
  /** What decides which rights the caller has over the ticket; undefined for a reader who has none. */
  facts?: TicketFacts | undefined;
}

/**
 * The messages of a kept ticket, and of the ones that it goes on from as far as the caller may read them. Without `facts`
 * whoever reads is shown no more of any of them than its opener is.
 */
export async function viewTranscript(
  ticket: Ticket,
  { call, deleted, reader, facts }: View,
): Promise<Transcript> {
  const key = { guild_id: ticket.guild_id, ticket_id: ticket.ticket_id };
  const line = await earlierTickets(call, call.caller.access, ticket);
  const earlier = linkWhatIsLong(facts ? line : line.map((one) => ({ ...one, ...asOpener })));
  const stored = await readJoined(call, [{ ...ticket, ...reader }, ...earlier], { deleted });
  const [authors, attachments, names, answers, history, about] = await Promise.all([
    authorsFor(call, key.guild_id, reader, stored),
    attachmentsOf(call, key.guild_id, stored),
    mentionedNames(call, key.guild_id, stored, reader),
    answersOf(call.db, key, 'form'),
    viewEarlier(call, key.guild_id, earlier),
    aboutTicket({ call, ticket, facts, reader }),
  ]);
  const cast = castOf(call, authors);
  const messages = stored
    .map((message) => ({
      id: message.message_id,
      ticket_id: message.ticket_id,
      type: message.type,
      reply_to: message.reply_to,
      author: cast.keyOf(message),
      time: message.created_at.getTime(),
      content: message.content,
      edited: message.edited_at !== null,
      deleted: message.deleted_at !== null,
      embeds: objects(message.embeds),
      attachments: attachments.get(message.message_id) ?? [],
      components: objects(message.components),
    }))
    .filter(hasSomething);
  for (const user of names.users.values()) cast.add(user.id, user);
  const isOwn = ({ ticket_id }: { ticket_id: number }) => ticket_id === ticket.ticket_id;
  const shown = new Set(messages.filter(isOwn).map(({ id }) => id));
  const completeness = await completenessOf(call, ticket, {
    shown: shown.size,
    erased: stored.filter((row) => isOwn(row) && row.erased_at && !shown.has(row.message_id)).length,
    deleted: Boolean(deleted && reader.is_staff),
  });
  return {
    channel_name: ticket.channel_name,
    ticket_id: ticket.ticket_id,
    answers,
    entities: {
      users: cast.users,
      channels: Object.fromEntries(Object.entries(names.channels).map(([id, name]) => [id, { name }])),
      roles: names.roles,
    },
    messages,
    earlier: history,
    ticket: { ...about, completeness },
  };
}

/** A transcript is answered whole, so the history that comes with it has an end; what is before it is linked. */
function linkWhatIsLong(earlier: readonly Earlier[]): Earlier[] {
  let count = 0;
  return earlier.map((ticket) => {
    if (ticket.history !== 'joined') return ticket;
    count += ticket.message_count;
    return count > joinedMax ? { ...ticket, history: 'linked' } : ticket;
  });
}

/** Notices of Discord (a pin, a rename) carry nothing to read. */
const hasSomething = (message: Transcript['messages'][number]) =>
  message.content !== '' ||
  message.embeds.length + message.attachments.length + message.components.length > 0;

/** Gathers the authors under keys. A webhook speaks under many names: each is keyed by the first message under it. */
function castOf(ctx: Context, authors: Authors) {
  const users: Transcript['entities']['users'] = {};
  const names = new Map<string, string>();
  const add = (key: string, user: User) => {
    const badge = user.bot ? { badge: 'bot' as const } : {};
    users[key] ??= { username: user.username, avatar: avatarUrl(ctx, user, 256), ...badge };
  };
  return {
    users,
    add,
    keyOf(message: StoredMessage): string {
      const user = authors.of(message);
      const person = `${user.id}/${message.author_name !== null && user.id === message.author_id ? user.username : ''}`;
      const key = names.get(person) ?? (users[user.id] ? message.message_id : user.id);
      if (names.has(person)) return key;
      names.set(person, key);
      users[key] = {
        username: user.username,
        avatar: avatarUrl(ctx, user, 256),
        ...(user.bot ? { badge: 'bot' } : {}),
      };
      return key;
    },
  };
}
