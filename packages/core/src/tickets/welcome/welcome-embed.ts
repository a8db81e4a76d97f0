import { avatarPlaceholder } from '@tickets/contract/embeds/embed-limits';
import type { CustomEmbed } from '@tickets/contract/embeds/embeds';
import type { APIEmbed } from 'discord-api-types/v10';
import { embedPayload } from '../../embeds/payload.ts';
import type { Context } from '../../platform/context.ts';
import { avatarUrl } from '../../servers/avatar-url.ts';
import { userFor } from '../../servers/users.ts';
import type { Wording } from '../../wording/look.ts';
import type { Ticket } from '../model/find.ts';
import { type FillOptions, fillerFor } from './placeholder-facts.ts';

interface TicketEmbedOptions extends FillOptions {
  /** The most characters that it may have, where other embeds share its message. */
  room?: number;
}

/** The embed that a new ticket begins with: the panel's own, or the server's text under the ticket's subject. */
export async function welcomeEmbed(
  ctx: Context,
  wording: Wording,
  ticket: Ticket,
  custom: CustomEmbed | null,
  options?: TicketEmbedOptions,
): Promise<APIEmbed> {
  return ticketEmbed(ctx, wording, ticket, custom ?? serverEmbed(wording, ticket), options);
}

/** An embed that people made, with its placeholders filled for one ticket. */
export async function ticketEmbed(
  ctx: Context,
  wording: Wording,
  ticket: Ticket,
  embed: CustomEmbed,
  { room, ...options }: TicketEmbedOptions = {},
): Promise<APIEmbed> {
  const texts = [embed.description ?? '', ...embed.fields.map(({ value }) => value)];
  const pictured = [embed.image_url, embed.thumbnail_url].includes(avatarPlaceholder);
  return embedPayload(embed, {
    look: wording.look,
    // The look has a footer of ours only where the server has no premium.
    premium: wording.look.footer === undefined,
    fill: await fillerFor(ctx, wording, ticket, texts, options),
    avatar_url: pictured ? await openerPicture(ctx, ticket) : undefined,
    room,
  });
}

function serverEmbed({ settings, look }: Wording, ticket: Pick<Ticket, 'subject'>): CustomEmbed {
  const none = { name: null, text: null, icon_url: null, url: null };
  return {
    title: ticket.subject,
    url: null,
    description: settings.welcome_message,
    colour: look.success,
    author: none,
    image_url: null,
    thumbnail_url: null,
    footer: none,
    timestamp: null,
    fields: [],
  };
}

async function openerPicture(ctx: Context, { opener_id }: Ticket): Promise<string> {
  return avatarUrl(ctx, (await userFor(ctx, opener_id)) ?? { id: opener_id, avatar: null }, 512);
}
