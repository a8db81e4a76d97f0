import { AppError } from '@tickets/contract/platform/errors';
import { successEmbed } from '@tickets/core/wording/look';
import { ButtonStyle, ComponentType } from 'discord-api-types/v10';
import { commandData } from '../../interactions/command-data.ts';
import type { CommandHandler } from '../../interactions/handlers.ts';

export const jumpToTopCommand: CommandHandler = {
  kind: 'command',
  action: 'everyone',
  answers: 'privately',
  data: commandData('jumptotop'),
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
