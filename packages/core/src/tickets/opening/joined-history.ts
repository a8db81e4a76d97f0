import { fillText } from '@tickets/contract/platform/errors';
import { type APIEmbed, type APIMessage, ComponentType } from 'discord-api-types/v10';
import type { Context } from '../../platform/context.ts';
import { type Link, linkButtons, linkLines } from '../../platform/discord/links.ts';
import { findOwnMessage, postOnce } from '../../platform/discord/own-messages.ts';
import { noMentions, successEmbed, type Wording, wordingOf } from '../../wording/look.ts';
import { closerForOpener, shownReason } from '../closing/closed-messages.ts';
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
    const wording = await wordingOf(ctx, guild_id);
    const links = historyLinks(ctx, wording, ticket, earlier);
    const buttons = linkButtons(links);
    await postOnce(ctx, channel_id, `h${channel_id}`, {
      embeds: await historyEmbeds(ctx, wording, earlier, links),
      components: buttons.length ? [{ type: ComponentType.ActionRow, components: buttons }] : [],
      allowed_mentions: noMentions,
    });
  } catch (error) {
    logRefusal(ctx, ticket, error, 'the history of a reopened ticket was refused');
  }
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
