import { limits } from '@tickets/contract/limits';
import { en } from '@tickets/core/locales/en';
import { localizations } from '@tickets/core/locales/texts';
import { ApplicationCommandOptionType, InteractionContextType } from 'discord-api-types/v10';
import type { CommandHandler } from '../../handlers.ts';
import { textOption } from '../../options.ts';
import { closeHere } from './close.ts';
import { suggestReasons } from './suggest-reasons.ts';

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
  autocomplete: suggestReasons,
};
