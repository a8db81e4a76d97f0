import { AppError } from '@tickets/contract/platform/errors';
import type { OpenSource } from '@tickets/core/tickets/model/open-request';
import { readOrigin } from '@tickets/core/tickets/opening/read-origin';
import type { APIModalSubmitInteraction } from 'discord-api-types/v10';
import { sentForm } from '../../interactions/form-modal.ts';
import type { GuildInput, ModalHandler } from '../../interactions/handlers.ts';
import { openAndTell } from './opened-answer.ts';
import { panelFormName } from './press.ts';
import { openRequest } from './request.ts';

/** The form of a panel, filled in. Everything is checked again, because minutes may have passed. */
export const panelForm: ModalHandler = {
  kind: 'modal',
  name: panelFormName,
  action: 'everyone',
  answers: 'privately',
  run: {
    where: 'guild',
    async execute(input) {
      const answers = sentForm(input.call, input.interaction, input.args);
      await openAndTell(input, { ...openRequest(input, await sourceOf(input)), answers });
    },
  },
};

/** With the id of a message, the form was opened from that message's menu. */
async function sourceOf({
  call,
  args,
  interaction,
  server,
}: GuildInput<APIModalSubmitInteraction>): Promise<OpenSource> {
  const [custom_id, ...rest] = args;
  if (!custom_id) throw new AppError('panel.gone');
  const message_id = rest.find((arg) => /^\d+$/.test(arg));
  if (message_id === undefined) return { source: 'panel', custom_id };
  // Anyone who sends the form sees the channel that they send it from, so no other channel is read for them.
  const origin = await readOrigin(call, {
    guild_id: server.guild_id,
    channel_id: interaction.channel?.id,
    message_id,
  });
  return { source: 'context_menu', origin, asked_by: custom_id };
}
