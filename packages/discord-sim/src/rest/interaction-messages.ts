import { ApplicationCommandType, InteractionType, MessageFlags, MessageType } from 'discord-api-types/v10';
import { unknownThing } from '../errors.ts';
import { channelPermissions } from '../permissions/of.ts';
import type { SimInteraction, SimMessage } from '../world/entities.ts';
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
  const name = isCommand ? payload.data.name : undefined;
  const ofMenu = isCommand && payload.data.type !== ApplicationCommandType.ChatInput;
  const type = ofMenu ? MessageType.ContextMenuCommand : MessageType.ChatInputCommand;
  const loading = body ? 0 : MessageFlags.Loading;
  const hidden = options.ephemeral ? MessageFlags.Ephemeral : 0;
  const { flags, ...rest } = body ?? EMPTY;
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
      interaction: { id: row.id, type: row.type, user_id: row.user_id, ...(name ? { name } : {}) },
      ...(options.ephemeral ? { ephemeral_for: row.user_id } : {}),
    },
  );
}
