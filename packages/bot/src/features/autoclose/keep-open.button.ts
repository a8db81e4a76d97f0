import { keptOpen, keepOpenButton as name } from '@tickets/core/tickets/autoclose/auto-close-warning';
import { keepOpen } from '@tickets/core/tickets/autoclose/keep-open';
import type { ComponentHandler } from '../../interactions/handlers.ts';

export const keepOpenButton: ComponentHandler = {
  kind: 'component',
  name,
  action: 'ticket.keep_open',
  answers: 'itself',
  run: {
    where: 'ticket',
    async execute({ call, interaction, user, ticket, server, answer }) {
      await keepOpen(call, ticket, interaction.message.id);
      await answer.update(keptOpen(server, user.id));
    },
  },
};
