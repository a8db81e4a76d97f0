import { AppError } from '@tickets/contract/platform/errors';
import type { OpenSource } from '@tickets/core/tickets/model/open-request';
import type { ComponentHandler } from '../../interactions/handlers.ts';
import { press, unlessAsked } from './press.ts';

/** The button of a panel, in its own message or in that of a multi-panel. */
export const panelButton: ComponentHandler = {
  kind: 'component',
  name: 'panel',
  action: 'everyone',
  answers: unlessAsked(({ args }) => sourceOf(args)),
  run: {
    where: 'guild',
    async execute(input) {
      const from = sourceOf(input.args);
      if (!from) throw new AppError('panel.gone');
      await press(input, from);
    },
  },
};

function sourceOf([custom_id]: string[]): OpenSource | undefined {
  return custom_id === undefined ? undefined : { source: 'panel', custom_id };
}
