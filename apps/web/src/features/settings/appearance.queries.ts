import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Colours } from '@tickets/contract/settings/settings';
import { call } from '../../lib/api/api.ts';
import { guildKeys } from '../../lib/api/guild.queries.ts';

/** A part of the settings, so that a save of either is told to both. */
export const coloursQuery = (guildId: string) =>
  queryOptions({
    queryKey: [...guildKeys.settings(guildId), 'colours'],
    queryFn: ({ signal }) => call('colours.get', { params: { guild_id: guildId } }, { signal }),
    // A form is not to change under the hands of the person who fills it in.
    refetchOnWindowFocus: false,
  });

export const saveColoursMutation = (queryClient: QueryClient, guildId: string) =>
  mutationOptions({
    mutationFn: (body: Colours) => call('colours.save', { params: { guild_id: guildId }, body }),
    onSuccess: (_, colours) => {
      queryClient.setQueryData(coloursQuery(guildId).queryKey, colours);
      void queryClient.invalidateQueries({ queryKey: guildKeys.settings(guildId) });
    },
  });
