import { embedLimits } from '@tickets/contract/embeds/embed-limits';
import { fillText } from '@tickets/contract/platform/errors';
import {
  type APIActionRowComponent,
  type APIButtonComponent,
  type APIComponentInMessageActionRow,
  type APIEmbed,
  type APIEmbedField,
  type APIMessage,
  ButtonStyle,
  ComponentType,
} from 'discord-api-types/v10';
import { clip } from '../../embeds/payload.ts';
import type { Context } from '../../platform/context.ts';
import { customId } from '../../platform/discord/custom-ids.ts';
import { type Link, linkButtons, linkLines } from '../../platform/discord/links.ts';
import { codeBlock, failureEmbed, noMentions, successEmbed, type Wording } from '../../wording/look.ts';
import { escapeAnswer } from '../model/answer-embeds.ts';
import { isCloserUnnamed } from '../model/closer.ts';
import { type Ticket, type TicketKey, wasImported } from '../model/find.ts';
import { shownOpening } from '../model/named-ticket.ts';
import type { Feedback } from './feedback.ts';

/** Names of buttons. Messages outlive deploys, so they stay understood. */
export const fillInSurveyButton = 'ticket.survey';
export const viewSurveyButton = 'ticket.view_survey';

type Row = APIActionRowComponent<APIComponentInMessageActionRow>;

/** What the archive channel says of a closed ticket. `is_surveyed`: its opener filled in the exit survey. */
export function archiveMessage(
  ctx: Context,
  wording: Wording,
  ticket: Ticket,
  { is_surveyed }: { is_surveyed: boolean },
) {
  const survey: APIButtonComponent = {
    type: ComponentType.Button,
    style: ButtonStyle.Secondary,
    label: wording.t.survey.view,
    emoji: { name: '📰' },
    custom_id: customId(viewSurveyButton, ticket.ticket_id),
  };
  const edit: APIButtonComponent = {
    type: ComponentType.Button,
    style: ButtonStyle.Secondary,
    label: wording.t.closing.edit_reason,
    emoji: { name: '✏️' },
    custom_id: customId('ticket.edit_reason', ticket.ticket_id),
  };
  return {
    embeds: [closedEmbed(ctx, wording, ticket)],
    components: rows([...linkButtons(linksOf(ctx, wording, ticket)), ...(is_surveyed ? [survey] : []), edit]),
    allowed_mentions: noMentions,
  };
}

/** What the opener is told in a direct message. */
export function openerMessage(
  ctx: Context,
  wording: Wording,
  ticket: Ticket,
  guild: { name: string; icon_url: string | undefined },
  { helpers, feedback, survey }: { helpers: readonly string[]; feedback: Feedback; survey: boolean },
) {
  const { closing, rating } = wording.t;
  const links = linksOf(ctx, wording, ticket);
  const description = [...linkLines(links), closing.next].join('\n');
  return {
    content: feedback === 'offered' ? rating.invite : '',
    embeds: [
      successEmbed(wording.look, {
        author: { name: guild.name, ...(guild.icon_url ? { icon_url: guild.icon_url } : {}) },
        title: closing.closed_title,
        description,
        timestamp: closedAt(ticket),
        fields: [
          inline(closing.ticket_id, String(ticket.ticket_id)),
          inline(closing.about, clip(escapeAnswer(ticket.subject), embedLimits.field_value)),
          ...(helpers.length ? [inline(closing.helped_by, helpers.map((id) => `<@${id}>`).join(', '))] : []),
          inline(closing.closed_by, closerForOpener(ctx, wording, ticket, guild.name)),
          ...ratingField(wording, ticket),
          ...(ticket.close_reason === null ? [] : [reasonField(wording, ticket)]),
        ],
      }),
    ],
    components: [
      ...rows(linkButtons(links)),
      ...(feedback === 'offered' ? rows(ratingButtons(ticket)) : []),
      ...(survey ? rows([surveyButton(wording, ticket)]) : []),
    ],
    allowed_mentions: noMentions,
  };
}

/** The last word in a thread, which stays. */
export function threadMessage(ctx: Context, wording: Wording, ticket: Ticket, guild_name: string) {
  const { t, look } = wording;
  const description = [
    fillText(t.closing.in_thread, { user: closerForOpener(ctx, wording, ticket, guild_name) }),
    ...(ticket.close_reason ? [codeBlock(ticket.close_reason)] : []),
  ].join('\n');
  const embed = { title: t.closing.closed_title, description, timestamp: closedAt(ticket) };
  return { embeds: [failureEmbed(look, embed)], allowed_mentions: noMentions };
}

/** In a channel that the bot may not delete. */
export function keptChannelMessage({ t, look }: Wording) {
  const embed = { title: t.closing.closed_title, description: t.closing.channel_kept };
  return { embeds: [failureEmbed(look, embed)], allowed_mentions: noMentions };
}

