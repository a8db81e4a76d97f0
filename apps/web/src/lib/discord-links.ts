import { appConfig } from './config.ts';

/** Where a channel is read in Discord; in the simulated one, as oneself. */
export function channelLink(guildId: string, channelId: string, selfId: string | undefined): string {
  const { simulator_url } = appConfig();
  if (simulator_url === null) return `https://discord.com/channels/${guildId}/${channelId}`;
  const search = new URLSearchParams({ ...(selfId && { as: selfId }), channel: channelId });
  return new URL(`/app?${search}`, simulator_url).href;
}
