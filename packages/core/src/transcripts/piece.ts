import type { User } from '@tickets/contract/servers/guild';
import type { TranscriptMessage, TranscriptPiece } from '@tickets/contract/transcripts/transcripts';
import { eachPausing } from '../platform/async/breather.ts';
import type { InTurn } from '../platform/async/turns.ts';
import type { Context } from '../platform/context.ts';
import { nextLimit } from '../platform/db/within-bytes.ts';
import { fileLinkMs } from '../platform/storage/file-links.ts';
import { avatarUrl } from '../servers/avatar-url.ts';
import { type Earlier, type JoinedPlace, readJoinedFrom } from '../tickets/conversation/earlier.ts';
import { namesOf, noteMentioned, nothingMentioned } from '../tickets/conversation/mentions.ts';
import {
  type Authored,
  type Authors,
  attachmentsOf,
  authorsFor,
  isStaffs,
  piecesOf,
  type Reader,
  readerInEach,
  readerOfAll,
  type StoredMessage,
  shownParts,
} from '../tickets/conversation/message-views.ts';
import type { TicketKey } from '../tickets/model/find.ts';

export interface Wanted {
  /** The transcript's own ticket, then the ones that it goes on from, the latest first. All are of one server. */
  tickets: readonly [TicketKey & Reader & { imported: boolean }, ...Earlier[]];
  /**
   * By a link that may be ended at any time: its files are not to be had for long. Strangers read it at this installation's
   * address, so what an archive puts into somebody's mouth stands beside no face of a real account.
   */
  is_shared?: boolean;
  /** For a file that is kept: embeds and components without our addresses of their pictures, which end soon. */
  as_stored?: boolean | undefined;
  deleted: boolean | undefined;
  /** Where the piece begins; at the very beginning without it. */
  after?: JoinedPlace;
  /** Everything without it. */
  limit: number | undefined;
}

/** Messages of a transcript that follow one another, the messages themselves a few at a time. */
export interface PieceInBatches {
  /** Everything but the messages. */
  piece: TranscriptPiece;
  messages: AsyncIterable<TranscriptMessage[]>;
}

/**
 * Of one piece so many authors are named: more than any conversation has, and a bound for an archive in which each message has
 * another. The others are shown as unknown.
 */
const authorsMax = 2_000;

/** So many messages are read and written down at once, and fewer where they are long: a few milliseconds' work. */
const batchMax = 200;

/**
 * A piece of a transcript that may be long: only a batch of it lies in memory. It is read twice, for who and what is named in it
 * comes before its messages; a piece of one batch is read once.
 */
export async function pieceInBatches(
  ctx: Context,
  {
    tickets,
    is_shared = false,
    as_stored = false,
    deleted,
    after,
    limit = Number.MAX_SAFE_INTEGER - 1,
  }: Wanted,
  inTurn: InTurn,
): Promise<PieceInBatches> {
  const { guild_id } = tickets[0];
  const read = (limit: number) => batchesOf(ctx, tickets, { after, deleted, limit }, inTurn);
  const isFaceless = ofImported(is_shared ? tickets : []);
  const authorKey = authorKeyWith(isFaceless);
  const seen = { authors: new Map<string, Authored>(), mentioned: nothingMentioned() };
  let only: StoredMessage[] | undefined;
  let last: Authored | undefined;
  let count = 0;
  for await (const found of read(limit + 1)) {
    const stored = found.slice(0, limit - count);
    only = count ? undefined : stored;
    for (const message of stored) {
      if (seen.authors.size >= authorsMax) break;
      const author = authorKey(message);
      if (!seen.authors.has(author)) seen.authors.set(author, authorship(message));
    }
    await inTurn(() => noteMentioned(seen.mentioned, stored));
    count += found.length;
    last = stored.at(-1) ?? last;
  }
  const people = [...seen.authors.values()];
  const [authors, names] = await Promise.all([
    authorsFor(ctx, guild_id, readerInEach(tickets), people),
    namesOf(ctx, guild_id, seen.mentioned, readerOfAll(tickets)),
  ]);
  const cast = castOf(ctx, authors, { isLater: after !== undefined, isFaceless });
  const keys = new Map(people.map((message) => [authorKey(message), cast.keyOf(message)]));
  for (const user of names.users.values()) cast.add(user.id, isFaceless(tickets[0]) ? faceless(user) : user);
  const view = async (stored: readonly StoredMessage[]) => {
    const lifetime = is_shared ? fileLinkMs.shared : fileLinkMs.usual;
    const attachments = await attachmentsOf(ctx, guild_id, stored, lifetime);
    const shown = await eachPausing(stored, (message) => ({
      id: message.message_id,
      ticket_id: message.ticket_id,
      type: message.type,
      reply_to: message.reply_to,
      // Of one that came since nothing is known but whose it is.
      author: keys.get(authorKey(message)) ?? message.author_id,
      by_staff: isStaffs(message),
      time: message.created_at.getTime(),
      content: message.content,
      edited: message.edited_at !== null,
      deleted: message.deleted_at !== null,
      attachments: attachments.get(message.message_id) ?? [],
      ...(as_stored ? shownParts(message) : piecesOf(ctx, message, lifetime)),
    }));
    return shown.filter(hasSomething);
  };
  async function* messages() {
    if (only) yield await inTurn(() => view(only));
    else for await (const stored of read(Math.min(limit, count))) yield await inTurn(() => view(stored));
  }
  return {
    piece: {
      entities: {
        users: cast.users,
        channels: Object.fromEntries(Object.entries(names.channels).map(([id, name]) => [id, { name }])),
        roles: names.roles,
      },
      messages: [],
      next: last && count > limit ? `${last.ticket_id}-${last.message_id}` : null,
    },
    messages: messages(),
  };
}

