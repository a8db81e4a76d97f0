import { tagLimits } from '@tickets/contract/tag-limits';
import { en } from '@tickets/core/locales/en';
import { localizations } from '@tickets/core/locales/texts';
import { getTag } from '@tickets/core/tags/tags';
import { ApplicationCommandOptionType, InteractionContextType } from 'discord-api-types/v10';
import type { CommandHandler } from '../../handlers.ts';
import { textOption } from '../../options.ts';
import { postTag } from './post-tag.ts';
import { suggestTagIds } from './suggest-tag-ids.ts';

export const tagCommand: CommandHandler = {
  kind: 'command',
  answers: 'itself_publicly',
  data: {
    name: 'tag',
    description: en.commands.tag,
    description_localizations: localizations((t) => t.commands.tag),
    contexts: [InteractionContextType.Guild],
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: 'id',
        description: en.commands.tag_id,
        description_localizations: localizations((t) => t.commands.tag_id),
        required: true,
        autocomplete: true,
        max_length: tagLimits.id,
      },
    ],
  },
  run: {
    where: 'guild',
    async execute(call) {
      const { ctx, interaction, server } = call;
      await postTag(call, await getTag(ctx, server.guild_id, textOption(interaction, 'id') ?? ''));
    },
  },
  autocomplete: suggestTagIds,
};
