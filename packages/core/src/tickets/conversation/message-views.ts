import { notShownWords, unknownUsername } from '@tickets/contract/platform/names';
import type { User } from '@tickets/contract/servers/guild';
import { ShownComponents, ShownEmbeds } from '@tickets/contract/tickets/shown';
import type { Attachment, EarlierTicket, TicketMessage } from '@tickets/contract/tickets/tickets';
import { MessageType } from 'discord-api-types/v10';
import { type Selectable, sql } from 'kysely';
import { breather, eachPausing } from '../../platform/async/breather.ts';
import type { Context } from '../../platform/context.ts';
import type { TicketAttachments, TicketMessages } from '../../platform/db/schema.generated.ts';
import { readWithin, type Within } from '../../platform/db/within-bytes.ts';
import { pictureUrl } from '../../platform/net/picture-proxy.ts';
import { fileLinkMs, signFileUrl } from '../../platform/storage/file-links.ts';
import { inOneDirection, usersSoon } from '../../servers/users.ts';
import { isImported, type TicketKey } from '../model/find.ts';
import { timeOfSnowflake } from '../model/message-payload.ts';
import { unheardAuthor } from './message-rows.ts';
import { picturesMax, withPictures } from './shown-pictures.ts';

/** A message, and whether its ticket was imported: what an archive says of anybody is not known to be true. */
export type StoredMessage = Selectable<TicketMessages> & { imported: boolean };
type StoredAttachment = Selectable<TicketAttachments>;

/** What says by whom a message is shown. */
export type Authored = Pick<
  StoredMessage,
  'message_id' | 'ticket_id' | 'author_id' | 'author_name' | 'author_avatar' | 'sent_by'
>;

/** How messages are read: what was deleted is for the staff of its ticket alone, and for those of them who ask for it. */
export interface Reader {
  is_staff: boolean;
}

/** A window on the messages of a ticket, oldest first. */
export interface MessageWindow {
  /** Only messages older than this one. */
  before?: string | undefined;
  /** Only messages newer than this one. */
  after?: string | undefined;
  /** The newest so many; with `after`, the first so many. */
  limit: number;
  /** And as many as are no longer than this together, at least one. */
  bytes?: number;
  /** Leaves out what was deleted. */
  without_deleted?: boolean;
}

/**
 * So many bytes of messages are read at once to be shown, or a single one: each reader holds them several times over, as rows, as
 * objects and as JSON.
 */
export const shownAtOnce = 512 * 1024;

/** Messages and their attachments, as far as they are read at once. */
export interface FoundMessages {
  messages: StoredMessage[];
  bytes: number;
  /** There are more in the window, which are too long to be read with these. */
  isCut: boolean;
}

export async function readMessages(
  ctx: Context,
  { guild_id, ticket_id }: TicketKey,
  { before, after, limit, bytes, without_deleted = false }: MessageWindow,
): Promise<FoundMessages> {
  const order = after === undefined ? 'desc' : 'asc';
  const wanted = messagesOf(ctx, { guild_id, ticket_id })
    // A ping that was deleted at once says nothing to anyone who reads later.
    .where((eb) =>
      eb.or([
        eb('deleted_at', 'is', null),
        eb(
          'message_id',
          'is distinct from',
          eb
            .selectFrom('tickets')
            .where('tickets.guild_id', '=', guild_id)
            .where('tickets.ticket_id', '=', ticket_id)
            .select('mention_message_id'),
        ),
      ]),
    )
    .$if(without_deleted, (query) => query.where('deleted_at', 'is', null))
    .$if(before !== undefined, (query) => query.where('message_id', '<', before ?? ''))
    .$if(after !== undefined, (query) => query.where('message_id', '>', after ?? ''))
    .limit(limit)
    .orderBy('message_id', order);
  const found = await readWithin<StoredMessage>(ctx.db, wanted, {
    order: order === 'asc' ? sql`message_id` : sql`message_id desc`,
    size: shownBytes,
    ...(bytes !== undefined && { bytes }),
  });
  const messages = after === undefined ? found.rows.reverse() : found.rows;
  return { messages, bytes: found.bytes, isCut: found.isCut };
}

