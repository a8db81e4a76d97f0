import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { commandData, described } from '../../interactions/command-data.ts';
import type { CommandHandler } from '../../interactions/handlers.ts';
import { textOption } from '../../interactions/options.ts';
import { openAndTell } from './opened-answer.ts';
import { openRequest } from './request.ts';

export const openCommand = commandNamed('open');
/** Another name of the same, which people know from elsewhere. */
export const newCommand = commandNamed('new');

function commandNamed(name: 'open' | 'new'): CommandHandler {
  return {
    kind: 'command',
    action: 'everyone',
    answers: 'privately',
    data: commandData('open', {
      name,
      options: [
        {
          type: ApplicationCommandOptionType.String,
          name: 'subject',
          ...described('open_subject'),
          max_length: 256,
        },
      ],
    }),
    run: {
      where: 'guild',
      async execute(input) {
        const subject = textOption(input.interaction, 'subject') ?? null;
        const from = { source: 'command', command: input.interaction.data.name, subject } as const;
        await openAndTell(input, openRequest(input, from));
      },
    },
  };
}
