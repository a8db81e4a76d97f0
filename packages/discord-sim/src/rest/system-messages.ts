import type { MessageType } from 'discord-api-types/v10';
import { isoTime } from '../world/clock.ts';
import type { SimChannel, SimMessage } from '../world/entities.ts';
import { createMessage } from '../world/messages.ts';
import { NO_FLAGS } from '../world/no-flags.ts';
import type { Call } from './call.ts';

/** Discord's own line about what someone did: pinned, renamed, added, started a thread. */
export function addSystemMessage(
  call: Call,
  channel: SimChannel,
  type: MessageType,
  about: { content?: string; mentions?: string[]; channel_id?: string; message_id?: string },
): SimMessage {
  const { world, actor } = call;
  const target = about.channel_id ?? (about.message_id ? channel.id : undefined);
  return createMessage(world, {
    id: world.newId(),
    channel_id: channel.id,
    ...(channel.guild_id ? { guild_id: channel.guild_id } : {}),
    author_id: actor.userId,
    type,
    content: about.content ?? '',
    timestamp: isoTime(world.clock.now()),
    edited_timestamp: null,
    tts: false,
    mention_everyone: false,
    mentions: about.mentions ?? [],
    mention_roles: [],
    mention_replied_user: false,
    attachments: [],
    embeds: [],
    components: [],
    reactions: [],
    flags: NO_FLAGS,
    pinned_at: null,
    ...(target
      ? {
          message_reference: {
            channel_id: target,
            ...(channel.guild_id ? { guild_id: channel.guild_id } : {}),
            ...(about.message_id ? { message_id: about.message_id } : {}),
          },
        }
      : {}),
  });
}
