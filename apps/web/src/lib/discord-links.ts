import { appConfig } from './config.ts';

/** Where a channel, or a message in it, is read in Discord; in the simulated one, as oneself. */
export function channelLink(
  guildId: string,
  channelId: string,
  selfId: string | undefined,
  messageId?: string | null,
): string {
  const { simulator_url } = appConfig();
  if (simulator_url === null)
    return ['https://discord.com/channels', guildId, channelId, messageId].filter(Boolean).join('/');
  const search = new URLSearchParams({ ...(selfId && { as: selfId }), channel: channelId });
  return new URL(`/app?${search}`, simulator_url).href;
}
