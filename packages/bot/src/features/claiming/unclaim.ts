import { unclaimTicket } from '@tickets/core/tickets/claiming/claim';
import { successEmbed } from '@tickets/core/wording/look';
import type { APIInteraction } from 'discord-api-types/v10';
import { commandData } from '../../interactions/command-data.ts';
import type { CommandHandler, ComponentHandler, TicketInput } from '../../interactions/handlers.ts';

/** `/unclaim` and the Unclaim button do the same. */
async function execute({ call, ticket, server, answer }: TicketInput<APIInteraction>) {
  await unclaimTicket(call, ticket);
  const { unclaimed_title: title, unclaimed: description } = server.t.claiming;
  await answer.send({ embeds: [successEmbed(server.look, { title, description })] });
}

export const unclaimCommand: CommandHandler = {
  kind: 'command',
  answers: 'publicly',
  action: 'ticket.unclaim',
  data: commandData('unclaim'),
  run: { where: 'ticket', execute },
};

export const unclaimButton: ComponentHandler = {
  kind: 'component',
  name: 'ticket.unclaim',
  answers: 'publicly',
  action: 'ticket.unclaim',
  run: { where: 'ticket', execute },
};
