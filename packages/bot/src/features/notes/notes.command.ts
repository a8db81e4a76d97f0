import { fillText } from '@tickets/contract/platform/errors';
import { openNotes } from '@tickets/core/tickets/participants/notes';
import { successEmbed } from '@tickets/core/wording/look';
import { commandData } from '../../interactions/command-data.ts';
import type { CommandHandler } from '../../interactions/handlers.ts';

export const notesCommand: CommandHandler = {
  kind: 'command',
  answers: 'privately',
  action: 'ticket.take_notes',
  data: commandData('notes'),
  run: {
    where: 'ticket',
    async execute({ call, ticket, server: { t, look }, answer }) {
      const { thread_id } = await openNotes(call, ticket);
      const description = fillText(t.notes.opened, { channel: `<#${thread_id}>` });
      await answer.send({ embeds: [successEmbed(look, { title: t.notes.title, description })] });
    },
  },
};
