import { AppError } from '@tickets/contract/platform/errors';
import { resetMenu } from '@tickets/core/panels/multi/reset-menu';
import type { OpenSource } from '@tickets/core/tickets/model/open-request';
import { type APIMessageComponentInteraction, ComponentType } from 'discord-api-types/v10';
import type { ComponentHandler } from '../../interactions/handlers.ts';
import { press, unlessAsked } from './press.ts';

/** The dropdown menu of a multi-panel: its options carry the custom ids of panels. */
export const multiPanelSelect: ComponentHandler = {
  kind: 'component',
  name: 'multipanel',
  action: 'everyone',
  answers: unlessAsked(({ interaction }) => sourceOf(interaction)),
  run: {
    where: 'guild',
    async execute(input) {
      const { call, interaction, server } = input;
      const from = sourceOf(interaction);
      if (!from) throw new AppError('panel.gone');
      const reset = resetMenu(call, { guild_id: server.guild_id, message_id: interaction.message.id });
      await press(input, from);
      await reset;
    },
  },
};

function sourceOf({ data }: APIMessageComponentInteraction): OpenSource | undefined {
  const [custom_id] = data.component_type === ComponentType.StringSelect ? data.values : [];
  return custom_id === undefined ? undefined : { source: 'panel', custom_id };
}
