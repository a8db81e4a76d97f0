import { customId } from '@tickets/core/platform/discord/custom-ids';
import { authoriseClose } from '@tickets/core/tickets/closing/close';
import type { ComponentHandler, ModalHandler } from '../../interactions/handlers.ts';
import { closeHere } from './close.ts';
import { reasonForm, reasonIn } from './reason-form.ts';

const name = 'ticket.close_reason';

/** Close With Reason asks for the reason and not for a confirmation. */
export const closeWithReasonButton: ComponentHandler = {
  kind: 'component',
  name,
  action: 'ticket.close_in_discord',
  answers: 'itself',
  run: {
    where: 'ticket',
    async execute({ call, ticket, server: { t }, answer }) {
      // Before someone writes a reason for nothing; the form checks again.
      await authoriseClose(call, ticket, 'discord');
      const title = t.opening.close_with_reason;
      await answer.modal(reasonForm(t, { custom_id: customId(name), title, required: true }));
    },
  },
};

export const closeWithReasonForm: ModalHandler = {
  kind: 'modal',
  name,
  action: 'ticket.close_in_discord',
  answers: 'publicly',
  run: { where: 'ticket', execute: (input) => closeHere(input, reasonIn(input.interaction)) },
};
