import { InteractionType, MessageFlags, InteractionResponseType as R } from 'discord-api-types/v10';
import { refusal, unknownThing } from '../../errors.ts';
import { channelPermissions } from '../../permissions/of.ts';
import type { SimInteraction, SimMessage } from '../../world/entities.ts';
import { settleInteraction } from '../../world/interactions.ts';
import { renderMessage } from '../../world/render.ts';
import { Answer, type Call, type Fields, fieldsOf, param, type Route } from '../call.ts';
import { rewrite } from '../compose.ts';
import { answerMessage } from '../interaction-messages.ts';
import { readMessage, requireSomething } from '../message-body.ts';
import { Form, refuseForm } from '../validate/form.ts';
import { readModal } from '../validate/modal.ts';

export const interactionRoutes: Route[] = [
  { method: 'POST', path: '/interactions/:interaction_id/:token/callback', access: 'open', handle: respond },
];

/** Which first answers fit which interaction. */
const FITTING: Record<number, readonly InteractionType[]> = {
  [R.ChannelMessageWithSource]: [
    InteractionType.ApplicationCommand,
    InteractionType.MessageComponent,
    InteractionType.ModalSubmit,
  ],
  [R.DeferredChannelMessageWithSource]: [
    InteractionType.ApplicationCommand,
    InteractionType.MessageComponent,
    InteractionType.ModalSubmit,
  ],
  [R.DeferredMessageUpdate]: [InteractionType.MessageComponent, InteractionType.ModalSubmit],
  [R.UpdateMessage]: [InteractionType.MessageComponent, InteractionType.ModalSubmit],
  [R.ApplicationCommandAutocompleteResult]: [InteractionType.ApplicationCommandAutocomplete],
  [R.Modal]: [InteractionType.ApplicationCommand, InteractionType.MessageComponent],
};

export function respond(call: Call): unknown {
  const row = call.world.interactions.get(param(call, 'interaction_id'));
  if (!row || row.token !== param(call, 'token') || row.state === 'failed') throw unknownThing('interaction');
  if (row.state !== 'waiting') throw refusal('acknowledged');
  const body = fieldsOf(call.body);
  const type = Number(body.type);
  const fitting = FITTING[type];
  if (!fitting) refuseForm('type', 'BASE_TYPE_CHOICES', 'Value must be one of {4, 5, 6, 7, 8, 9, 10, 12}.');
  const needsMessage = type === R.DeferredMessageUpdate || type === R.UpdateMessage;
  if (!fitting.includes(row.type) || (needsMessage && !row.message_id)) {
    refuseForm('type', 'INTERACTION_RESPONSE_TYPE_INVALID', 'This response does not fit the interaction');
  }
  const message = answer(call, row, type, fieldsOf(body.data));
  if (call.query.with_response !== 'true') return undefined;
  return new Answer(200, showResponse(call, row, type, message));
}

function answer(call: Call, row: SimInteraction, type: number, data: Fields): SimMessage | undefined {
  const { world } = call;
  const flags = Number(data.flags ?? 0);
  switch (type) {
    case R.ChannelMessageWithSource: {
      const body = readMessage(world, data, call.files);
      const { content = '', embeds = [], components = [], added } = body;
      requireSomething({ content, embeds, components, attachments: added });
      const ephemeral = (body.flags & MessageFlags.Ephemeral) !== 0;
      const message = answerMessage(world, row, body, { ephemeral, tts: data.tts === true });
      settleInteraction(world, row, { state: 'answered', ephemeral, original_message_id: message.id });
      return message;
    }
    case R.DeferredChannelMessageWithSource: {
      const ephemeral = (flags & MessageFlags.Ephemeral) !== 0;
      const message = answerMessage(world, row, undefined, { ephemeral });
      settleInteraction(world, row, { state: 'deferred', ephemeral, original_message_id: message.id });
      return message;
    }
    case R.DeferredMessageUpdate:
      settleInteraction(world, row, {
        state: 'answered',
        deferred_update: true,
        original_message_id: row.message_id,
      });
      return undefined;
    case R.UpdateMessage: {
      const message = world.messages.get(row.message_id ?? '');
      if (!message) throw unknownThing('message');
      const body = readMessage(world, data, call.files, { before: message.flags });
      const app = world.applications.get(row.application_id);
      const channel = world.channels.get(message.channel_id);
      const permissions = app && channel ? channelPermissions(world, channel, app.bot_user_id) : 0n;
      const changed = rewrite(
        world,
        message,
        { ...body, flags: body.flags & ~MessageFlags.Ephemeral },
        { permissions },
      );
      settleInteraction(world, row, { state: 'answered', original_message_id: message.id });
      return changed;
    }
    case R.Modal:
      settleInteraction(world, row, { state: 'answered', modal: readModal(world, { ...data }) });
      return undefined;
    default:
      settleInteraction(world, row, { state: 'answered', choices: readChoices(data) });
      return undefined;
  }
}

interface Choice {
  name: string;
  value: string | number;
}

function readChoices(data: Fields): Choice[] {
  const form = new Form();
  const choices = form.list(data.choices, 'data.choices', { max: 25 }).flatMap((item, index): Choice[] => {
    const path = `data.choices.${index}`;
    const given = form.object(item, path);
    if (!given) return [];
    const name = form.text(given.name, `${path}.name`, { min: 1, max: 100, required: true }) ?? '';
    if (typeof given.value === 'number') return [{ name, value: given.value }];
    return [
      { name, value: form.text(given.value, `${path}.value`, { min: 1, max: 100, required: true }) ?? '' },
    ];
  });
  form.done();
  return choices;
}

function showResponse(
  call: Call,
  row: SimInteraction,
  type: number,
  message: SimMessage | undefined,
): object {
  const shown = message && renderMessage(call.world, message);
  return {
    interaction: {
      id: row.id,
      type: row.type,
      ...(message
        ? {
            response_message_id: message.id,
            response_message_loading: (message.flags & MessageFlags.Loading) !== 0,
            response_message_ephemeral: message.ephemeral_for !== undefined,
          }
        : {}),
    },
    resource: { type, ...(shown ? { message: shown } : {}) },
  };
}
