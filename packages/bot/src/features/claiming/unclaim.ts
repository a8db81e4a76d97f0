import { PermissionLevel } from '@tickets/contract/levels';
import { successEmbed } from '@tickets/core/discord/look';
import { en } from '@tickets/core/locales/en';
import { localizations } from '@tickets/core/locales/texts';
import { unclaimTicket } from '@tickets/core/tickets/claim';
import { type APIInteraction, InteractionContextType } from 'discord-api-types/v10';
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
  data: {
    name: 'unclaim',
    description: en.commands.unclaim,
    description_localizations: localizations((t) => t.commands.unclaim),
    contexts: [InteractionContextType.Guild],
  },
  run: { where: 'ticket', execute },
};

export const unclaimButton: ComponentHandler = {
  kind: 'component',
  name: 'ticket.unclaim',
  answers: 'publicly',
  level: PermissionLevel.support,
  run: { where: 'ticket', execute },
};
