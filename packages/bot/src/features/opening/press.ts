import { customId } from '@tickets/core/platform/discord/custom-ids';
import type { OpenSource } from '@tickets/core/tickets/model/open-request';
import { prepareOpening } from '@tickets/core/tickets/opening/open';
import type { APIInteraction } from 'discord-api-types/v10';
import { formModal, shownNow } from '../../interactions/form-modal.ts';
import type { ChooseAnswers, GuildInput } from '../../interactions/handlers.ts';
import { openAndTell, openedAnswer } from './opened-answer.ts';
import { openRequest } from './request.ts';

/** The name in the custom ids of panels' forms. */
export const panelFormName = 'panel.form';

/** A form can only be the first answer; everything else is acknowledged at once. */
export function unlessAsked<I extends APIInteraction>(
  sourceOf: (asked: { interaction: I; args: string[] }) => OpenSource | undefined,
): ChooseAnswers<I> {
  return async ({ asksSomething, ...asked }) => {
    const { guild_id } = asked.interaction;
    const from = sourceOf(asked);
    return guild_id && from && (await asksSomething({ guild_id, from })) ? 'itself' : 'privately';
  };
}

/** Opens a ticket, or shows the panel's form first. */
export async function press(input: GuildInput<APIInteraction>, from: OpenSource): Promise<void> {
  const { call, answer, answers, server } = input;
  const request = openRequest(input, from);
  if (answers === 'itself') {
    const prepared = await prepareOpening(call, request);
    if (prepared.next === 'ask') {
      // The message that it started from is in the channel in which the form will be sent.
      const about = from.source === 'context_menu' && from.origin ? [from.origin.message_id] : [];
      const custom_id = customId(panelFormName, prepared.custom_id, shownNow(call), ...about);
      return answer.modal(formModal(custom_id, prepared.form));
    }
    if (prepared.next === 'tell') return answer.send(openedAnswer(server, prepared.opened));
  }
  await openAndTell(input, request);
}
