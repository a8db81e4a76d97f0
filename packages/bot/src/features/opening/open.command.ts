import { en } from '@tickets/core/locales/en';
import { localizations } from '@tickets/core/locales/texts';
import { openTicket } from '@tickets/core/tickets/open';
import { ApplicationCommandOptionType, InteractionContextType } from 'discord-api-types/v10';
import type { CommandHandler } from '../../handlers.ts';
import { textOption } from '../../options.ts';
import { openedAnswer } from './opened-answer.ts';
import { openRequest } from './request.ts';

export const openCommand: CommandHandler = {
  kind: 'command',
  answers: 'privately',
  data: {
    name: 'open',
    description: en.commands.open,
    description_localizations: localizations((t) => t.commands.open),
    contexts: [InteractionContextType.Guild],
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: 'subject',
        description: en.commands.open_subject,
        description_localizations: localizations((t) => t.commands.open_subject),
        max_length: 256,
      },
    ],
  },
  run: {
    where: 'guild',
    async execute(call) {
      const subject = textOption(call.interaction, 'subject') ?? null;
      const from = { source: 'command', command: call.interaction.data.name, subject } as const;
      const opened = await openTicket(call.ctx, openRequest(call, from));
      await call.answer.send(openedAnswer(call.server, opened));
    },
  },
};
