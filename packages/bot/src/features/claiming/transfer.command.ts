import { fillText } from '@tickets/contract/platform/errors';
import { transferTicket } from '@tickets/core/tickets/claiming/claim';
import { successEmbed } from '@tickets/core/wording/look';
import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { commandData, described } from '../../interactions/command-data.ts';
import type { CommandHandler } from '../../interactions/handlers.ts';
import { userOption } from '../../interactions/options.ts';

export const transferCommand: CommandHandler = {
  kind: 'command',
  answers: 'publicly',
  action: 'ticket.transfer',
  data: commandData('transfer', {
    options: [
      {
        type: ApplicationCommandOptionType.User,
        name: 'user',
        ...described('transfer_user'),
        required: true,
      },
    ],
  }),
  run: {
    where: 'ticket',
    async execute({ call, interaction, ticket, server: { t, look }, answer }) {
      const to = userOption(interaction, 'user');
      const mention = { user: `<@${to}>` };
      if (!(await transferTicket(call, ticket, to))) {
        const description = fillText(t.claiming.already_theirs, mention);
        return answer.whisper({ embeds: [successEmbed(look, { description })] });
      }
      const description = fillText(t.claiming.claimed, mention);
      await answer.send({ embeds: [successEmbed(look, { title: t.claiming.claimed_title, description })] });
    },
  },
};
