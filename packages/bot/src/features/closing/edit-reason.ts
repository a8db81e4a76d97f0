import { fillText } from '@tickets/contract/platform/errors';
import { TicketId } from '@tickets/contract/tickets/tickets';
import { customId } from '@tickets/core/platform/discord/custom-ids';
import { editCloseReason, readCloseReason } from '@tickets/core/tickets/closing/close-reason';
import { successEmbed } from '@tickets/core/wording/look';
import type { ComponentHandler, ModalHandler } from '../../interactions/handlers.ts';
import { reasonForm, reasonIn } from './reason-form.ts';

const name = 'ticket.edit_reason';

/** Edit Reason in the archive channel. */
export const editReasonButton: ComponentHandler = {
  kind: 'component',
  name,
  answers: 'itself',
  action: 'ticket.edit_close_reason',
  run: {
    where: 'guild',
    async execute({ call, args, server: { guild_id, t }, answer }) {
      const ticket_id = TicketId.parse(args[0]);
      const value = (await readCloseReason(call, { guild_id, ticket_id })) ?? '';
      const form = {
        custom_id: customId(name, ticket_id),
        title: t.closing.edit_reason,
        value,
        required: false,
      };
      await answer.modal(reasonForm(t, form));
    },
  },
};

export const editReasonForm: ModalHandler = {
  kind: 'modal',
  name,
  answers: 'privately',
  action: 'ticket.edit_close_reason',
  run: {
    where: 'guild',
    async execute({ call, interaction, args, server: { guild_id, t, look }, answer }) {
      const ticket_id = TicketId.parse(args[0]);
      await editCloseReason(call, { guild_id, ticket_id, reason: reasonIn(interaction) });
      const description = fillText(t.closing.reason_saved, { ticket: `#${ticket_id}` });
      await answer.send({ embeds: [successEmbed(look, { description })] });
    },
  },
};
