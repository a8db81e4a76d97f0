import { fillText } from '@tickets/contract/errors';
import { PermissionLevel } from '@tickets/contract/levels';
import { successEmbed } from '@tickets/core/discord/look';
import { en } from '@tickets/core/locales/en';
import { localizations } from '@tickets/core/locales/texts';
import { claimTicket } from '@tickets/core/tickets/claim';
import { type APIInteraction, InteractionContextType } from 'discord-api-types/v10';
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
  data: {
    name: 'claim',
    description: en.commands.claim,
    description_localizations: localizations((t) => t.commands.claim),
    contexts: [InteractionContextType.Guild],
  },
  run: { where: 'ticket', execute },
};

export const claimButton: ComponentHandler = {
  kind: 'component',
  name: 'ticket.claim',
  answers: 'publicly',
  level: PermissionLevel.support,
  run: { where: 'ticket', execute },
};
