import { fillText } from '@tickets/contract/errors';
import type { Context } from '../context.ts';
import { noMentions, voiceOf } from '../discord/look.ts';
import type { Ticket } from './find.ts';
import type { Origin } from './open.ts';
import { findOwnMessage, hasButton } from './open-found.ts';
import { fillForTicket } from './placeholder-facts.ts';
import { logRefusal, type StepOptions } from './step.ts';
import { closeButton, welcomeMessage } from './welcome-message.ts';

/**
 * Finds or sends the welcome message, and answers its id. The nonce makes Discord itself answer a repeat within
 * minutes with the first message; later, the message is found among the first ones of the channel.
 */
export async function ensureWelcome(ctx: Context, ticket: Ticket, options: StepOptions): Promise<string> {
  const channel_id = String(ticket.channel_id);
  if (!options.is_first_try) {
    const found = await findOwnMessage(ctx, channel_id, channel_id, (message) =>
      hasButton(message, closeButton),
    );
    if (found) return found.id;
  }
  const voice = await voiceOf(ctx, ticket.guild_id);
  const message = await ctx.discord.api.channels.createMessage(channel_id, {
    ...welcomeMessage(voice, ticket, {
      text: await fillForTicket(ctx, voice, ticket, voice.settings.welcome_message),
      ping: !options.opener_waits,
    }),
    nonce: `w${channel_id}`,
    enforce_nonce: true,
  });
  return message.id;
}

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
    const { t, look } = await voiceOf(ctx, ticket.guild_id);
    await ctx.discord.api.channels.createMessage(channel_id, {
      embeds: [{ color: look.success, description: fillText(t.opening.moved, { channel }) }],
      message_reference: { message_id, fail_if_not_exists: false },
      allowed_mentions: noMentions,
      nonce: `o${ticket.channel_id}`,
      enforce_nonce: true,
    });
  } catch (error) {
    logRefusal(ctx, ticket, error, 'the message that a ticket was started from could not be answered');
  }
}
