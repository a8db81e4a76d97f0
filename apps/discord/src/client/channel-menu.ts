import type { Channel } from '../simulator/types.ts';

/** Whether the menu of a channel, category or thread has anything in it for this person. */
export const hasChannelMenu = (channel: Channel) =>
  channel.is_thread ? channel.can_manage_threads : channel.guild_id !== null && channel.can_manage_channel;
