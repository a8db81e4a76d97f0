import { tagLimits } from '@tickets/contract/tags/tag-limits';
import { getTag } from '@tickets/core/tags/tags';
import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { commandData, described } from '../../interactions/command-data.ts';
import type { CommandHandler } from '../../interactions/handlers.ts';
import { textOption } from '../../interactions/options.ts';
import { postTag } from './post-tag.ts';
import { suggestTagIds } from './suggest-tag-ids.ts';

export const tagCommand: CommandHandler = {
  kind: 'command',
  action: 'ticket.post_tag',
  answers: 'itself_publicly',
  data: commandData('tag', {
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: 'id',
        ...described('tag_id'),
        required: true,
        autocomplete: true,
        max_length: tagLimits.id,
      },
    ],
  }),
  run: {
    where: 'guild',
    async execute(input) {
      const { call, interaction, server } = input;
      await postTag(input, await getTag(call, server.guild_id, textOption(interaction, 'id') ?? ''));
    },
  },
  autocomplete: suggestTagIds,
};
