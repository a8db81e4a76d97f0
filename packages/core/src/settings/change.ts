import { AppError } from '@tickets/contract/errors';
import { isLanguage } from '@tickets/contract/locales';
import { ChannelType } from 'discord-api-types/v10';
import { sql, type Updateable } from 'kysely';
import type { Actor, Context } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import type { GuildSettings } from '../platform/db/schema.generated.ts';
import { refuse } from '../platform/problems.ts';
import { channelTypes } from '../servers/channels.ts';
import { ticketChannels } from '../servers/ticket-channels.ts';
import { threadModeProblems, ticketLimit } from './rules.ts';
import { panelChannelsWithoutThreads } from './thread-channels.ts';

/** Changes these settings of a server and leaves all others as they are. */
export async function changeSettings(
  db: Db | Tx,
  guild_id: string,
  values: Omit<Updateable<GuildSettings>, 'guild_id'>,
): Promise<void> {
  await db
    .insertInto('guild_settings')
    .values({ guild_id, ...values })
    .onConflict((oc) => oc.column('guild_id').doUpdateSet({ ...values, updated_at: sql`now()` }))
    .execute();
}

/** Chooses the language that the bot speaks in a server; null is the server's own in Discord. */
export async function setLanguage(
  ctx: Context,
  actor: Actor,
  guild_id: string,
  language: string | null,
): Promise<void> {
  if (language !== null && !isLanguage(language)) throw new AppError('settings.language_invalid');
  await changeSettings(ctx.db, guild_id, { language });
  ctx.log.info({ guild_id, actor, language }, 'language changed');
}

/** Sets how many tickets a member can have open at once. */
export async function setTicketLimit(
  ctx: Context,
  actor: Actor,
  guild_id: string,
  limit: number,
): Promise<void> {
  const ticket_limit = ticketLimit(limit);
  if (ticket_limit === undefined) throw new AppError('settings.ticket_limit_invalid');
  await changeSettings(ctx.db, guild_id, { ticket_limit });
  ctx.log.info({ guild_id, actor, ticket_limit }, 'ticket limit changed');
}

/** Chooses where closed tickets are reported. */
export async function setArchiveChannel(
  ctx: Context,
  actor: Actor,
  guild_id: string,
  archive_channel: string,
): Promise<void> {
  if (!(await isTextChannel(ctx, guild_id, archive_channel)))
    throw new AppError('settings.archive_channel_invalid');
  await requireNoTicket(ctx, guild_id, archive_channel);
  await changeSettings(ctx.db, guild_id, { archive_channel });
  ctx.log.info({ guild_id, actor, archive_channel }, 'archive channel changed');
}

/** Makes new tickets threads, which need a channel where staff hear of them, or channels. */
export async function setUseThreads(
  ctx: Context,
  actor: Actor,
  guild_id: string,
  { use_threads, channel_id }: { use_threads: boolean; channel_id: string | undefined },
): Promise<void> {
  const ticket_notification_channel = use_threads ? channel_id : null;
  if (ticket_notification_channel === undefined) throw new AppError('settings.notification_channel_missing');
  if (ticket_notification_channel && !(await isTextChannel(ctx, guild_id, ticket_notification_channel)))
    throw new AppError('settings.notification_channel_invalid');
  if (ticket_notification_channel) await requireNoTicket(ctx, guild_id, ticket_notification_channel);
  if (use_threads) refuse(threadModeProblems(await panelChannelsWithoutThreads(ctx.db, guild_id)));
  await changeSettings(ctx.db, guild_id, { use_threads, ticket_notification_channel });
  ctx.log.info({ guild_id, actor, use_threads }, 'thread mode changed');
}

async function requireNoTicket(ctx: Context, guild_id: string, channel_id: string): Promise<void> {
  const found = await ticketChannels(ctx.db, guild_id, [channel_id]);
  if (found.has(channel_id)) throw new AppError('channel.is_ticket');
}

async function isTextChannel(ctx: Context, guild_id: string, channel_id: string): Promise<boolean> {
  const types = await channelTypes(ctx, guild_id, [channel_id]);
  return types.get(channel_id) === ChannelType.GuildText;
}
