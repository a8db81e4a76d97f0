import { fillText } from '@tickets/contract/errors';
import { PermissionLevel } from '@tickets/contract/levels';
import { successEmbed } from '@tickets/core/discord/look';
import { en } from '@tickets/core/locales/en';
import { localizations } from '@tickets/core/locales/texts';
import { openNotes } from '@tickets/core/tickets/notes';
import { InteractionContextType } from 'discord-api-types/v10';
import type { CommandHandler } from '../../handlers.ts';

export const notesCommand: CommandHandler = {
  kind: 'command',
  answers: 'privately',
  level: PermissionLevel.support,
  data: {
    name: 'notes',
    description: en.commands.notes,
    description_localizations: localizations((t) => t.commands.notes),
    contexts: [InteractionContextType.Guild],
  },
  run: {
    where: 'ticket',
    async execute({ ctx, access, user, ticket, server: { t, look }, answer }) {
      const { thread_id } = await openNotes(ctx, ticket, { access, username: user.username });
      const description = fillText(t.notes.opened, { channel: `<#${thread_id}>` });
      await answer.send({ embeds: [successEmbed(look, { title: t.notes.title, description })] });
    },
  },
};