/** About as much as an answer has of a message. */
const shownBytes = sql`octet_length(m.content) + octet_length(m.embeds::text) + octet_length(m.components::text) + coalesce((
  select sum(400 + octet_length(a.filename) + octet_length(a.url)) from ticket_attachments a
  where a.guild_id = m.guild_id and a.ticket_id = m.ticket_id and a.message_id = m.message_id), 0)`;

/** Messages that changed after `since_seq`, in the order of their changes: the first `limit`, and no more than `bytes` of them. */
export const readChanges = (
  ctx: Context,
  ticket: TicketKey,
  { since_seq, limit, bytes }: { since_seq: number; limit: number; bytes: number },
): Promise<Within<StoredMessage>> =>
  readWithin(ctx.db, messagesOf(ctx, ticket).where('seq', '>', since_seq).orderBy('seq').limit(limit), {
    order: sql`seq`,
    size: shownBytes,
    bytes,
  });

const messagesOf = ({ db }: Context, { guild_id, ticket_id }: TicketKey) =>
  db
    .selectFrom('ticket_messages')
    .selectAll()
    .select(
      sql<boolean>`(select ${isImported} from tickets t where t.guild_id = ${guild_id} and t.ticket_id = ${ticket_id})`.as(
        'imported',
      ),
    )
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .where('author_id', '<>', unheardAuthor);

/** As who somebody reads each part of a conversation: one ticket may be their team's, and another that it goes on from not. */
export type ReaderIn = (part: Pick<TicketKey, 'ticket_id'>) => Reader;

export function readerInEach(tickets: readonly (Pick<TicketKey, 'ticket_id'> & Reader)[]): ReaderIn {
  const readers = new Map(tickets.map(({ ticket_id, is_staff }) => [ticket_id, { is_staff }]));
  return ({ ticket_id }) => readers.get(ticket_id) ?? { is_staff: false };
}

/** As who somebody reads names that are not of one part alone. */
export const readerOfAll = (
  tickets: readonly (Reader & { history?: EarlierTicket['history'] })[],
): Reader => ({
  is_staff: tickets.every(({ is_staff, history = 'joined' }) => is_staff || history !== 'joined'),
});

/** How people are shown to one reader. */
export interface Authors {
  of(message: Authored): User;
}

/**
 * Staff see who wrote what from the dashboard. Everybody else sees it as Discord shows it: under the name that was
 * chosen for it, which may be the server's, so that no name of staff leaks. What the opener wrote there is theirs for all.
 */
export async function authorsFor(
  ctx: Context,
  guild_id: string,
  reader: Reader | ReaderIn,
  messages: readonly Authored[],
): Promise<Authors> {
  const isStaffIn = (message: Authored) =>
    typeof reader === 'function' ? reader(message).is_staff : reader.is_staff;
  const asMember = messages.filter((message) => !isStaffIn(message));
  const openers = await openersOfSent(ctx, guild_id, asMember);
  const personOf = (message: Authored) => {
    const { sent_by, ticket_id } = message;
    if (sent_by && (isStaffIn(message) || openers.get(ticket_id) === sent_by)) return sent_by;
    return message.author_name === null ? message.author_id : undefined;
  };
  const people = await usersSoon(
    ctx,
    guild_id,
    messages.flatMap((message) => personOf(message) ?? []),
  );
  return {
    of(message) {
      const id = personOf(message);
      if (id) return people.get(id) ?? unknownUser(id);
      return {
        id: message.author_id,
        username: inOneDirection(message.author_name ?? unknownUser('').username),
        global_name: null,
        avatar: message.author_avatar ?? '',
        bot: true,
      };
    },
  };
}

/** The openers of tickets in which something was written from the dashboard. */
async function openersOfSent(
  ctx: Context,
  guild_id: string,
  messages: readonly Pick<Authored, 'sent_by' | 'ticket_id'>[],
): Promise<Map<number, string>> {
  const ids = new Set(messages.flatMap(({ sent_by, ticket_id }) => (sent_by ? [ticket_id] : [])));
  if (!ids.size) return new Map();
  const rows = await ctx.db
    .selectFrom('tickets')
    .where('guild_id', '=', guild_id)
    .where('ticket_id', 'in', [...ids])
    .select(['ticket_id', 'opener_id'])
    .execute();
  return new Map(rows.map(({ ticket_id, opener_id }) => [ticket_id, opener_id]));
}

export const unknownUser = (id: string): User => ({
  id,
  username: unknownUsername,
  global_name: null,
  avatar: '',
  bot: false,
});

