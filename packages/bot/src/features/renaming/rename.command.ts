import { fillText } from '@tickets/contract/platform/errors';
import { renameTicket } from '@tickets/core/tickets/participants/rename';
import { successEmbed } from '@tickets/core/wording/look';
import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { commandData, described } from '../../interactions/command-data.ts';
import type { CommandHandler } from '../../interactions/handlers.ts';
import { textOption } from '../../interactions/options.ts';

export const renameCommand: CommandHandler = {
  kind: 'command',
  answers: 'privately',
  action: 'ticket.rename',
  data: commandData('rename', {
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: 'name',
        ...described('rename_name'),
        required: true,
        min_length: 1,
      },
    ],
  }),
  run: {
    where: 'ticket',
    async execute({ call, interaction, ticket, server, answer }) {
      const name = textOption(interaction, 'name') ?? '';
      const { guild_id, ticket_id } = ticket;
      await renameTicket(call, { guild_id, ticket_id, name });
      const { title, renamed } = server.t.renaming;
      const description = fillText(renamed, { channel: `<#${ticket.channel_id}>` });
      await answer.send({ embeds: [successEmbed(server.look, { title, description })] });
    },
  },
};
