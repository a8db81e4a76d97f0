import { fillText } from '@tickets/contract/errors';
import { PermissionLevel } from '@tickets/contract/levels';
import { successEmbed } from '@tickets/core/discord/look';
import { en } from '@tickets/core/locales/en';
import { localizations } from '@tickets/core/locales/texts';
import { transferTicket } from '@tickets/core/tickets/claim';
import { ApplicationCommandOptionType, InteractionContextType } from 'discord-api-types/v10';
import type { CommandHandler } from '../../handlers.ts';
import { userOption } from '../../options.ts';

export const transferCommand: CommandHandler = {
  kind: 'command',
  answers: 'publicly',
  level: PermissionLevel.support,
  data: {
    name: 'transfer',
    description: en.commands.transfer,
    description_localizations: localizations((t) => t.commands.transfer),
    contexts: [InteractionContextType.Guild],
    options: [
      {
        type: ApplicationCommandOptionType.User,
        name: 'user',
        description: en.commands.transfer_user,
        description_localizations: localizations((t) => t.commands.transfer_user),
        required: true,
      },
    ],
  },
  run: {
    where: 'ticket',
    async execute({ ctx, interaction, access, user, ticket, server: { t, look }, answer }) {
      const to = userOption(interaction, 'user');
      const mention = { user: `<@${to}>` };
      if (!(await transferTicket(ctx, { access, username: user.username }, ticket, to))) {
        const description = fillText(t.claiming.already_theirs, mention);
        return answer.whisper({ embeds: [successEmbed(look, { description })] });
      }
      const description = fillText(t.claiming.claimed, mention);
      await answer.send({ embeds: [successEmbed(look, { title: t.claiming.claimed_title, description })] });
    },
  },
};
