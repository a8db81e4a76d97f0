import { AppError } from '@tickets/contract/errors';
import type { ComponentHandler } from '../../handlers.ts';
import { press } from './press.ts';

/** The button of a panel, in its own message or in that of a multi-panel. */
export const panelButton: ComponentHandler = {
  kind: 'component',
  name: 'panel',
  answers: 'itself',
  run: {
    where: 'guild',
    async execute(call) {
      const [custom_id] = call.args;
      if (!custom_id) throw new AppError('panel.not_found');
      await press(call, { source: 'panel', custom_id });
    },
  },
};
