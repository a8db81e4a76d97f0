import { PermissionLevel } from '@tickets/contract/levels';
import { unclaimTicket } from '@tickets/core/tickets/claiming/claim';
import { successEmbed } from '@tickets/core/wording/look';
import type { APIInteraction } from 'discord-api-types/v10';
import { commandData } from '../../command-data.ts';
import type { CommandHandler, ComponentHandler, TicketCall } from '../../handlers.ts';

/** `/unclaim` and the Unclaim button do the same. */
async function execute({ ctx, access, user, ticket, server, answer }: TicketCall<APIInteraction>) {
  await unclaimTicket(ctx, { access, username: user.username }, ticket);
  const { unclaimed_title: title, unclaimed: description } = server.t.claiming;
  await answer.send({ embeds: [successEmbed(server.look, { title, description })] });
}

export const unclaimCommand: CommandHandler = {
  kind: 'command',
  answers: 'publicly',
  level: PermissionLevel.support,
  data: commandData('unclaim'),
  run: { where: 'ticket', execute },
};

export const unclaimButton: ComponentHandler = {
  kind: 'component',
  name: 'ticket.unclaim',
  answers: 'publicly',
  level: PermissionLevel.support,
  run: { where: 'ticket', execute },
};
