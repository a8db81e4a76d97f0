import { appConfig } from '../page/config.ts';

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

/** Discord itself; the simulated one as oneself. */
export function discordHome(selfId: string | undefined): string {
  const { simulator_url } = appConfig();
  if (simulator_url === null) return 'https://discord.com/app';
  return new URL(selfId ? `/app?as=${selfId}` : '/app', simulator_url).href;
}
