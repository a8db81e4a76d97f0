import { customId } from '@tickets/core/discord/custom-ids';
import { type OpenSource, openTicket, prepareOpening } from '@tickets/core/tickets/open';
import type { APIInteraction } from 'discord-api-types/v10';
import type { GuildCall } from '../../handlers.ts';
import { formModal } from '../../render/form-modal.ts';
import { openedAnswer } from './opened-answer.ts';
import { openRequest } from './request.ts';

/** The name in the custom ids of panels' forms. */
export const panelFormName = 'panel.form';

/** Opens a ticket, or shows the panel's form first. To be called before anything was answered. */
export async function press(call: GuildCall<APIInteraction>, from: OpenSource): Promise<void> {
  const { ctx, answer, server } = call;
  const request = openRequest(call, from);
  const prepared = await prepareOpening(ctx, request);
  if (prepared.next === 'ask') {
    // The message that it started from is in the channel in which the form will be sent.
    const about = from.source === 'context_menu' && from.origin ? [from.origin.message_id] : [];
    const custom_id = customId(panelFormName, prepared.custom_id, ...about);
    return answer.modal(formModal(custom_id, prepared.form));
  }
  if (prepared.next === 'tell') return answer.send(openedAnswer(server, prepared.opened));
  const [opened] = await Promise.all([openTicket(ctx, request), answer.acknowledge({ publicly: false })]);
  await answer.send(openedAnswer(server, opened));
}
