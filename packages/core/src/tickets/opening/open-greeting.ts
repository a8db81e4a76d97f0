import type { CustomEmbed } from '@tickets/contract/embeds/embeds';
import { fillText } from '@tickets/contract/platform/errors';
import type { APIEmbed, APIMessage } from 'discord-api-types/v10';
import { inMessages } from '../../embeds/size.ts';
import { hasIntegrations } from '../../integrations/run.ts';
import type { Context } from '../../platform/context.ts';
import { refusesContent } from '../../platform/discord/failures.ts';
import { findOwnMessage, hasButton, postOnce } from '../../platform/discord/own-messages.ts';
import { noMentions, type Wording, wordingOf } from '../../wording/look.ts';
import { answersOf } from '../model/answers.ts';
import { keyOf, type Ticket } from '../model/find.ts';
import type { Origin } from '../model/open-request.ts';
import { logRefusal, type StepOptions } from '../model/step.ts';
import { panelOfTicket } from '../model/ticket-panel.ts';
import { valuesForWelcome } from '../welcome/integration-values.ts';
import { welcomeEmbed } from '../welcome/welcome-embed.ts';
import { closeButton, welcomeButtons, welcomeEmbeds } from '../welcome/welcome-message.ts';

/**
 * Finds or sends the welcome message with all that belongs to it, and answers its id. The nonce makes Discord itself
 * answer a repeat within minutes with the first message; later, the message is found among the first ones of the
 * channel.
 */
export async function ensureWelcome(ctx: Context, ticket: Ticket, options: StepOptions): Promise<string> {
  const channel_id = String(ticket.channel_id);
  const [wording, panel, answers, isAsking] = await Promise.all([
    wordingOf(ctx, ticket.guild_id),
    panelOfTicket(ctx, ticket),
    answersOf(ctx.db, ticket, 'form'),
    hasIntegrations(ctx.db, ticket.guild_id),
  ]);
  const compose = async (custom: CustomEmbed | null) =>
    welcomeEmbeds(wording, ticket, {
      greeting: await welcomeEmbed(ctx, wording, ticket, custom, { others }),
      answers,
    });
  // Whom the panel mentions is pinged by the mention.
  const ping = !options.opener_waits && !panel?.mentions.includes('user');
  const send = (embeds: APIEmbed[]) => sendWelcome(ctx, wording, ticket, { embeds, ping });
  const custom = panel?.welcome_message ?? null;

  const found = options.is_first_try
    ? undefined
    : await findOwnMessage(ctx, channel_id, channel_id, (message) => hasButton(message, closeButton));
  const asks = isAsking && !found;
  // Nobody waits for what other people's servers have to say.
  if (asks) options.onPlaced?.(channel_id);
  const others = asks ? await valuesForWelcome(ctx, ticket, { is_new: true }) : undefined;
  let embeds = await compose(custom);
  let welcome = found;
  try {
    welcome ??= await send(embeds);
  } catch (error) {
    if (!custom || !refusesContent(error)) throw error;
    // Without its buttons a ticket is of little use, and Discord takes the server's own welcome.
    ctx.log.warn({ err: error, ...keyOf(ticket) }, 'Discord refused the welcome message of a panel');
    embeds = await compose(null);
    welcome = await send(embeds);
  }
  const rest = inMessages(embeds.slice(welcome.embeds.length));
  for (const [index, more] of rest.entries())
    await ensureMore(ctx, channel_id, { after: welcome.id, index, embeds: more }, options);
  return welcome.id;
}

/** As much as one message holds, with the buttons. `ping`: the opener was not told in the answer to their press. */
function sendWelcome(
  ctx: Context,
  wording: Wording,
  ticket: Ticket,
  { embeds, ping }: { embeds: APIEmbed[]; ping: boolean },
): Promise<APIMessage> {
  const [first = []] = inMessages(embeds);
  const channel_id = String(ticket.channel_id);
  return postOnce(ctx, channel_id, `w${channel_id}`, {
    ...(ping && { content: `<@${ticket.opener_id}>` }),
    embeds: first,
    components: welcomeButtons(wording, ticket),
    allowed_mentions: ping ? { users: [ticket.opener_id] } : noMentions,
  });
}

/** Finds or sends what did not fit into the welcome message. */
async function ensureMore(
  ctx: Context,
  channel_id: string,
  { after, index, embeds }: { after: string; index: number; embeds: APIEmbed[] },
  options: StepOptions,
): Promise<void> {
  const found =
    !options.is_first_try &&
    (await findOwnMessage(ctx, channel_id, after, (message) => wordsOf(message.embeds) === wordsOf(embeds)));
  if (found) return;
  await postOnce(ctx, channel_id, `w${channel_id}-${index}`, {
    embeds,
    allowed_mentions: noMentions,
  });
}

/** Discord trims what it keeps. */
const wordsOf = (embeds: readonly APIEmbed[]) =>
  embeds
    .flatMap(({ title, description, fields = [] }) => [
      title ?? '',
      description ?? '',
      ...fields.flatMap(({ name, value }) => [name, value]),
    ])
    .map((text) => text.trim())
    .join('\n');

/** Says below the message that a ticket was started from where the conversation goes on. */
export async function answerOrigin(ctx: Context, ticket: Ticket, options: StepOptions): Promise<void> {
  if (!ticket.origin) return;
  const { channel_id, message_id } = ticket.origin as unknown as Origin; // written by open-admit.ts
  const channel = `<#${ticket.channel_id}>`;
  try {
    if (!options.is_first_try) {
      const found = await findOwnMessage(ctx, channel_id, message_id, ({ embeds }) =>
        Boolean(embeds[0]?.description?.includes(channel)),
      );
      if (found) return;
    }
    const { t, look } = await wordingOf(ctx, ticket.guild_id);
    await postOnce(ctx, channel_id, `o${ticket.channel_id}`, {
      embeds: [{ color: look.success, description: fillText(t.opening.moved, { channel }) }],
      message_reference: { message_id, fail_if_not_exists: false },
      allowed_mentions: noMentions,
    });
  } catch (error) {
    logRefusal(ctx, ticket, error, 'the message that a ticket was started from could not be answered');
  }
}
