import {
  acceptButton,
  denyButton,
  endedRequest,
} from '@tickets/core/tickets/close-requests/close-request-message';
import { acceptCloseRequest, denyCloseRequest } from '@tickets/core/tickets/closing/close-request';
import type { ComponentHandler } from '../../interactions/handlers.ts';

export const acceptCloseRequestButton: ComponentHandler = {
  kind: 'component',
  name: acceptButton,
  action: 'ticket.answer_close_request',
  answers: 'itself',
  run: {
    where: 'ticket',
    async execute({ call, args, user, ticket, server, answer }) {
      const end = endedRequest(server, { is: 'accepted', user_id: user.id });
      await acceptCloseRequest(
        call,
        ticket,
        { stamp: String(args[0]) },
        { onBegun: () => answer.update(end) },
      );
    },
  },
};

export const denyCloseRequestButton: ComponentHandler = {
  kind: 'component',
  name: denyButton,
  action: 'ticket.answer_close_request',
  answers: 'itself',
  run: {
    where: 'ticket',
    async execute({ call, args, user, ticket, server, answer }) {
      await denyCloseRequest(call, ticket, { stamp: String(args[0]) });
      await answer.update(endedRequest(server, { is: 'denied', user_id: user.id }));
    },
  },
};
