import { PermissionFlagsBits as P, RESTJSONErrorCodes } from 'discord-api-types/v10';
import type { Context } from '../../platform/context.ts';
import { twice } from '../../platform/discord/ask.ts';
import { essential } from '../../platform/discord/channel-permissions.ts';
import { hasDiscordCode } from '../../platform/discord/failures.ts';
import { editOwnMessage } from '../../platform/discord/own-messages.ts';
import { upsertChannel } from '../../servers/channels.ts';
import { type GuildSettings, settingsFor } from '../../settings/read.ts';
import { wordingOf } from '../../wording/look.ts';
import { explainRefusal } from '../../wording/refusals.ts';
import { ticketOverwrites } from '../channel/channel-overwrites.ts';
import { sendOverwrites } from '../channel/gone-targets.ts';
import type { Ticket } from '../model/find.ts';
import { welcomeButtons } from '../welcome/welcome-message.ts';

/** What the bot needs to change who may do what in a channel. */
export const changeNeeds = essential | P.ManageChannels | P.ManageRoles;

/** With everybody allowed to write in claimed tickets, a claim changes nothing in its channel. */
export const claimsChangePermissions = ({ support_can_view, support_can_type }: GuildSettings) =>
  !(support_can_view && support_can_type);

/**
 * Brings a channel ticket in Discord to what its row says: who may do what, and the buttons of its welcome message.
 * Without `overwrites` the permissions are left alone where a claim changes none. Safe to repeat.
 */
export async function followChannel(
  ctx: Context,
  ticket: Ticket,
  { overwrites, reason }: { overwrites: boolean; reason?: string },
): Promise<void> {
  const channel_id = String(ticket.channel_id);
  // Read again, because they may have changed while the claim was written.
  settingsFor.forget(ctx);
  const wording = await wordingOf(ctx, ticket.guild_id);
  try {
    if (overwrites || claimsChangePermissions(wording.settings)) {
      const channel = await sendOverwrites(ctx, ticket.guild_id, {
        overwrites: await ticketOverwrites(ctx, ticket, wording.settings),
        send: (permission_overwrites) =>
          twice(() =>
            ctx.discord.api.channels.edit(channel_id, { permission_overwrites }, reason ? { reason } : {}),
          ),
      });
      await upsertChannel(ctx, ticket.guild_id, channel);
    }
    const { welcome_message_id } = ticket;
    if (welcome_message_id) await twice(() => showButtons(channel_id, welcome_message_id));
  } catch (error) {
    throw await explainRefusal(ctx, error, { guild_id: ticket.guild_id, channel_id, needs: changeNeeds });
  }

  async function showButtons(channel: string, message: string): Promise<void> {
    try {
      const components = welcomeButtons(wording, ticket);
      await editOwnMessage(
        ctx,
        ticket.guild_id,
        { channel_id: channel, message_id: message },
        { components },
      );
    } catch (error) {
      if (!hasDiscordCode(error, RESTJSONErrorCodes.UnknownMessage)) throw error;
    }
  }
}
