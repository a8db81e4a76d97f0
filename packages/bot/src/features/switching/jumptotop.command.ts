import { AppError } from '@tickets/contract/errors';
import { successEmbed } from '@tickets/core/discord/look';
import { en } from '@tickets/core/locales/en';
import { localizations } from '@tickets/core/locales/texts';
import { ButtonStyle, ComponentType, InteractionContextType } from 'discord-api-types/v10';
import type { CommandHandler } from '../../handlers.ts';

export const jumpToTopCommand: CommandHandler = {
  kind: 'command',
  answers: 'privately',
  data: {
    name: 'jumptotop',
    description: en.commands.jumptotop,
    description_localizations: localizations((t) => t.commands.jumptotop),
    contexts: [InteractionContextType.Guild],
  },
  run: {
    where: 'ticket',
    async execute({ ticket, server: { t, look }, answer }) {
      const { guild_id, channel_id, welcome_message_id } = ticket;
      if (!welcome_message_id) throw new AppError('ticket.welcome_missing');
      await answer.send({
        embeds: [successEmbed(look, { description: t.switching.jump_text })],
        components: [
          {
            type: ComponentType.ActionRow,
            components: [
              {
                type: ComponentType.Button,
                style: ButtonStyle.Link,
                label: t.switching.jump,
                url: `https://discord.com/channels/${guild_id}/${channel_id}/${welcome_message_id}`,
              },
            ],
          },
        ],
      });
    },
  },
};
