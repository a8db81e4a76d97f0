import { fillText } from '@tickets/contract/platform/errors';
import { deletedUser } from '@tickets/contract/platform/names';
import type { Answer } from '@tickets/contract/tickets/tickets';
import {
  type APIActionRowComponent,
  type APIButtonComponent,
  type APIEmbed,
  ButtonStyle,
  ComponentType,
} from 'discord-api-types/v10';
import { clip } from '../../embeds/payload.ts';
import { customId } from '../../platform/discord/custom-ids.ts';
import { successEmbed, type Wording } from '../../wording/look.ts';
import { answerEmbeds } from '../model/answer-embeds.ts';
import type { Ticket } from '../model/find.ts';
import type { Origin } from '../model/open-request.ts';

/** Buttons of the welcome message. Messages outlive deploys, so these ids stay understood. */
export const closeButton = customId('ticket.close');
export const closeReasonButton = customId('ticket.close_reason');
export const claimButton = customId('ticket.claim');
export const unclaimButton = customId('ticket.unclaim');

/** What a ticket begins with: its greeting, the answers to its form, the message that it was started from. */
export function welcomeEmbeds(
  wording: Wording,
  ticket: Pick<Ticket, 'guild_id' | 'origin'>,
  { greeting, answers }: { greeting: APIEmbed; answers: readonly Answer[] },
): APIEmbed[] {
  const embeds = [greeting, ...answerEmbeds(answers, greeting.color ?? wording.look.success)];
  if (ticket.origin) embeds.push(quote(wording, ticket.guild_id, ticket.origin as unknown as Origin)); // written by open-admit.ts
  return embeds;
}

export function welcomeButtons(
  { t, settings }: Wording,
  ticket: Pick<Ticket, 'is_thread' | 'claimed_by'>,
): APIActionRowComponent<APIButtonComponent>[] {
  const buttons: APIButtonComponent[] = [
    button(closeButton, t.opening.close, ButtonStyle.Danger, '🔒'),
    button(closeReasonButton, t.opening.close_with_reason, ButtonStyle.Danger, '🔒'),
  ];
  if (!ticket.is_thread && ticket.claimed_by)
    buttons.push(button(unclaimButton, t.opening.unclaim, ButtonStyle.Secondary));
  else if (!ticket.is_thread && !settings.hide_claim_button)
    buttons.push(button(claimButton, t.opening.claim, ButtonStyle.Success, '🙋‍♂️'));
  return [{ type: ComponentType.ActionRow, components: buttons }];
}

function button(
  custom_id: string,
  label: string,
  style: ButtonStyle.Danger | ButtonStyle.Secondary | ButtonStyle.Success,
  emoji?: string,
): APIButtonComponent {
  return {
    type: ComponentType.Button,
    custom_id,
    label,
    style,
    ...(emoji && { emoji: { name: emoji } }),
  };
}

/**
 * Brings the quote among these embeds to what the ticket's row now says of the message that the ticket was started from. It does not
 * become longer, so the message still fits.
 */
export function withPresentQuote(
  wording: Wording,
  { guild_id, origin }: Pick<Ticket, 'guild_id' | 'origin'>,
  embeds: readonly APIEmbed[],
): APIEmbed[] {
  const present = origin as Origin | null; // written by open-admit.ts
  return embeds.map((embed) => {
    if (!present || !quotes(guild_id, present, embed)) return embed;
    const { description = '' } = quote(wording, guild_id, present);
    const [head] = description.split('\n', 1);
    return {
      ...embed,
      description: description.length > (embed.description ?? '').length ? head : description,
    };
  });
}

/** Others may link to the message, too; in its first line, a quote also names the author and the channel. */
function quotes(guild_id: string, origin: Origin, { description = '' }: APIEmbed): boolean {
  const [head = ''] = description.split('\n', 1);
  return (
    head.includes(linkTo(guild_id, origin)) && head.includes(`<#${origin.channel_id}>`) && /<@\d+>/.test(head)
  );
}

const linkTo = (guild_id: string, { channel_id, message_id }: Origin) =>
  `https://discord.com/channels/${guild_id}/${channel_id}/${message_id}`;

/** The message that the ticket was started from, as it was then. */
function quote({ t, look }: Wording, guild_id: string, origin: Origin): APIEmbed {
  const link = linkTo(guild_id, origin);
  const head = fillText(t.opening.quoted, {
    link,
    author: origin.author_id === deletedUser.id ? deletedUser.username : `<@${origin.author_id}>`,
    channel: `<#${origin.channel_id}>`,
  });
  // Zero-width spaces keep backticks from ending the block early.
  const text = clip(origin.content.replace(/`(?=`)/g, '`\u200b'), 2048);
  const body = text ? `\`\`\`\n${text}\n\`\`\`` : t.opening.quoted_empty;
  return successEmbed(look, { title: t.opening.quoted_title, description: `${head}\n${body}` });
}
