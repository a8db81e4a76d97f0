import { AppError } from '@tickets/contract/errors';
import type { OpenSource } from '@tickets/core/tickets/model/open-request';
import { openTicket } from '@tickets/core/tickets/opening/open';
import { readOrigin } from '@tickets/core/tickets/opening/read-origin';
import type { APIModalSubmitInteraction } from 'discord-api-types/v10';
import type { GuildCall, ModalHandler } from '../../handlers.ts';
import { sentForm } from '../../render/form-modal.ts';
import { openedAnswer } from './opened-answer.ts';
import { panelFormName } from './press.ts';
import { openRequest } from './request.ts';

/** The form of a panel, filled in. Everything is checked again, because minutes may have passed. */
export const panelForm: ModalHandler = {
  kind: 'modal',
  name: panelFormName,
  answers: 'privately',
  run: {
    where: 'guild',
    async execute(call) {
      const answers = sentForm(call.ctx, call.interaction, call.args);
      const opened = await openTicket(call.ctx, { ...openRequest(call, await sourceOf(call)), answers });
      await call.answer.send(openedAnswer(call.server, opened));
    },
  },
};

/** With the id of a message, the form was opened from that message's menu. */
async function sourceOf({
  ctx,
  args,
  interaction,
}: GuildCall<APIModalSubmitInteraction>): Promise<OpenSource> {
  const [custom_id, ...rest] = args;
  if (!custom_id) throw new AppError('panel.gone');
  const message_id = rest.find((arg) => /^\d+$/.test(arg));
  if (message_id === undefined) return { source: 'panel', custom_id };
  // Anyone who sends the form sees the channel that they send it from, so no other channel is read for them.
  const origin = await readOrigin(ctx, { channel_id: interaction.channel?.id, message_id });
  return { source: 'context_menu', origin, asked_by: custom_id };
}
