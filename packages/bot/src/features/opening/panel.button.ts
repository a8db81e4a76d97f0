import { AppError } from '@tickets/contract/errors';
import { openTicket } from '@tickets/core/tickets/open';
import type { ComponentHandler } from '../../handlers.ts';
import { openedAnswer } from './opened-answer.ts';
import { openRequest } from './request.ts';

/** The button of a panel. */
export const panelButton: ComponentHandler = {
  kind: 'component',
  name: 'panel',
  answers: 'privately',
  run: {
    where: 'guild',
    async execute(call) {
      const [custom_id] = call.args;
      if (!custom_id) throw new AppError('panel.not_found');
      const opened = await openTicket(call.ctx, openRequest(call, { source: 'panel', custom_id }));
      await call.answer.send(openedAnswer(call.server, opened));
    },
  },
};
