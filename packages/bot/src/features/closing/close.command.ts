import { limits } from '@tickets/contract/platform/limits';
import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { commandData, described } from '../../interactions/command-data.ts';
import type { CommandHandler } from '../../interactions/handlers.ts';
import { textOption } from '../../interactions/options.ts';
import { closeHere } from './close.ts';
import { suggestReasons } from './suggest-reasons.ts';

export const closeCommand: CommandHandler = {
  kind: 'command',
  action: 'ticket.close_in_discord',
  answers: 'privately',
  data: commandData('close', {
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: 'reason',
        ...described('close_reason'),
        max_length: limits.close_reason,
        autocomplete: true,
      },
    ],
  }),
  run: {
    where: 'ticket',
    execute: (input) => closeHere(input, textOption(input.interaction, 'reason') ?? null),
  },
  autocomplete: suggestReasons,
};
