import { AppError } from '@tickets/contract/platform/errors';
import {
  type APIGuildMember,
  ChannelType,
  PermissionFlagsBits as P,
  RESTJSONErrorCodes,
} from 'discord-api-types/v10';
import type { Context } from '../../platform/context.ts';
import { askDiscord } from '../../platform/discord/ask.ts';
import { hasDiscordCode, isUnknownChannel } from '../../platform/discord/failures.ts';
import { everything, heldBy, type Overwrite, permissionsIn } from '../../servers/channel-permissions.ts';
import type { Room } from '../conversation/speak.ts';
import { ticketChannelGone } from '../model/begin-closing.ts';

/** Someone who may write in the channel of their ticket. */
export interface Writer {
  member: APIGuildMember;
  may_embed_links: boolean;
}

/**
 * Asks Discord whether the opener of a ticket may write in its channel at this moment, and refuses as Discord would. What is
 * posted for them goes through a webhook, which no time-out and no permission of theirs would stop.
 */
export async function requireMayWrite(
  ctx: Context,
  ticket: Room,
  { with_files }: { with_files: boolean },
): Promise<Writer> {
  const { guild_id, opener_id } = ticket;
  const [member, channel] = await Promise.all([memberOf(ctx, ticket), channelOf(ctx, ticket)]);
  if (!member) throw new AppError('ticket.writer_left');
  const held = await permissionsOf(ctx, guild_id, opener_id, member);
  const may = permissionsIn(
    { guild_id, user_id: opener_id, role_ids: member.roles, permissions: held },
    channel.overwrites,
  );
  const until = member.communication_disabled_until;
  const administers = may === everything;
  if (until && new Date(until) > ctx.clock.now() && !administers)
    throw new AppError('ticket.writer_timed_out');
  const needed = P.ViewChannel | (ticket.is_thread ? P.SendMessagesInThreads : P.SendMessages);
  const isOut = ticket.is_thread && !(may & P.ManageThreads) && !(await isInThread(ctx, ticket));
  if ((may & needed) !== needed || isOut || (channel.is_locked && !(may & P.ManageThreads)))
    throw new AppError('ticket.writer_denied');
  if (with_files && !(may & P.AttachFiles)) throw new AppError('ticket.files_denied');
  if (channel.slow_seconds && !(may & (P.ManageMessages | P.ManageChannels)))
    await requirePatience(ctx, ticket, channel.slow_seconds);
  return { member, may_embed_links: (may & P.EmbedLinks) !== 0n };
}

function memberOf(ctx: Context, { guild_id, opener_id }: Room): Promise<APIGuildMember | undefined> {
  return askDiscord(() => ctx.discord.api.guilds.getMember(guild_id, opener_id)).catch((error: unknown) => {
    if (hasDiscordCode(error, RESTJSONErrorCodes.UnknownMember, RESTJSONErrorCodes.UnknownUser))
      return undefined;
    throw error;
  });
}

/** The channel of a ticket as it is now. What is written in a thread is ruled by the channel that it hangs on. */
async function channelOf(ctx: Context, { guild_id, ticket_id, channel_id }: Room) {
  const { channels } = ctx.discord.api;
  const channel = await askDiscord(() => channels.get(channel_id)).catch(async (error: unknown) => {
    if (!isUnknownChannel(error)) throw error;
    await ticketChannelGone(ctx, { guild_id, channel_id });
    throw new AppError('ticket.channel_missing', { params: { ticket_id }, cause: error });
  });
  const isThread =
    channel.type === ChannelType.PrivateThread ||
    channel.type === ChannelType.PublicThread ||
    channel.type === ChannelType.AnnouncementThread;
  const { parent_id } = channel as { parent_id?: string | null }; // every channel of a server may have one
  const ruler = isThread && parent_id ? await askDiscord(() => channels.get(parent_id)) : channel;
  return {
    overwrites: ('permission_overwrites' in ruler ? (ruler.permission_overwrites ?? []) : []) as Overwrite[],
    is_locked: isThread && Boolean(channel.thread_metadata?.locked),
    slow_seconds: 'rate_limit_per_user' in channel ? (channel.rate_limit_per_user ?? 0) : 0,
  };
}

async function permissionsOf(
  ctx: Context,
  guild_id: string,
  user_id: string,
  { roles }: APIGuildMember,
): Promise<bigint> {
  const [server, held] = await Promise.all([
    ctx.db.selectFrom('guilds').where('guild_id', '=', guild_id).select('owner_id').executeTakeFirstOrThrow(),
    ctx.db
      .selectFrom('guild_roles')
      .where('guild_id', '=', guild_id)
      .where('role_id', 'in', [guild_id, ...roles])
      .select('permissions')
      .execute(),
  ]);
  return server.owner_id === user_id ? everything : heldBy(held);
}

async function isInThread(ctx: Context, { channel_id, opener_id }: Room): Promise<boolean> {
  try {
    await askDiscord(() => ctx.discord.api.threads.getMember(channel_id, opener_id));
    return true;
  } catch (error) {
    if (hasDiscordCode(error, RESTJSONErrorCodes.UnknownMember, RESTJSONErrorCodes.UnknownUser)) return false;
    throw error;
  }
}

async function requirePatience(
  ctx: Context,
  { guild_id, ticket_id, opener_id }: Room,
  seconds: number,
): Promise<void> {
  const now = ctx.clock.now().getTime();
  const written = await ctx.db
    .selectFrom('ticket_messages')
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .where('created_at', '>', new Date(now - seconds * 1000))
    // Nothing was written later, unless the clock has been set back since.
    .where('created_at', '<=', new Date(now + seconds * 1000))
    .where((eb) => eb.or([eb('author_id', '=', opener_id), eb('sent_by', '=', opener_id)]))
    .select('message_id')
    .limit(1)
    .executeTakeFirst();
  if (written) throw new AppError('ticket.slow_mode');
}
