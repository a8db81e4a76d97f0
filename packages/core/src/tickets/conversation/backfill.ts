import { type APIMessage, RESTJSONErrorCodes } from 'discord-api-types/v10';
import type { Context } from '../../platform/context.ts';
import { storable } from '../../platform/db/storable.ts';
import { hasDiscordCode, isRefusal } from '../../platform/discord/failures.ts';
import { warnUnlessOutage } from '../../platform/outages.ts';
import { meetMembers } from '../../servers/members.ts';
import { withoutErased } from '../model/erased-people.ts';
import type { TicketKey } from '../model/find.ts';
import { unheardAuthor } from './message-rows.ts';
import { recordDeletion, recordMessage } from './messages.ts';

const pageSize = 100;
/** Past this many pages, a page that holds nothing new ends the reading also when everything was asked for. */
const wholePages = 20;

export interface BackfillOptions {
  /** `missed`: until a page holds nothing new. `everything`: also older edits and deletions. */
  depth: 'missed' | 'everything';
  /** Filled with what was in the channel. */
  seen?: Seen;
}

export interface Seen {
  ids: Set<string>;
  /** From which message on; what is older was not read. */
  from: string;
  /** Up to which message: the channel's own id where there was none. What is newer came after the reading. */
  newest: string;
}

/**
 * Reads a ticket's channel in Discord and keeps what the gateway did not tell: messages, edits and deletions.
 * `gone` when there is no such channel, `refused` when Discord does not let the bot read it.
 */
export async function backfillTicket(
  ctx: Context,
  ticket: TicketKey & { channel_id: string },
  { depth, seen }: BackfillOptions,
): Promise<'done' | 'gone' | 'refused'> {
  const forgotten = await forgottenUpTo(ctx, ticket);
  let before: string | undefined;
  for (let page = 1; ; page += 1) {
    // What is kept by now and missing from the answer was deleted; what comes later may just not be in it yet.
    const newest = before ? undefined : await newestKept(ctx, ticket);
    const all = await readPage(ctx, ticket.channel_id, before);
    if (typeof all === 'string') return all;
    const found = all.filter(({ id }) => BigInt(id) > forgotten);
    const isLast = found.length < pageSize;
    if (seen) notePage(seen, found, isLast);
    const changes = await takePage(ctx, ticket, found, { isLast, before, newest });
    if (isLast) return 'done';
    if (!changes && (depth === 'missed' || page >= wholePages)) return 'done';
    before = found.at(-1)?.id;
  }
}

function notePage(seen: Seen, found: readonly APIMessage[], isLast: boolean): void {
  for (const { id } of found) {
    seen.ids.add(id);
    if (BigInt(id) > BigInt(seen.newest)) seen.newest = id;
  }
  seen.from = isLast ? '0' : (found.at(-1)?.id ?? '0');
}

/**
 * After the last reading of a channel, and after `final_read_at` was written: what was taken in beside the reading, is older
 * than something that was seen, and was not in the channel any more, had been deleted.
 */
export async function deleteUnseen(
  ctx: Context,
  { guild_id, ticket_id, channel_id }: TicketKey & { channel_id: string },
  seen: Seen,
): Promise<void> {
  const rows = await ctx.db
    .selectFrom('ticket_messages')
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .where('deleted_at', 'is', null)
    .where('message_id', '>=', seen.from)
    .where('message_id', '<=', seen.newest)
    .select('message_id')
    .execute();
  const ids = rows.map(({ message_id }) => message_id).filter((id) => !seen.ids.has(id));
  if (ids.length) await recordDeletion(ctx, { guild_id, channel_id, ids });
}

/**
 * Before a ticket closes by itself: what was written while the program did not listen counts too. False without
 * Discord's word; who closes then waits for it.
 */
