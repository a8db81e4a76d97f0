import { limits } from '@tickets/contract/platform/limits';
import { requestClose } from '@tickets/core/tickets/closing/close-request';
import { successEmbed } from '@tickets/core/wording/look';
import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { commandData, described } from '../../interactions/command-data.ts';
import type { CommandHandler } from '../../interactions/handlers.ts';
import { integerOption, textOption } from '../../interactions/options.ts';
import { suggestReasons } from '../closing/suggest-reasons.ts';

/** The request is a message of its own in the ticket, so that Discord notifies the opener. */
export const closeRequestCommand: CommandHandler = {
  kind: 'command',
  answers: 'privately',
  action: 'ticket.request_close',
  data: commandData('closerequest', {
    options: [
      {
        type: ApplicationCommandOptionType.Integer,
        name: 'close_delay',
        ...described('closerequest_close_delay'),
        min_value: 1,
        max_value: limits.close_request_hours,
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'reason',
        ...described('closerequest_reason'),
        max_length: limits.close_request_reason,
        autocomplete: true,
      },
    ],
  }),
  run: {
    where: 'ticket',
    async execute({ call, interaction, ticket, server: { t, look }, answer }) {
      const hasItsTime = await requestClose(call, ticket, {
        reason: textOption(interaction, 'reason') ?? null,
        hours: integerOption(interaction, 'close_delay') ?? null,
      });
      const description = hasItsTime ? t.close_request.posted : t.close_request.posted_untimed;
      await answer.send({ embeds: [successEmbed(look, { description })] });
    },
  },
  autocomplete: suggestReasons,
};
