import { en } from '@tickets/core/locales/en';
import { localizations } from '@tickets/core/locales/texts';
import { openTicket } from '@tickets/core/tickets/open';
import { ApplicationCommandType, InteractionContextType } from 'discord-api-types/v10';
import type { MessageMenuHandler } from '../../handlers.ts';
import { openedAnswer } from './opened-answer.ts';
import { openRequest } from './request.ts';

/** Opens a ticket about a message; who may is a setting, which opening checks. */
export const startTicketMenu: MessageMenuHandler = {
  kind: 'message_menu',
  answers: 'privately',
  data: {
    type: ApplicationCommandType.Message,
    name: en.commands.start_ticket,
    name_localizations: localizations((t) => t.commands.start_ticket),
    contexts: [InteractionContextType.Guild],
  },
  run: {
    where: 'guild',
    async execute(call) {
      const { target_id, resolved } = call.interaction.data;
      const message = resolved.messages[target_id];
      if (!message) throw new Error(`message ${target_id} was not sent along`);
      const origin = {
        channel_id: message.channel_id,
        message_id: message.id,
        author_id: message.author.id,
        author_is_bot: Boolean(message.author.bot || message.webhook_id),
        content: message.content,
      };
      const opened = await openTicket(call.ctx, openRequest(call, { source: 'context_menu', origin }));
      await call.answer.send(openedAnswer(call.server, opened));
    },
  },
};
