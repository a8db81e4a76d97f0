import { customId } from '@tickets/core/discord/custom-ids';
import { successEmbed } from '@tickets/core/discord/look';
import { requireCloser } from '@tickets/core/tickets/close';
import { ButtonStyle, ComponentType } from 'discord-api-types/v10';
import type { ComponentHandler } from '../../handlers.ts';
import { closeHere } from './close.ts';

/** Close in the welcome message: asks once more where the settings say so. */
export const closeButton: ComponentHandler = {
  kind: 'component',
  name: 'ticket.close',
  answers: 'publicly',
  run: {
    where: 'ticket',
    async execute(call) {
      const { ctx, ticket, user, server, answer } = call;
      if (!server.settings.close_confirmation) return closeHere(call, null);
      await requireCloser(ctx, ticket, { actor: { kind: 'user', user_id: user.id }, source: 'discord' });
      const { confirm_title, confirm, confirm_button } = server.t.closing;
      await answer.send({
        embeds: [
          successEmbed(server.look, {
            title: confirm_title,
            description: confirm,
            author: { name: user.global_name ?? user.username },
          }),
        ],
        components: [
          {
            type: ComponentType.ActionRow,
            components: [
              {
                type: ComponentType.Button,
                style: ButtonStyle.Primary,
                label: confirm_button,
                emoji: { name: '✔️' },
                custom_id: customId('ticket.close_confirm'),
              },
            ],
          },
        ],
      });
    },
  },
};

export const closeConfirmButton: ComponentHandler = {
  kind: 'component',
  name: 'ticket.close_confirm',
  answers: 'publicly',
  run: { where: 'ticket', execute: (call) => closeHere(call, null) },
};
