import { queryOptions, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { PermissionLevel } from '@tickets/contract/access/levels';
import { call } from '../api/api.ts';
import { readSession, storeChangeOf } from '../session/session.ts';

/** The server of the page, from its address. */
export function useGuildId(): string {
  const { guildId } = useParams({ strict: false });
  if (!guildId) throw new Error('useGuildId() was used outside of /manage/{id}');
  return guildId;
}

export const guildQuery = (guildId: string) =>
  queryOptions({
    queryKey: ['guild', guildId, 'detail'],
    queryFn: async ({ signal }) => {
      const guild = await call('guild.get', { params: { guild_id: guildId } }, { signal });
      // The list is as old as the sign-in.
      storeChangeOf(guildId, { name: guild.name, icon: guild.icon });
      return guild;
    },
    // The stored list knows name and icon already, and not whose it is.
    placeholderData: () => {
      const stored = storedGuild(guildId);
      return stored && { ...stored, owner_id: '', let_in: false, own_level: PermissionLevel.none, bot: null };
    },
    staleTime: 300_000,
  });

/** What the list of sign-in says about a server. */
export function storedGuild(guildId: string) {
  return readSession()?.guilds.find((guild) => guild.id === guildId);
}

/** The server's name and icon. The API tells them to staff only; others have what the stored list says. */
export function useGuild(level: number) {
  const guildId = useGuildId();
  return useQuery({ ...guildQuery(guildId), enabled: level > 0 });
}