/** All messages that `InBatches` has, where they are wanted at once. */
export async function whole(batches: AsyncIterable<TranscriptMessage[]>): Promise<TranscriptMessage[]> {
  const messages: TranscriptMessage[] = [];
  for await (const batch of batches) for (const message of batch) messages.push(message);
  return messages;
}

async function* batchesOf(
  ctx: Context,
  tickets: Wanted['tickets'],
  { after, deleted, limit }: Pick<Wanted, 'after' | 'deleted'> & { limit: number },
  inTurn: InTurn,
): AsyncGenerator<StoredMessage[], void> {
  let place = after;
  let size = batchMax;
  for (let left = limit; left > 0; ) {
    const window = { after: place, deleted, limit: Math.min(size, left) };
    const { messages, isCut } = await inTurn(() => readJoinedFrom(ctx, tickets, window));
    const last = messages.at(-1);
    if (last) yield messages;
    if (!last || (messages.length < window.limit && !isCut)) return;
    left -= messages.length;
    place = last;
    size = nextLimit(messages.length, batchMax);
  }
}

/** Without what it says, which may be long. */
const authorship = (message: StoredMessage): Authored => {
  const { message_id, ticket_id, author_id, author_name, author_avatar, sent_by } = message;
  return { message_id, ticket_id, author_id, author_name, author_avatar, sent_by };
};

/** Equal for messages that are shown as written by the same one. */
const authorKeyWith =
  (isFaceless: InTicket) =>
  ({ author_id, author_name, sent_by, ticket_id }: Authored) =>
    JSON.stringify([author_id, author_name, sent_by, sent_by && ticket_id, isFaceless({ ticket_id })]);

type InTicket = (of: Pick<TicketKey, 'ticket_id'>) => boolean;

function ofImported(tickets: readonly Wanted['tickets'][number][]): InTicket {
  const ids = new Set(tickets.flatMap(({ imported, ticket_id }) => (imported ? [ticket_id] : [])));
  return ({ ticket_id }) => ids.has(ticket_id);
}

/** With the picture that Discord gives to people without one. */
export const faceless = (user: User): User => ({ ...user, avatar: '' });

/** Notices of Discord (a pin, a rename) carry nothing to read. */
const hasSomething = (message: TranscriptMessage) =>
  message.content !== '' ||
  message.embeds.length + message.attachments.length + message.components.length > 0;

/**
 * Gathers the authors under keys. A webhook speaks under many names: each is keyed by the first message under it. So that
 * the pieces of one transcript can be laid together, only the first of them may key a name by its author. Who speaks without
 * a face is keyed by a message too, because the same person may have one elsewhere in the transcript.
 */
function castOf(
  ctx: Context,
  authors: Authors,
  { isLater, isFaceless }: { isLater: boolean; isFaceless: InTicket },
) {
  const users: TranscriptPiece['entities']['users'] = {};
  const names = new Map<string, string>();
  const add = (key: string, user: User) => {
    users[key] ??= {
      username: user.username,
      avatar: avatarUrl(ctx, user, 256),
      ...(user.bot ? { badge: 'bot' as const } : {}),
    };
  };
  return {
    users,
    add,
    keyOf(message: Authored): string {
      const user = authors.of(message);
      const isNamed = message.author_name !== null && user.id === message.author_id;
      const hasFace = !isFaceless(message);
      const person = `${hasFace}/${user.id}/${isNamed ? user.username : ''}`;
      const known = names.get(person);
      if (known) return known;
      const key = users[user.id] || !hasFace || (isNamed && isLater) ? message.message_id : user.id;
      names.set(person, key);
      add(key, hasFace ? user : faceless(user));
      return key;
    },
  };
}
