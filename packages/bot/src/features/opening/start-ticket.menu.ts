import { en } from '@tickets/core/platform/texts/en';
import { localizations } from '@tickets/core/platform/texts/texts';
import { originOf } from '@tickets/core/tickets/opening/read-origin';
import { ApplicationCommandType, InteractionContextType } from 'discord-api-types/v10';
import type { MessageMenuHandler } from '../../interactions/handlers.ts';
import { press, unlessAsked } from './press.ts';

/** Opens a ticket about a message; who may is a setting, which opening checks. */
export const startTicketMenu: MessageMenuHandler = {
  kind: 'message_menu',
  action: 'everyone',
  answers: unlessAsked(() => ({ source: 'context_menu', origin: null })),
  data: {
    type: ApplicationCommandType.Message,
    name: en.commands.start_ticket,
    name_localizations: localizations((t) => t.commands.start_ticket),
    contexts: [InteractionContextType.Guild],
  },
  run: {
    where: 'guild',
    async execute(input) {
      const { target_id, resolved } = input.interaction.data;
      const message = resolved.messages[target_id];
      if (!message) throw new Error(`message ${target_id} was not sent along`);
      await press(input, {
        source: 'context_menu',
        origin: await originOf(input.call, input.server.guild_id, message),
      });
    },
  },
};
