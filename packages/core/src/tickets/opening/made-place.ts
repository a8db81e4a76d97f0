import { type APIOverwrite, ChannelType } from 'discord-api-types/v10';
import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import { isErasedSubject } from '../model/erased-subject.ts';
import type { Ticket } from '../model/find.ts';

/** A channel or thread as Discord made it, with the name that it gave it. */
export interface MadePlace {
  id: string;
  name: string;
}

/**
 * The channel or thread that an earlier try made, whose answer was lost. It is newer than the press (both ids are
 * Discord's, so no clocks are compared), was made for the opener, and no other ticket lives in it. Where there are
 * several, the one with the ticket's name, which Discord may have changed.
 */
export async function findMadePlace(ctx: Context, ticket: Ticket): Promise<MadePlace | undefined> {
  const candidates = ticket.is_thread ? await madeThreads(ctx, ticket) : await madeChannels(ctx, ticket);
  const newer = candidates.filter(({ id }) => BigInt(id) > BigInt(ticket.interaction_id));
  if (!newer.length) return undefined;
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${newer.map(({ id }) => id)}::bigint[]) as id
    where not exists (select from tickets t where t.guild_id = ${ticket.guild_id} and t.channel_id = id)
    order by id`.execute(ctx.db);
  const free = newer.filter((place) => rows.some(({ id }) => id === place.id));
  return free.find(({ name }) => name === ticket.channel_name) ?? free[0];
}

async function madeChannels(ctx: Context, ticket: Ticket): Promise<MadePlace[]> {
  const channels = await ctx.discord.api.guilds.getChannels(ticket.guild_id);
  // The answer may have been lost before the words were erased.
  const erased = await Promise.all(channels.map((channel) => isErasedSubject(ctx, ticket, topicOf(channel))));
  return channels
    .filter((channel, index) => {
      if (channel.type !== ChannelType.GuildText) return false;
      const isOurs =
        channel.name === ticket.channel_name || topicOf(channel) === ticket.subject || erased[index];
      if (!isOurs) return false;
      const overwrites: APIOverwrite[] = channel.permission_overwrites ?? [];
      return overwrites.some(({ id }) => id === ticket.opener_id);
    })
    .map(({ id, name }) => ({ id, name: name ?? ticket.channel_name }));
}

async function madeThreads(ctx: Context, ticket: Ticket): Promise<MadePlace[]> {
  const { threads } = await ctx.discord.api.guilds.getActiveThreads(ticket.guild_id);
  return threads
    .filter(
      (thread) =>
        'parent_id' in thread &&
        thread.parent_id === ticket.parent_id &&
        'owner_id' in thread &&
        thread.owner_id === ctx.discord.user_id &&
        thread.name === ticket.channel_name,
    )
    .map(({ id, name }) => ({ id, name: name ?? ticket.channel_name }));
}

const topicOf = (channel: object) =>
  'topic' in channel && typeof channel.topic === 'string' ? channel.topic : undefined;
