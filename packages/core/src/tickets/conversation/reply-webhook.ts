import { RESTJSONErrorCodes } from 'discord-api-types/v10';
import type { Context } from '../../platform/context.ts';
import { hasDiscordCode, unlessRefused } from '../../platform/discord/failures.ts';
import type { Ticket } from '../model/find.ts';
import { noWebhook, saveTicket } from '../model/save.ts';

export interface ReplyWebhook {
  id: string;
  token: string;
}

/**
 * The webhook by which answers from the dashboard appear under a person's name: the ticket's own, else one that its channel has, else a
 * new one. Always one that the bot made which acts now, because whoever runs another may have its token. Undefined where
 * Discord does not let the bot have one.
 */
export async function replyWebhook(ctx: Context, ticket: Ticket): Promise<ReplyWebhook | undefined> {
  const { application_id } = ctx.discord;
  const known = webhookOf(ctx, ticket);
  if (known && ticket.webhook_application_id === application_id) return known;
  // Threads have no webhooks of their own; those of their channel write into them.
  const channel_id = ticket.is_thread ? ticket.parent_id : ticket.channel_id;
  if (!channel_id) return undefined;
  const { channels } = ctx.discord.api;
  const refused = (error: unknown) =>
    ctx.log.info({ err: error, ticket_id: ticket.ticket_id }, 'the bot may have no webhook in a ticket');
  // Looked for first: an earlier one may have been made without an answer that reached us.
  const all = await unlessRefused(channels.getWebhooks(channel_id), refused);
  const own = all?.find((webhook) => webhook.application_id === application_id && webhook.token);
  const webhook =
    all && (own ?? (await unlessRefused(channels.createWebhook(channel_id, { name: 'Tickets' }), refused)));
  if (!webhook?.token) return undefined;
  const webhook_token = ctx.sealer.seal(webhook.token, sealContext(ticket));
  await saveTicket(ctx, ticket, {
    webhook_id: webhook.id,
    webhook_token,
    webhook_application_id: application_id,
  });
  return { id: webhook.id, token: webhook.token };
}

/** The webhook that a ticket's row names, whoever made it. Undefined where its token cannot be opened any more. */
export function webhookOf(
  { sealer }: Pick<Context, 'sealer'>,
  ticket: Pick<Ticket, 'guild_id' | 'ticket_id' | 'webhook_id' | 'webhook_token'>,
): ReplyWebhook | undefined {
  const { webhook_id, webhook_token } = ticket;
  const token = webhook_token && sealer.openIfKnown(webhook_token, sealContext(ticket));
  return webhook_id && token ? { id: webhook_id, token } : undefined;
}

export const isWebhookGone = (error: unknown) =>
  hasDiscordCode(
    error,
    RESTJSONErrorCodes.UnknownWebhook,
    RESTJSONErrorCodes.InvalidWebhookToken,
    RESTJSONErrorCodes.MissingPermissions,
    RESTJSONErrorCodes.MissingAccess,
  );

export async function forgetWebhook(ctx: Context, ticket: Ticket): Promise<void> {
  await saveTicket(ctx, ticket, noWebhook);
}

export const sealContext = ({ guild_id, ticket_id }: Pick<Ticket, 'guild_id' | 'ticket_id'>) =>
  `webhook:${guild_id}:${ticket_id}`;
