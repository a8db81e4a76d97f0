import type { User } from '@tickets/contract/servers/guild';
import type { TranscriptMessage, TranscriptPiece } from '@tickets/contract/transcripts/transcripts';
import type { Context } from '../platform/context.ts';
import { fileLinkMs } from '../platform/storage/file-links.ts';
import { avatarUrl } from '../servers/avatar-url.ts';
import { type Earlier, type JoinedPlace, readJoinedFrom } from '../tickets/conversation/earlier.ts';
import { mentionedNames } from '../tickets/conversation/mentions.ts';
import {
  type Authors,
  attachmentsOf,
  authorsFor,
  objects,
  type Reader,
  type StoredMessage,
} from '../tickets/conversation/message-views.ts';
import type { TicketKey } from '../tickets/model/find.ts';

interface Wanted {
  /** The transcript's own ticket, then the ones that it goes on from, the latest first. All are of one server. */
  tickets: readonly [TicketKey & Reader, ...Earlier[]];
  reader: Reader;
  /** By a link that may be ended at any time: its files are not to be had for long. */
  is_shared?: boolean;
  deleted: boolean | undefined;
  /** Where the piece begins; at the very beginning without it. */
  after?: JoinedPlace;
  /** Everything without it. */
  limit: number | undefined;
}

/** Messages of a transcript that follow one another, with everybody and everything that they name. */
export async function pieceOf(
  ctx: Context,
  { tickets, reader, is_shared = false, deleted, after, limit = Number.MAX_SAFE_INTEGER - 1 }: Wanted,
): Promise<TranscriptPiece> {
  const { guild_id } = tickets[0];
  const found = await readJoinedFrom(ctx, tickets, { after, deleted, limit: limit + 1 });
  const stored = found.slice(0, limit);
  const [authors, attachments, names] = await Promise.all([
    authorsFor(ctx, guild_id, reader, stored),
    attachmentsOf(ctx, guild_id, stored, is_shared ? fileLinkMs.shared : fileLinkMs.usual),
    mentionedNames(ctx, guild_id, stored, reader),
  ]);
  const cast = castOf(ctx, authors, after !== undefined);
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
  const last = found.length > limit ? stored.at(-1) : undefined;
  return {
    entities: {
      users: cast.users,
      channels: Object.fromEntries(Object.entries(names.channels).map(([id, name]) => [id, { name }])),
      roles: names.roles,
    },
    messages,
    next: last ? `${last.ticket_id}-${last.message_id}` : null,
  };
}

/** Notices of Discord (a pin, a rename) carry nothing to read. */
const hasSomething = (message: TranscriptMessage) =>
  message.content !== '' ||
  message.embeds.length + message.attachments.length + message.components.length > 0;

/**
 * Gathers the authors under keys. A webhook speaks under many names: each is keyed by the first message under it. So that
 * the pieces of one transcript can be laid together, only the first of them may key a name by its author.
 */
function castOf(ctx: Context, authors: Authors, isLater: boolean) {
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
    keyOf(message: StoredMessage): string {
      const user = authors.of(message);
      const isNamed = message.author_name !== null && user.id === message.author_id;
      const person = `${user.id}/${isNamed ? user.username : ''}`;
      const known = names.get(person);
      if (known) return known;
      const key = users[user.id] || (isNamed && isLater) ? message.message_id : user.id;
      names.set(person, key);
      add(key, user);
      return key;
    },
  };
}