/** In a thread that the bot may not lock. */
export function keptThreadMessage({ t, look }: Wording) {
  const embed = { title: t.closing.closed_title, description: t.closing.thread_kept };
  return { embeds: [failureEmbed(look, embed)], allowed_mentions: noMentions };
}

/** Whether a message is what this program said of the end of this ticket, in whatever language it was then. */
export function tellsOfClosing(ctx: Context, ticket: Ticket, message: APIMessage): boolean {
  const embed = message.embeds[0];
  return (
    message.author.id === ctx.discord.user_id &&
    Date.parse(embed?.timestamp ?? '') === ticket.closed_at?.getTime() &&
    (embed?.fields?.[0]?.value ?? String(ticket.ticket_id)) === String(ticket.ticket_id)
  );
}

function closedEmbed(ctx: Context, wording: Wording, ticket: Ticket): APIEmbed {
  const { closing } = wording.t;
  const description = linkLines(linksOf(ctx, wording, ticket)).join('\n');
  return successEmbed(wording.look, {
    title: closing.closed_title,
    ...(description && { description }),
    timestamp: closedAt(ticket),
    fields: [
      inline(closing.ticket_id, String(ticket.ticket_id)),
      inline(closing.opened_by, `<@${ticket.opener_id}>`),
      inline(closing.closed_by, closer(ctx, ticket)),
      inline(closing.open_time, shownOpening(ticket)),
      inline(closing.claimed_by, ticket.claimed_by ? `<@${ticket.claimed_by}>` : closing.not_claimed),
      ...ratingField(wording, ticket),
      reasonField(wording, ticket),
    ],
  });
}

const inline = (name: string, value: string): APIEmbedField => ({ name, value, inline: true });

function ratingField({ t: { closing } }: Wording, { rating }: Ticket): APIEmbedField[] {
  return rating === null ? [] : [inline(closing.rating, fillText(closing.stars, { rating }))];
}

const reasonField = (wording: Wording, ticket: Ticket): APIEmbedField => ({
  name: wording.t.closing.reason,
  value: shownReason(wording, ticket),
  inline: false,
});

/** Why a ticket was closed. What its opener or an archive says hides no link behind words that the bot would seem to say. */
export function shownReason({ t }: Pick<Wording, 't'>, ticket: Ticket): string {
  const { close_reason, closed_by, opener_id } = ticket;
  if (close_reason === null) return t.closing.no_reason;
  if (closed_by !== opener_id && !wasImported(ticket)) return close_reason;
  return clip(escapeAnswer(close_reason), embedLimits.field_value);
}

const closedAt = ({ closed_at }: Ticket) => (closed_at ?? new Date(0)).toISOString();

/** What closes by itself, the bot closed. */
const closer = (ctx: Context, { closed_by }: Ticket) => `<@${closed_by ?? ctx.discord.user_id}>`;

/** As whoever is in the ticket's channel, and its opener, are told it. */
export const closerForOpener = (
  ctx: Context,
  { settings }: Pick<Wording, 'settings'>,
  ticket: Ticket,
  guild_name: string,
): string => (isCloserUnnamed(settings, ticket) ? escapeAnswer(guild_name) : closer(ctx, ticket));

function linksOf(ctx: Context, { t }: Wording, ticket: Ticket): Link[] {
  const { guild_id, ticket_id, channel_id } = ticket;
  const links: Link[] = [];
  if (ticket.has_transcript) {
    const url = `${ctx.config.dashboard_url}/manage/${guild_id}/transcripts/view/${ticket_id}`;
    links.push({ label: t.closing.view_transcript, url });
  }
  if (ticket.is_thread && channel_id)
    links.push({
      label: t.closing.view_thread,
      url: `https://discord.com/channels/${guild_id}/${channel_id}`,
    });
  return links;
}

function ratingButtons(ticket: Ticket): APIButtonComponent[] {
  const { Danger, Primary, Success } = ButtonStyle;
  return ([Danger, Danger, Primary, Success, Success] as const).map((style, index) => ({
    type: ComponentType.Button,
    style,
    label: String(index + 1),
    emoji: { name: '⭐' },
    custom_id: customId('ticket.rate', ticket.guild_id, ticket.ticket_id, index + 1),
  }));
}

/** Opens the exit survey, in the direct message and below the thanks for a rating. */
export function surveyButton(
  { t }: Pick<Wording, 't'>,
  { guild_id, ticket_id }: TicketKey,
): APIButtonComponent {
  return {
    type: ComponentType.Button,
    style: ButtonStyle.Primary,
    label: t.survey.fill_in,
    emoji: { name: '🖊️' },
    custom_id: customId(fillInSurveyButton, guild_id, ticket_id),
  };
}

function rows(buttons: APIButtonComponent[]): Row[] {
  return buttons.length ? [{ type: ComponentType.ActionRow, components: buttons }] : [];
}
