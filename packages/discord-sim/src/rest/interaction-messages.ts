import {
  ApplicationCommandType,
  InteractionType,
  MessageFlags,
  MessageReferenceType,
  MessageType,
} from 'discord-api-types/v10';
import { unknownThing } from '../errors.ts';
import { channelPermissions } from '../permissions/of.ts';
import type { SimChannel, SimInteraction, SimInteractionMetadata, SimMessage } from '../world/entities.ts';
import { describeInteraction } from '../world/interaction-metadata.ts';
import type { World } from '../world/world.ts';
import { speak } from './compose.ts';
import type { MessageBody } from './message-body.ts';

const EMPTY: MessageBody = { added: [], flags: 0, text: '' };

/** Puts an application's answer where the interaction happened, for all or for the person alone. */
export function answerMessage(
  world: World,
  row: SimInteraction,
  body: MessageBody | undefined,
  options: { ephemeral: boolean; tts?: boolean; followUp?: boolean },
): SimMessage {
  const channel = world.channels.get(row.channel_id);
  const app = world.applications.get(row.application_id);
  if (!channel || !app) throw unknownThing('channel');
  const { payload } = row;
  const isCommand = payload.type === InteractionType.ApplicationCommand;
  const ofMenu = isCommand && payload.data.type !== ApplicationCommandType.ChatInput;
  const type = ofMenu ? MessageType.ContextMenuCommand : MessageType.ChatInputCommand;
  const loading = body ? 0 : MessageFlags.Loading;
  const hidden = options.ephemeral ? MessageFlags.Ephemeral : 0;
  const { flags, ...rest } = body ?? EMPTY;
  const interaction = describeInteraction(row, options);
  return speak(
    world,
    channel,
    { ...rest, flags: flags & ~MessageFlags.Ephemeral },
    {
      author_id: app.bot_user_id,
      webhook_id: app.id,
      application_id: app.id,
      permissions: channelPermissions(world, channel, app.bot_user_id),
    },
    {
      type: isCommand && !options.followUp ? type : MessageType.Default,
      flags: loading | hidden,
      tts: options.tts ?? false,
      interaction,
      ...(options.followUp ? {} : referenceOf(channel, interaction)),
      ...(options.ephemeral ? { ephemeral_for: row.user_id } : {}),
    },
  );
}

/**
 * The answer to a component points to its message, and the answer to a message command to the message it was used on:
 * https://docs.discord.com/developers/interactions/receiving-and-responding, "Message Interaction Object", and
 * https://docs.discord.com/developers/resources/message, "Message Reference Content Attribution".
 */
function referenceOf(channel: SimChannel, interaction: SimInteractionMetadata) {
  const message_id = interaction.interacted_message_id ?? interaction.target_message_id;
  if (!message_id) return {};
  const { id: channel_id, guild_id } = channel;
  const type = MessageReferenceType.Default;
  return { reference: { type, message_id, channel_id, ...(guild_id ? { guild_id } : {}) } };
}
