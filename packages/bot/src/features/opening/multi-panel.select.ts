import { AppError } from '@tickets/contract/errors';
import { resetMenu } from '@tickets/core/multi-panels/reset-menu';
import { ComponentType } from 'discord-api-types/v10';
import type { ComponentHandler } from '../../handlers.ts';
import { press } from './press.ts';

/** The dropdown menu of a multi-panel: its options carry the custom ids of panels. */
export const multiPanelSelect: ComponentHandler = {
  kind: 'component',
  name: 'multipanel',
  answers: 'itself',
  run: {
    where: 'guild',
    async execute(call) {
      const { data, message } = call.interaction;
      const [custom_id] = data.component_type === ComponentType.StringSelect ? data.values : [];
      if (!custom_id) throw new AppError('panel.not_found');
      const reset = resetMenu(call.ctx, { guild_id: call.server.guild_id, message_id: message.id });
      await press(call, { source: 'panel', custom_id });
      await reset;
    },
  },
};
