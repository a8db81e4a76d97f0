import { MessageFlags } from 'discord-api-types/v10';
import { refusal, unknownThing } from '../../errors.ts';
import { channelPermissions } from '../../permissions/of.ts';
import type { SimInteraction, SimMessage } from '../../world/entities.ts';
import { isTokenAlive, settleInteraction } from '../../world/interactions.ts';
import { deleteMessage } from '../../world/messages.ts';
import { renderMessage } from '../../world/render.ts';
import { type Call, fieldsOf, param } from '../call.ts';
import { rewrite } from '../compose.ts';
import { answerMessage } from '../interaction-messages.ts';
import { readMessageBody, requireSomething } from '../message-body.ts';

export function isInteractionPath(call: Call): boolean {
  return call.world.applications.has(param(call, 'webhook_id'));
}

/** The interaction behind a token, if the application has spoken already and may still speak. */
function theInteraction(call: Call): SimInteraction {
  const row = call.world.interactions.in('token', param(call, 'token'))[0];
  if (!row || row.application_id !== param(call, 'webhook_id') || !isTokenAlive(call.world, row)) {
    throw refusal('webhookToken');
  }
  if (row.state === 'waiting' || row.state === 'failed') throw unknownThing('webhook');
  return row;
}

/** A further message. After a deferral the first one takes the place of "is thinking". */
export function createFollowUp(call: Call): unknown {
  const { world } = call;
  const row = theInteraction(call);
  const body = readMessageBody(call);
  const { content = '', embeds = [], components = [], added } = body;
  requireSomething({ content, embeds, components, attachments: added });
  const original = world.messages.get(row.original_message_id ?? '');
  if (original && original.flags & MessageFlags.Loading) {
    const message = finish(call, row, original);
    return renderMessage(world, message);
  }
  const message = answerMessage(world, row, body, {
    ephemeral: (body.flags & MessageFlags.Ephemeral) !== 0,
    tts: fieldsOf(call.body).tts === true,
    followUp: true,
  });
  settleInteraction(world, row, { follow_ups: row.follow_ups + 1 });
  return renderMessage(world, message);
}

function theMessage(call: Call, row: SimInteraction): SimMessage {
  const { world } = call;
  const wished = param(call, 'message_id');
  const id = wished === '@original' ? row.original_message_id : wished;
  const message = world.messages.get(id ?? '');
  const own = message && (message.interaction?.id === row.id || message.id === row.original_message_id);
  if (!own) throw unknownThing('message');
  return message;
}

export function getFollowUp(call: Call): unknown {
  return renderMessage(call.world, theMessage(call, theInteraction(call)));
}

export function editFollowUp(call: Call): unknown {
  const row = theInteraction(call);
  return renderMessage(call.world, finish(call, row, theMessage(call, row)));
}

function finish(call: Call, row: SimInteraction, message: SimMessage): SimMessage {
  const { world } = call;
  const body = readMessageBody(call, { before: message.flags });
  const app = world.applications.get(row.application_id);
  const channel = world.channels.get(message.channel_id);
  const permissions = app && channel ? channelPermissions(world, channel, app.bot_user_id) : 0n;
  const loading = (message.flags & MessageFlags.Loading) !== 0;
  const flags = body.flags & ~MessageFlags.Ephemeral;
  const changed = rewrite(
    world,
    message,
    { ...body, flags },
    { permissions, clearFlags: MessageFlags.Loading, silent: loading },
  );
  if (row.state === 'deferred') settleInteraction(world, row, { state: 'answered' });
  return changed;
}

export function removeFollowUp(call: Call): unknown {
  deleteMessage(call.world, theMessage(call, theInteraction(call)));
  return undefined;
}