/** The attachments of messages by message, as links that work now. */
export async function attachmentsOf(
  ctx: Context,
  guild_id: string,
  messages: readonly Pick<StoredMessage, 'ticket_id' | 'message_id'>[],
  lifetime_ms: number = fileLinkMs.usual,
): Promise<Map<string, Attachment[]>> {
  const found = new Map<string, Attachment[]>();
  if (!messages.length) return found;
  const { rows } = await sql<StoredAttachment>`
    select * from ticket_attachments where guild_id = ${guild_id}
      and ticket_id = any(${[...new Set(messages.map(({ ticket_id }) => ticket_id))]}::int[])
      and message_id = any(${messages.map(({ message_id }) => message_id)}::bigint[])
    order by message_id, attachment_id`.execute(ctx.db);
  const pause = breather();
  for (const row of rows) {
    await pause();
    const copy = row.state === 'stored' ? signFileUrl(ctx, row, lifetime_ms) : undefined;
    const attachment = {
      id: row.attachment_id,
      filename: row.filename,
      size: row.size,
      url: copy ?? row.url,
      proxy_url: copy ?? pictureUrl(ctx, row.url, lifetime_ms) ?? '',
      content_type: row.content_type,
      copy: row.state,
    };
    const others = found.get(row.message_id);
    if (others) others.push(attachment);
    else found.set(row.message_id, [attachment]);
  }
  return found;
}

/** Embeds and components as they can be drawn. In the place of those that cannot stands that they cannot. */
export function shownParts({
  embeds,
  components,
}: Pick<StoredMessage, 'embeds' | 'components'>): Pick<TicketMessage, 'embeds' | 'components'> {
  const shown = {
    embeds: ShownEmbeds.safeParse(embeds).data,
    components: ShownComponents.safeParse(components).data,
  };
  const isWhole = shown.embeds && shown.components;
  return {
    embeds: [...(shown.embeds ?? []), ...(isWhole ? [] : [{ description: notShownWords }])],
    components: shown.components ?? [],
  };
}

/** The same with the addresses of their pictures, as they are shown to who may see them for so long. */
export function piecesOf(
  ctx: Context,
  message: StoredMessage,
  lifetime_ms: number,
): Pick<TicketMessage, 'embeds' | 'components'> {
  const { embeds, components } = shownParts(message);
  const budget = { pictures: picturesMax };
  return {
    embeds: withPictures(ctx, embeds, lifetime_ms, budget),
    components: withPictures(ctx, components, lifetime_ms, budget),
  };
}

/** Whether staff of the ticket wrote it. Nobody can say so of an imported one, whose archive may name anybody as staff. */
export const isStaffs = ({ by_staff, imported }: StoredMessage): boolean => by_staff === true && !imported;

export async function viewMessages(
  ctx: Context,
  guild_id: string,
  reader: Reader | ReaderIn,
  messages: readonly StoredMessage[],
): Promise<TicketMessage[]> {
  const [authors, attachments] = await Promise.all([
    authorsFor(ctx, guild_id, reader, messages),
    attachmentsOf(ctx, guild_id, messages),
  ]);
  return eachPausing(messages, (message) => ({
    id: message.message_id,
    ticket_id: message.ticket_id,
    seq: message.seq,
    type: message.type,
    reply_to: message.reply_to,
    author: authors.of(message),
    by_staff: isStaffs(message),
    content: message.content,
    timestamp: message.created_at.toISOString(),
    edited_timestamp: message.edited_at?.toISOString() ?? null,
    deleted_timestamp: message.deleted_at?.toISOString() ?? null,
    attachments: attachments.get(message.message_id) ?? [],
    ...piecesOf(ctx, message, fileLinkMs.usual),
  }));
}

/** That a message is gone, for anyone who may not read what it said. */
export function viewDeletion({ message_id, ticket_id, seq, deleted_at }: StoredMessage): TicketMessage {
  return {
    id: message_id,
    ticket_id,
    seq,
    type: MessageType.Default,
    reply_to: null,
    author: unknownUser(unheardAuthor),
    by_staff: false,
    content: '',
    timestamp: timeOfSnowflake(message_id).toISOString(),
    edited_timestamp: null,
    deleted_timestamp: deleted_at?.toISOString() ?? null,
    attachments: [],
    embeds: [],
    components: [],
  };
}
