import {
  type APIMessage,
  type APIMessageTopLevelComponent,
  type APIOverwrite,
  ChannelType,
  ComponentType,
} from 'discord-api-types/v10';
import { sql } from 'kysely';
import type { Ticket } from '../../tickets/model/find.ts';
import type { Context } from '../context.ts';

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
  return channels
    .filter((channel) => {
      if (channel.type !== ChannelType.GuildText) return false;
      if (channel.name !== ticket.channel_name && topicOf(channel) !== ticket.subject) return false;
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

/** A message of ours among the first after `after` that fits. */
export async function findOwnMessage(
  ctx: Context,
  channel_id: string,
  after: string,
  fits: (message: APIMessage) => boolean,
): Promise<APIMessage | undefined> {
  const messages = await ctx.discord.api.channels.getMessages(channel_id, { after, limit: 100 });
  return messages.find((message) => message.author.id === ctx.discord.user_id && fits(message));
}

/** Whether one of the message's buttons has this custom id. */
export function hasButton(
  message: { components?: APIMessageTopLevelComponent[] },
  custom_id: string,
): boolean {
  return (message.components ?? []).some(
    (row) =>
      row.type === ComponentType.ActionRow &&
      row.components.some((component) => 'custom_id' in component && component.custom_id === custom_id),
  );
}

const topicOf = (channel: object) => ('topic' in channel ? channel.topic : undefined);