export async function readMissed(
  ctx: Context,
  { guild_id, ticket_id, channel_id }: TicketKey & { channel_id: string | null },
): Promise<boolean> {
  if (!channel_id) return true;
  try {
    await backfillTicket(ctx, { guild_id, ticket_id, channel_id }, { depth: 'missed' });
    return true;
  } catch (error) {
    warnUnlessOutage(ctx.log, error, 'a ticket waits for Discord before it closes', { guild_id, ticket_id });
    return false;
  }
}

async function readPage(
  ctx: Context,
  channel_id: string,
  before: string | undefined,
): Promise<APIMessage[] | 'gone' | 'refused'> {
  try {
    return storable(await ctx.discord.api.channels.getMessages(channel_id, { limit: pageSize, before }));
  } catch (error) {
    if (hasDiscordCode(error, RESTJSONErrorCodes.UnknownChannel)) return 'gone';
    if (isRefusal(error)) return 'refused';
    throw error;
  }
}

async function takePage(
  ctx: Context,
  ticket: TicketKey & { channel_id: string },
  found: APIMessage[],
  page: { isLast: boolean; before: string | undefined; newest: string | undefined },
): Promise<number> {
  const { guild_id, channel_id } = ticket;
  const oldest = page.isLast ? '0' : (found.at(-1)?.id ?? '0');
  const kept = await keptBetween(ctx, ticket, oldest, page.before);
  const isHeard = (message: APIMessage) => {
    const known = kept.get(message.id);
    const edited = message.edited_timestamp ? Date.parse(message.edited_timestamp) : 0;
    return known && known.author_id !== unheardAuthor && (known.edited_at?.getTime() ?? 0) >= edited;
  };
  const fresh = await withoutErased(
    ctx,
    found.filter((message) => !isHeard(message)),
  );
  // Whether they are staff is asked of each.
  const people = fresh.filter(({ author, webhook_id }) => !author.bot && !webhook_id);
  if (people.length) await meetMembers(ctx, guild_id, { user_ids: people.map(({ author }) => author.id) });
  for (const { id } of found) kept.delete(id);
  let changes = 0;
  for (const message of fresh.reverse()) {
    if (await recordMessage(ctx, { ...message, guild_id })) changes += 1;
  }
  const newest = page.before ? undefined : maxId(page.newest, found[0]?.id);
  const missing = [...kept.values()].filter(
    ({ message_id, deleted_at }) => !deleted_at && (page.before || BigInt(message_id) <= BigInt(newest ?? 0)),
  );
  const ids = missing.map(({ message_id }) => message_id);
  return changes + (await recordDeletion(ctx, { guild_id, channel_id, ids }));
}

async function keptBetween(ctx: Context, ticket: TicketKey, oldest: string, before: string | undefined) {
  const rows = await ctx.db
    .selectFrom('ticket_messages')
    .where('guild_id', '=', ticket.guild_id)
    .where('ticket_id', '=', ticket.ticket_id)
    .where('message_id', '>=', oldest)
    .$if(before !== undefined, (query) => query.where('message_id', '<', before ?? ''))
    .select(['message_id', 'author_id', 'edited_at', 'deleted_at'])
    .execute();
  return new Map(rows.map((row) => [row.message_id, row]));
}

/** What is as old as this message was removed for good. */
async function forgottenUpTo(ctx: Context, ticket: TicketKey): Promise<bigint> {
  const row = await ctx.db
    .selectFrom('tickets')
    .where('guild_id', '=', ticket.guild_id)
    .where('ticket_id', '=', ticket.ticket_id)
    .select('forgotten_up_to')
    .executeTakeFirst();
  return BigInt(row?.forgotten_up_to ?? 0);
}

async function newestKept(ctx: Context, ticket: TicketKey): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom('ticket_messages')
    .where('guild_id', '=', ticket.guild_id)
    .where('ticket_id', '=', ticket.ticket_id)
    .select('message_id')
    .orderBy('message_id', 'desc')
    .executeTakeFirst();
  return row?.message_id;
}

function maxId(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return BigInt(a) > BigInt(b) ? a : b;
}
