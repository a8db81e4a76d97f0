import { queryOptions } from '@tanstack/react-query';
import type { Colours } from '@tickets/contract/settings/settings';
import { callWithHeaders } from '../../lib/api/api.ts';
import { guildKeys } from '../../lib/api/guild.queries.ts';

/** The two colours as they are stored, with the version of the settings that hold them. */
export interface StoredColours {
  value: Colours;
  version: number;
}

export const coloursQuery = (guildId: string) =>
  queryOptions({
    // Below the settings: what changes them changes these.
    queryKey: [...guildKeys.settings(guildId), 'colours'],
    queryFn: async ({ signal }): Promise<StoredColours> => {
      const { data, headers } = await callWithHeaders(
        'colours.get',
        { params: { guild_id: guildId } },
        { signal },
      );
      return { value: data, version: Number(headers.get('x-version')) };
    },
    // A form is not to change under the hands of the person who fills it in.
    refetchOnWindowFocus: false,
    staleTime: 5_000,
  });
