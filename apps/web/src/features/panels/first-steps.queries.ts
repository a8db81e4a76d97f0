import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { SetupStepName } from '@tickets/contract/setup/steps';
import { call } from '../../lib/api/api.ts';
import { guildKeys } from '../../lib/api/guild.queries.ts';

export const firstStepsQuery = (guild_id: string) =>
  queryOptions({
    queryKey: guildKeys.firstSteps(guild_id),
    queryFn: ({ signal }) => call('setup.first_steps', { params: { guild_id } }, { signal }),
    // Somebody comes back from Discord, where a ticket may have been opened meanwhile.
    staleTime: 0,
    // Without it the page is what it is for a server that has all of it.
    meta: { quiet: true },
  });

/** Has a step done. It may make a role, a channel and a panel, which lists show. */
export const takeStepMutation = (queryClient: QueryClient, guild_id: string) =>
  mutationOptions({
    mutationFn: (step: SetupStepName) => call('setup.take_step', { params: { guild_id, step } }),
    // The step says itself why it failed.
    meta: { quiet: true },
    onSuccess: (steps) => {
      queryClient.setQueryData(guildKeys.firstSteps(guild_id), steps);
      return queryClient.invalidateQueries({ queryKey: ['guild', guild_id] });
    },
  });
