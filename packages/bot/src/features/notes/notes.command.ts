import { fillText } from '@tickets/contract/errors';
import { PermissionLevel } from '@tickets/contract/levels';
import { openNotes } from '@tickets/core/tickets/participants/notes';
import { successEmbed } from '@tickets/core/wording/look';
import { commandData } from '../../command-data.ts';
import type { CommandHandler } from '../../handlers.ts';

export const notesCommand: CommandHandler = {
  kind: 'command',
  answers: 'privately',
  level: PermissionLevel.support,
  data: commandData('notes'),
  run: {
    where: 'ticket',
    async execute({ ctx, access, user, ticket, server: { t, look }, answer }) {
      const { thread_id } = await openNotes(ctx, ticket, { access, username: user.username });
      const description = fillText(t.notes.opened, { channel: `<#${thread_id}>` });
      await answer.send({ embeds: [successEmbed(look, { title: t.notes.title, description })] });
    },
  },
};
