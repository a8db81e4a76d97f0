import { limits } from '@tickets/contract/limits';
import { en } from '@tickets/core/locales/en';
import { localizations } from '@tickets/core/locales/texts';
import { suggestCloseReasons } from '@tickets/core/tickets/close-reason';
import { findTicketByChannel } from '@tickets/core/tickets/find';
import { ApplicationCommandOptionType, InteractionContextType } from 'discord-api-types/v10';
import type { CommandHandler } from '../../handlers.ts';
import { textOption } from '../../options.ts';
import { closeHere } from './close.ts';

/** Discord's limit on what is offered while typing. */
const choiceMax = 100;

export const closeCommand: CommandHandler = {
  kind: 'command',
  answers: 'privately',
  data: {
    name: 'close',
    description: en.commands.close,
    description_localizations: localizations((t) => t.commands.close),
    contexts: [InteractionContextType.Guild],
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: 'reason',
        description: en.commands.close_reason,
        description_localizations: localizations((t) => t.commands.close_reason),
        max_length: limits.close_reason,
        autocomplete: true,
      },
    ],
  },
  run: {
    where: 'ticket',
    execute: (call) => closeHere(call, textOption(call.interaction, 'reason') ?? null),
  },
  async autocomplete({ ctx, interaction, server }, typed) {
    const channel_id = interaction.channel?.id;
    const ticket = channel_id && (await findTicketByChannel(ctx.db, server.guild_id, channel_id));
    if (!ticket) return [];
    const { guild_id, panel_id } = ticket;
    const reasons = await suggestCloseReasons(ctx, { guild_id, panel_id, typed: typed.value, max: 50 });
    return reasons
      .filter(({ length }) => length <= choiceMax)
      .slice(0, 25)
      .map((reason) => ({ name: reason, value: reason }));
  },
};
