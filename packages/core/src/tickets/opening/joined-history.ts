import { fillText } from '@tickets/contract/platform/errors';
import { type APIEmbed, type APIMessage, ComponentType } from 'discord-api-types/v10';
import type { Context } from '../../platform/context.ts';
import { lacksPermission } from '../../platform/discord/failures.ts';
import { type Link, linkButtons, linkLines } from '../../platform/discord/links.ts';
import { editOwnMessage, findOwnMessage, postOnce } from '../../platform/discord/own-messages.ts';
import { type EffectKind, nextTry } from '../../platform/effects/effects.ts';
import { ticketLock } from '../../platform/locks/ticket-lock.ts';
import { noMentions, successEmbed, type Wording, wordingOf } from '../../wording/look.ts';
import { closerForOpener, shownReason } from '../closing/closed-messages.ts';
import { recordMessage } from '../conversation/messages.ts';
import { toldHistory } from '../conversation/quoted.ts';
import { serverName } from '../model/closer.ts';
import { findTicket, type Ticket, wasImported } from '../model/find.ts';
import { logRefusal, type StepOptions } from '../model/step.ts';
import { digestOf } from './history-digest.ts';

/**
 * Finds or sends what a ticket that was reopened in a new channel begins with, below its welcome message: which ticket
 * it goes on from, why that was closed, and what was last said in it.
 */
export async function ensureHistory(ctx: Context, ticket: Ticket, options: StepOptions): Promise<void> {
  const { guild_id, continues } = ticket;
  if (continues === null) return;
  const channel_id = String(ticket.channel_id);
  try {
    const earlier = await findTicket(ctx.db, { guild_id, ticket_id: continues });
    if (!earlier) return;
    const found =
      !options.is_first_try &&
      (await findOwnMessage(ctx, channel_id, channel_id, (message) => tellsOf(earlier, message)));
    if (found) return;
    await postOnce(ctx, channel_id, `h${channel_id}`, await historyMessage(ctx, ticket, earlier));
  } catch (error) {
    logRefusal(ctx, ticket, error, 'the history of a reopened ticket was refused');
  }
}

/** What was told of the earlier ticket follows when words of it are removed. */
export const historyFollows: EffectKind = {
  ...toldHistory,
  lockOf: ({ guild_id, key }) => ticketLock(guild_id, Number(key)),
  async settle(ctx, { guild_id, key }) {
    const ticket = await findTicket(ctx.db, { guild_id, ticket_id: Number(key) });
    return ticket && ticket.status !== 'closed' ? tellHistoryAnew(ctx, ticket) : undefined;
  },
};

/** Returns when it is tried again, where the bot may not do it now. */
async function tellHistoryAnew(ctx: Context, ticket: Ticket): Promise<Date | undefined> {
  const { guild_id, continues, channel_id } = ticket;
  if (continues === null || channel_id === null) return undefined;
  try {
    const earlier = await findTicket(ctx.db, { guild_id, ticket_id: continues });
    if (!earlier) return undefined;
    // Another bot of ours may have told it.
    const first = await ctx.discord.api.channels.getMessages(channel_id, { after: channel_id, limit: 100 });
    const told = first.find((message) => message.author.bot && tellsOf(earlier, message));
    if (!told) return undefined;
    const at = { channel_id, message_id: told.id };
    const edited = await editOwnMessage(ctx, guild_id, at, await historyMessage(ctx, ticket, earlier));
    await recordMessage(ctx, { ...edited, guild_id });
  } catch (error) {
    logRefusal(ctx, ticket, error, 'the history of a reopened ticket still quotes what was removed');
    return lacksPermission(error) ? nextTry() : undefined;
  }
  return undefined;
}

async function historyMessage(ctx: Context, ticket: Ticket, earlier: Ticket) {
  const wording = await wordingOf(ctx, ticket.guild_id);
  const links = historyLinks(ctx, wording, ticket, earlier);
  const buttons = linkButtons(links);
  return {
    embeds: await historyEmbeds(ctx, wording, earlier, links),
    components: buttons.length ? [{ type: ComponentType.ActionRow as const, components: buttons }] : [],
    allowed_mentions: noMentions,
  };
}

async function historyEmbeds(
  ctx: Context,
  wording: Wording,
  earlier: Ticket,
  links: readonly Link[],
): Promise<APIEmbed[]> {
  const { t, look } = wording;
  const { closing, reopening } = t;
  const digest = earlier.has_transcript ? await digestOf(ctx, earlier) : undefined;
  const said = fillText(reopening.continued, { ticket: `#${earlier.ticket_id}` });
  // Above all that the bot says after the archive, since it seems to say it itself.
  const imported = wasImported(earlier) ? [`*${reopening.imported}*`] : [];
  const field = (name: string, value: string, inline = true) => ({ name, value, inline });
  const about = successEmbed(look, {
    title: reopening.title,
    description: [said, ...imported, ...(digest ? [] : [reopening.not_kept]), ...linkLines(links)].join('\n'),
    timestamp: closedAt(earlier),
    fields: [
      field(
        closing.closed_by,
        closerForOpener(ctx, wording, earlier, await serverName(ctx, earlier.guild_id)),
      ),
      field(reopening.closed_at, `<t:${Math.floor(Date.parse(closedAt(earlier)) / 1000)}:f>`),
      ...(digest ? [field(reopening.messages, String(digest.count))] : []),
      field(closing.reason, shownReason(wording, earlier), false),
    ],
  });
  if (!digest?.text) return [about];
  const more = digest.earlier ? [`*${fillText(reopening.earlier, { count: digest.earlier })}*`] : [];
  const description = [...imported, ...more, digest.text].join('\n');
  return [about, { color: look.success, title: reopening.last_messages, description }];
}

function historyLinks(
  ctx: Context,
  { t }: Wording,
  { guild_id, ticket_id }: Ticket,
  earlier: Ticket,
): Link[] {
  const link = (label: string, path: string) => ({
    label,
    url: `${ctx.config.dashboard_url}/manage/${guild_id}/${path}`,
  });
  return [
    ...(earlier.has_transcript
      ? [link(t.closing.view_transcript, `transcripts/view/${earlier.ticket_id}`)]
      : []),
    link(t.reopening.dashboard, `tickets/view/${ticket_id}`),
  ];
}

/** Whether a message of ours tells of the earlier ticket, in whatever language it was then. */
const tellsOf = (earlier: Ticket, { embeds: [about] }: APIMessage) =>
  about?.timestamp !== undefined && Date.parse(about.timestamp) === Date.parse(closedAt(earlier));

const closedAt = ({ closed_at }: Ticket) => (closed_at ?? new Date(0)).toISOString();
