import type { GatewayGuildCreateDispatchData } from 'discord-api-types/v10';
import { canSee } from '../permissions/of.ts';
import type { Viewer } from './events.ts';
import { renderChannel, renderGuild, renderMember, renderThreadMember } from './render.ts';
import type { World } from './world.ts';

/** All that someone learns of a server when they connect or join. */
export function renderGuildCreate(
  world: World,
  guildId: string,
  viewer: Viewer,
): GatewayGuildCreateDispatchData | { id: string; unavailable: true } {
  const guild = world.guilds.get(guildId);
  const me = world.members.get(`${guildId}:${viewer.userId}`);
  if (!guild || !me || world.unavailableGuilds.has(guildId)) return { id: guildId, unavailable: true };
  // A bot is sent itself and anyone who asks for the rest uses op 8, as in servers that count as large.
  const shown = viewer.applicationId ? [me] : world.members.in('guild', guildId);
  const threads = activeThreads(world, guildId).filter((thread) => canSee(world, thread, viewer.userId));
  return {
    ...renderGuild(world, guild),
    joined_at: me.joined_at,
    large: false,
    unavailable: false,
    member_count: world.members.countIn('guild', guildId),
    voice_states: [],
    members: shown.map((member) => renderMember(world, member)),
    // Channels are listed whether or not the viewer may open them, as Discord does. They do not repeat the server's id:
    // https://docs.discord.com/developers/resources/channel says that it may be missing here.
    channels: world.channels
      .in('guild', guildId)
      .map((channel) =>
        withoutGuildId(renderChannel(world, channel)),
      ) as GatewayGuildCreateDispatchData['channels'],
    threads: threads.map((thread) => {
      const own = world.threadMembers.get(`${thread.id}:${viewer.userId}`);
      return { ...renderChannel(world, thread), ...(own ? { member: renderThreadMember(own) } : {}) };
    }) as GatewayGuildCreateDispatchData['threads'],
    presences: [],
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
  };
}

function withoutGuildId(channel: object): object {
  const { guild_id: _, ...rest } = { guild_id: undefined, ...channel };
  return rest;
}

export function activeThreads(world: World, guildId: string) {
  return world.channels.in('threads', guildId).filter((thread) => !thread.thread_metadata?.archived);
}
