import type { DiscordAPIError } from '@discordjs/rest';
import { RESTJSONErrorCodes } from 'discord-api-types/v10';
import { sql } from 'kysely';
import type { Context } from '../platform/context.ts';
import { hasDiscordCode, unlessRefused } from '../platform/discord/failures.ts';
import { type ReplyWebhook, webhookOf } from '../tickets/conversation/reply-webhook.ts';
import { noWebhook } from '../tickets/model/save.ts';
import { setupChannels } from './setup-channels.ts';

interface FormerBot {
  guild_id: string;
  bot_id: string;
}

/**
 * Deletes the webhooks that a bot which is not trusted any more has in channels of tickets and of the setup, also those that it made
 * for itself: whoever has a webhook's token needs no bot in the server to write there, and to read and edit what it wrote.
 */
export async function deleteItsWebhooks(
  ctx: Context,
  { guild_id, bot_id }: FormerBot,
  refused: (error: DiscordAPIError, channel_id?: string) => void,
): Promise<void> {
  const application_id = await applicationOf(ctx, { guild_id, bot_id });
  const { guilds, webhooks } = ctx.discord.api;
  const deleted = (deletion: Promise<unknown>, channel_id?: string) =>
    unlessRefused(deletion, (error) => {
      if (!hasDiscordCode(error, RESTJSONErrorCodes.UnknownWebhook)) refused(error, channel_id);
    });
  // One call for the whole server; Discord lets a channel have fifteen.
  const all = await unlessRefused(guilds.getWebhooks(guild_id), (error) => refused(error));
  if (all) {
    const its = all.flatMap(({ id, channel_id, application_id: maker }) =>
      maker === application_id && channel_id ? [{ id, channel_id }] : [],
    );
    const places = await placesAmong(ctx, { guild_id, bot_id }, its);
    for (const { id, channel_id } of its)
      if (places.has(channel_id)) await deleted(webhooks.delete(id), channel_id);
  } else
    for (const { id, token } of await usedForReplies(ctx, guild_id, application_id))
      await deleted(webhooks.delete(id, { token }));
  await ctx.db
    .updateTable('tickets')
    .set(noWebhook)
    .where('guild_id', '=', guild_id)
    .where('webhook_application_id', '=', application_id)
    .execute();
}

/** Those whose tokens we know: by its token Discord lets a webhook be deleted without any permission. Threads of a channel share one. */
async function usedForReplies(
  ctx: Context,
  guild_id: string,
  application_id: string,
): Promise<ReplyWebhook[]> {
  const tickets = await ctx.db
    .selectFrom('tickets')
    .where('guild_id', '=', guild_id)
    .where('webhook_application_id', '=', application_id)
    .select(['guild_id', 'ticket_id', 'webhook_id', 'webhook_token'])
    .distinctOn('webhook_id')
    .execute();
  return tickets.flatMap((ticket) => webhookOf(ctx, ticket) ?? []);
}

async function applicationOf({ db }: Context, { guild_id, bot_id }: FormerBot): Promise<string> {
  const { rows } = await sql<{ application_id: string }>`
    select application_id from whitelabel_bots where bot_id = ${bot_id}
    union all
    select application_id from former_bots where guild_id = ${guild_id} and bot_id = ${bot_id}`.execute(db);
  // For all but old applications both ids are the same.
  return rows[0]?.application_id ?? bot_id;
}

/** Which of their channels have, or had, tickets or their threads, or are of the setup, as it is now and was. */
async function placesAmong(
  { db }: Context,
  { guild_id, bot_id }: FormerBot,
  its: readonly { channel_id: string }[],
): Promise<Set<string>> {
  if (!its.length) return new Set();
  const channel_ids = [...new Set(its.map(({ channel_id }) => channel_id))];
  const { rows } = await sql<{ channel_id: string }>`
    select c.channel_id from unnest(${channel_ids}::bigint[]) c (channel_id)
    where exists (select from tickets t where t.guild_id = ${guild_id} and t.channel_id = c.channel_id)
      or exists (select from tickets t where t.guild_id = ${guild_id} and t.is_thread and t.parent_id = c.channel_id)
      or exists (select from bot_channels b
        where b.guild_id = ${guild_id} and b.channel_id = c.channel_id and b.bot_id = ${bot_id})
      or c.channel_id in (${setupChannels(guild_id)})`.execute(db);
  return new Set(rows.map(({ channel_id }) => channel_id));
}
