import { customId } from '@tickets/core/platform/discord/custom-ids';
import { authoriseClose } from '@tickets/core/tickets/closing/close';
import { successEmbed } from '@tickets/core/wording/look';
import { type APIButtonComponentWithCustomId, ButtonStyle, ComponentType } from 'discord-api-types/v10';
import type { ComponentHandler } from '../../interactions/handlers.ts';
import { closeHere } from './close.ts';

/** Close in the welcome message: asks the person who pressed it once more where the settings say so. */
export const closeButton: ComponentHandler = {
  kind: 'component',
  name: 'ticket.close',
  action: 'ticket.close_in_discord',
  answers: 'itself_publicly',
  run: {
    where: 'ticket',
    async execute(input) {
      const { call, ticket, server, answer } = input;
      if (!server.settings.close_confirmation) return closeHere(input, null);
      await authoriseClose(call, ticket, 'discord');
      const { confirm_title, confirm, confirm_button, cancel_button } = server.t.closing;
      await answer.whisper({
        embeds: [successEmbed(server.look, { title: confirm_title, description: confirm })],
        components: [
          {
            type: ComponentType.ActionRow,
            components: [
              {
                ...button('ticket.close_confirm', confirm_button),
                style: ButtonStyle.Primary,
                emoji: { name: '✔️' },
              },
              button('ticket.close_cancel', cancel_button),
            ],
          },
        ],
      });
    },
  },
};

const button = (name: string, label: string): APIButtonComponentWithCustomId => ({
  type: ComponentType.Button,
  style: ButtonStyle.Secondary,
  label,
  custom_id: customId(name),
});

export const closeConfirmButton: ComponentHandler = {
  kind: 'component',
  name: 'ticket.close_confirm',
  action: 'ticket.close_in_discord',
  answers: 'itself',
  run: {
    where: 'ticket',
    execute: (input) =>
      closeHere(input, null, (message) => input.answer.update({ ...message, components: [] })),
  },
};

export const closeCancelButton: ComponentHandler = {
  kind: 'component',
  name: 'ticket.close_cancel',
  action: 'everyone',
  answers: 'itself',
  run: {
    where: 'guild',
    async execute({ server: { t, look }, answer }) {
      const embed = successEmbed(look, { description: t.closing.cancelled });
      await answer.update({ embeds: [embed], components: [] });
    },
  },
};
