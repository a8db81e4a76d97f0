import { fillText } from '@tickets/contract/errors';
import {
  type APIActionRowComponent,
  type APIButtonComponent,
  type APIEmbed,
  ButtonStyle,
  ComponentType,
} from 'discord-api-types/v10';
import { customId } from '../discord/custom-ids.ts';
import { noMentions, successEmbed, type Voice } from '../discord/look.ts';
import type { Ticket } from './find.ts';
import type { Origin } from './open.ts';

/** Buttons of the welcome message. Messages outlive deploys, so these ids stay understood. */
export const closeButton = customId('ticket.close');
export const closeReasonButton = customId('ticket.close_reason');
export const claimButton = customId('ticket.claim');
export const unclaimButton = customId('ticket.unclaim');

/** What the welcome message says of its ticket. */
type Welcomed = Pick<Ticket, 'guild_id' | 'opener_id' | 'subject' | 'origin' | 'is_thread' | 'claimed_by'>;

/**
 * The first message of a ticket. `text`: the server's welcome with its placeholders filled. `ping`: the opener was
 * not told in the answer to their press.
 */
export function welcomeMessage(
  voice: Voice,
  ticket: Welcomed,
  { text, ping }: { text: string; ping: boolean },
) {
  const embeds = [successEmbed(voice.look, { title: ticket.subject, description: text })];
  if (ticket.origin) embeds.push(quote(voice, ticket.guild_id, ticket.origin as unknown as Origin)); // written by open-admit.ts
  return {
    ...(ping && { content: `<@${ticket.opener_id}>` }),
    embeds,
    components: welcomeButtons(voice, ticket),
    allowed_mentions: ping ? { users: [ticket.opener_id] } : noMentions,
  };
}

export function welcomeButtons(
  { t, settings }: Voice,
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

/** The message that the ticket was started from, as it was then. */
function quote({ t, look }: Voice, guild_id: string, origin: Origin): APIEmbed {
  const link = `https://discord.com/channels/${guild_id}/${origin.channel_id}/${origin.message_id}`;
  const head = fillText(t.opening.quoted, {
    link,
    author: `<@${origin.author_id}>`,
    channel: `<#${origin.channel_id}>`,
  });
  // A zero-width space keeps three backticks from ending the block early.
  const text = origin.content.replaceAll('```', '`\u200b`\u200b`').slice(0, 2048);
  const body = text ? `\`\`\`\n${text}\n\`\`\`` : t.opening.quoted_empty;
  return successEmbed(look, { title: t.opening.quoted_title, description: `${head}\n${body}` });
}
