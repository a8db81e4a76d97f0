import { queryOptions, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { call } from './api.ts';
import { readSession } from './session.ts';

/** The server of the page, from its address. */
export function useGuildId(): string {
  const { guildId } = useParams({ strict: false });
  if (!guildId) throw new Error('useGuildId() was used outside of /manage/{id}');
  return guildId;
}

/** Server-wide lists that several screens show. */
export const guildQueries = {
  root: (guildId: string) => ['guild', guildId] as const,
  detail: (guildId: string) =>
    queryOptions({
      queryKey: [...guildQueries.root(guildId), 'detail'],
      queryFn: () => call('guild.get', { params: { guild_id: guildId } }),
      // The stored list knows name and icon already.
      placeholderData: () => readSession()?.guilds.find((guild) => guild.id === guildId),
      staleTime: 300_000,
    }),
  channels: (guildId: string) =>
    queryOptions({
      queryKey: [...guildQueries.root(guildId), 'channels'],
      queryFn: () => call('guild.channels', { params: { guild_id: guildId }, query: {} }),
      staleTime: 60_000,
      meta: { failed: 'channels' },
    }),
  roles: (guildId: string) =>
    queryOptions({
      queryKey: [...guildQueries.root(guildId), 'roles'],
      queryFn: () => call('guild.roles', { params: { guild_id: guildId } }).then((answer) => answer.roles),
      staleTime: 60_000,
      meta: { failed: 'roles' },
    }),
  emojis: (guildId: string) =>
    queryOptions({
      queryKey: [...guildQueries.root(guildId), 'emojis'],
      queryFn: () => call('guild.emojis', { params: { guild_id: guildId } }),
      staleTime: 60_000,
      meta: { failed: 'emojis' },
    }),
  premium: (guildId: string) =>
    queryOptions({
      queryKey: [...guildQueries.root(guildId), 'premium'],
      queryFn: () =>
        call('guild.premium', { params: { guild_id: guildId }, query: { include_voting: true } }).then(
          (answer) => answer.premium,
        ),
      staleTime: 60_000,
      meta: { failed: 'premium' },
    }),
};

/** The server's name and icon. */
export function useGuild() {
  return useQuery(guildQueries.detail(useGuildId()));
}
