import { fillText } from '@tickets/contract/errors';
import { PermissionLevel } from '@tickets/contract/levels';
import { claimTicket } from '@tickets/core/tickets/claiming/claim';
import { successEmbed } from '@tickets/core/wording/look';
import type { APIInteraction } from 'discord-api-types/v10';
import { commandData } from '../../command-data.ts';
import type { CommandHandler, ComponentHandler, TicketCall } from '../../handlers.ts';

/** `/claim` and the Claim button of the welcome message do the same. */
async function execute({ ctx, access, user, ticket, server, answer }: TicketCall<APIInteraction>) {
  const { t, look } = server;
  if (!(await claimTicket(ctx, { access, username: user.username }, ticket)))
    return answer.whisper({ embeds: [successEmbed(look, { description: t.claiming.already_yours })] });
  const description = fillText(t.claiming.claimed, { user: `<@${user.id}>` });
  await answer.send({ embeds: [successEmbed(look, { title: t.claiming.claimed_title, description })] });
}

export const claimCommand: CommandHandler = {
  kind: 'command',
  answers: 'publicly',
  level: PermissionLevel.support,
  data: commandData('claim'),
  run: { where: 'ticket', execute },
};

export const claimButton: ComponentHandler = {
  kind: 'component',
  name: 'ticket.claim',
  answers: 'publicly',
  level: PermissionLevel.support,
  run: { where: 'ticket', execute },
};
