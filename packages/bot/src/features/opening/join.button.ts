import { fillText } from '@tickets/contract/platform/errors';
import { joinTicket } from '@tickets/core/tickets/channel/join-notice';
import { successEmbed } from '@tickets/core/wording/look';
import type { ComponentHandler } from '../../interactions/handlers.ts';
import { ticketNamedIn } from '../../interactions/named-ticket.ts';

/** "Join Ticket" in the notification channel. */
export const joinButton: ComponentHandler = {
  kind: 'component',
  name: 'ticket.join',
  answers: 'privately',
  action: 'ticket.join',
  run: {
    where: 'guild',
    async execute(input) {
      const { call, server, answer } = input;
      const key = await ticketNamedIn(input, input.args[0]);
      const { channel_id, already } = await joinTicket(call, key);
      const text = already ? server.t.joining.already : server.t.joining.joined;
      const description = fillText(text, { channel: `<#${channel_id}>` });
      await answer.send({ embeds: [successEmbed(server.look, { description })] });
    },
  },
};
