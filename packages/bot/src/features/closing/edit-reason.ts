import { fillText } from '@tickets/contract/platform/errors';
import { customId } from '@tickets/core/platform/discord/custom-ids';
import { editCloseReason, readCloseReason } from '@tickets/core/tickets/closing/close-reason';
import { successEmbed } from '@tickets/core/wording/look';
import type { ComponentHandler, ModalHandler } from '../../interactions/handlers.ts';
import { ticketNamedIn } from '../../interactions/named-ticket.ts';
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
    async execute(input) {
      const { t } = input.server;
      const key = await ticketNamedIn(input, input.args[0]);
      const value = (await readCloseReason(input.call, key)) ?? '';
      const form = {
        custom_id: customId(name, key.ticket_id),
        title: t.closing.edit_reason,
        value,
        required: false,
      };
      await input.answer.modal(reasonForm(t, form));
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
    async execute(input) {
      const { t, look } = input.server;
      const key = await ticketNamedIn(input, input.args[0]);
      await editCloseReason(input.call, { ...key, reason: reasonIn(input.interaction) });
      const description = fillText(t.closing.reason_saved, { ticket: `#${key.ticket_id}` });
      await input.answer.send({ embeds: [successEmbed(look, { description })] });
    },
  },
};
