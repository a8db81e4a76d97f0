import { AppError } from '@tickets/contract/platform/errors';
import { gates } from '@tickets/contract/premium/gates';
import { isOpen } from '@tickets/core/premium/tier';
import { findAlias } from '@tickets/core/tags/tags';
import type { GuildCommandHandler } from '../../interactions/handlers.ts';
import { postTag } from './post-tag.ts';

/** Every command that a server has for itself is a tag. Those go from Discord soon after premium ended; until then it is asked at use. */
export const aliasCommand: GuildCommandHandler = {
  kind: 'guild_command',
  name: 'tag.alias',
  action: 'ticket.post_tag',
  answers: 'itself_publicly',
  run: {
    where: 'guild',
    async execute(input) {
      const { call, interaction, server } = input;
      const { id: command_id, name } = interaction.data;
      const tag = await findAlias(call, server.guild_id, { command_id, name });
      if (!tag) throw new AppError('tag.not_found', { params: { tag_id: name } });
      if (!(await isOpen(call, server.guild_id, 'tag_command')))
        throw new AppError(gates.tag_command.refused);
      await postTag(input, tag);
    },
  },
};
