import { limits } from '@tickets/contract/platform/limits';
import type { TranscriptFilter, TranscriptRow } from '@tickets/contract/transcripts/transcripts';
import { RESTJSONErrorCodes } from 'discord-api-types/v10';
import { sql } from 'kysely';
import { authorise } from '../access/authorise.ts';
import type { UserCall } from '../access/caller.ts';
import { visibleTo } from '../access/ticket-lists.ts';
import type { Context } from '../platform/context.ts';
import { hasDiscordCode } from '../platform/discord/failures.ts';
import { saveUsers, usersSoon } from '../servers/users.ts';
import { unknownUser } from '../tickets/conversation/message-views.ts';

export interface TranscriptPage {
  rows: TranscriptRow[];
  /** Counted up to 10,000. */
  total: number;
  page: number;
}

const countMax = 10_000;
const namesMax = 1_000;

/** A page of closed tickets, newest first. */
export async function listTranscripts(
  call: UserCall,
  guild_id: string,
  filter: TranscriptFilter,
): Promise<TranscriptPage> {
  authorise(call, 'transcript.list', guild_id);
  const { access } = call.caller;
  const page = Math.max(1, filter.page ?? 1);
  const openers = await openersFor(call, guild_id, filter);
  if (openers?.length === 0) return { rows: [], total: 0, page };
  const { rating } = filter;

  let found = call.db
    .selectFrom('tickets')
    .where('tickets.guild_id', '=', guild_id)
    // As the indexes say it. One that could not be opened was never a ticket to anyone.
    .where(sql<boolean>`tickets.status = 'closed' and tickets.close_source is distinct from 'undone'`)
    .where(visibleTo(access));
  if (filter.id !== undefined) found = found.where('tickets.ticket_id', '=', filter.id);
  if (openers) found = found.where(sql<boolean>`tickets.opener_id = any(${openers}::bigint[])`);
  if (filter.closed_by_id) found = found.where('tickets.closed_by', '=', filter.closed_by_id);
  if (filter.claimed_by_id) found = found.where('tickets.claimed_by', '=', filter.claimed_by_id);
  if (filter.panel_id !== undefined) found = found.where('tickets.panel_id', '=', filter.panel_id);
  if (rating !== undefined && rating >= 1 && rating <= 5) found = found.where('tickets.rating', '=', rating);

  const [rows, counted] = await Promise.all([
    found
      .select(['ticket_id', 'opener_id', 'close_reason', 'closed_by', 'rating', 'has_transcript'])
      .orderBy('ticket_id', 'desc')
      .limit(limits.transcript_page)
      .offset((page - 1) * limits.transcript_page)
      .execute(),
    call.db
      .selectFrom(found.select('ticket_id').limit(countMax).as('found'))
      .select(({ fn }) => fn.countAll<string>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  const users = await usersSoon(
    call,
    guild_id,
    rows.map(({ opener_id }) => opener_id),
  );
  return {
    rows: rows.map(({ opener_id, ...row }) => ({
      ...row,
      user_id: opener_id,
      username: (users.get(opener_id) ?? unknownUser(opener_id)).username,
    })),
    total: Number(counted.total),
    page,
  };
}

/** The openers that the filter allows; undefined for everybody. */
async function openersFor(
  ctx: Context,
  guild_id: string,
  { username, user_id }: TranscriptFilter,
): Promise<string[] | undefined> {
  const ids = user_id ? [user_id] : [];
  if (!username) return user_id ? ids : undefined;
  const [known, members] = await Promise.all([
    knownByName(ctx, username),
    membersByName(ctx, guild_id, username),
  ]);
  return [...new Set([...ids, ...known, ...members])];
}

async function knownByName(ctx: Context, name: string): Promise<string[]> {
  const prefix = `${name.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  const rows = await ctx.db
    .selectFrom('users')
    .where(sql<string>`lower(username)`, 'like', prefix)
    .select('user_id')
    .limit(namesMax)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Discord also knows nicknames and display names. While it does not answer, the names that we know must do. */
async function membersByName(ctx: Context, guild_id: string, name: string): Promise<string[]> {
  try {
    const members = await ctx.discord.api.guilds.searchForMembers(guild_id, { query: name, limit: 100 });
    await saveUsers(
      ctx.db,
      members.map(({ user }) => user),
    );
    return members.map(({ user }) => user.id);
  } catch (error) {
    if (!hasDiscordCode(error, RESTJSONErrorCodes.UnknownGuild, RESTJSONErrorCodes.MissingAccess))
      ctx.log.warn({ err: error, guild_id }, 'Discord did not search the members');
    return [];
  }
}
