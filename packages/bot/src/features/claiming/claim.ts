import { fillText } from '@tickets/contract/platform/errors';
import { claimTicket } from '@tickets/core/tickets/claiming/claim';
import { successEmbed } from '@tickets/core/wording/look';
import type { APIInteraction } from 'discord-api-types/v10';
import { commandData } from '../../interactions/command-data.ts';
import type { CommandHandler, ComponentHandler, TicketInput } from '../../interactions/handlers.ts';

/** `/claim` and the Claim button of the welcome message do the same. */
async function execute({ call, user, ticket, server, answer }: TicketInput<APIInteraction>) {
  const { t, look } = server;
  if (!(await claimTicket(call, ticket)))
    return answer.whisper({ embeds: [successEmbed(look, { description: t.claiming.already_yours })] });
  const description = fillText(t.claiming.claimed, { user: `<@${user.id}>` });
  await answer.send({ embeds: [successEmbed(look, { title: t.claiming.claimed_title, description })] });
}

export const claimCommand: CommandHandler = {
  kind: 'command',
  answers: 'publicly',
  action: 'ticket.claim',
  data: commandData('claim'),
  run: { where: 'ticket', execute },
};

export const claimButton: ComponentHandler = {
  kind: 'component',
  name: 'ticket.claim',
  answers: 'publicly',
  action: 'ticket.claim',
  run: { where: 'ticket', execute },
};
