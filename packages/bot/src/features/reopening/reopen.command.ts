import { AppError, fillText } from '@tickets/contract/platform/errors';
import { TicketId } from '@tickets/contract/tickets/tickets';
import { reopenTicket, suggestReopening } from '@tickets/core/tickets/reopening/reopen-ticket';
import { successEmbed } from '@tickets/core/wording/look';
import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { commandData, described } from '../../interactions/command-data.ts';
import type { CommandHandler } from '../../interactions/handlers.ts';
import { textOption } from '../../interactions/options.ts';

export const reopenCommand: CommandHandler = {
  kind: 'command',
  action: 'ticket.reopen',
  answers: 'privately',
  data: commandData('reopen', {
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: 'ticket_id',
        ...described('reopen_ticket_id'),
        required: true,
        autocomplete: true,
      },
    ],
  }),
  run: {
    where: 'guild',
    async execute({ call, interaction, server, answer }) {
      const { guild_id, t, look } = server;
      const given = TicketId.safeParse(textOption(interaction, 'ticket_id')?.trim().replace(/^#/, ''));
      if (!given.success) throw new AppError('ticket.not_found');
      const { ticket_id, channel_id } = await reopenTicket(
        call,
        { guild_id, ticket_id: given.data },
        { interaction_id: interaction.id },
      );
      const description = channel_id
        ? fillText(ticket_id === given.data ? t.reopening.reopened : t.reopening.reopened_as, {
            ticket: given.data,
            next: ticket_id,
            channel: `<#${channel_id}>`,
          })
        : fillText(t.opening.delayed, { ticket: ticket_id });
      await answer.send({ embeds: [successEmbed(look, { title: t.reopening.title, description })] });
    },
  },
  async autocomplete({ call, server: { t } }, { value }) {
    const found = await suggestReopening(call, { typed: value, max: 25 });
    const mark = `(${t.reopening.imported_mark}) `;
    return found.map(({ ticket_id, subject, imported }) => ({
      name: Array.from(`#${ticket_id} ${imported ? mark : ''}${subject}`)
        .slice(0, 50)
        .join(''),
      value: String(ticket_id),
    }));
  },
};
