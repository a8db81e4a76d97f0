import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { IntegrationInput } from '@tickets/contract/integrations/integrations';
import { call } from '../../../lib/api/api.ts';
import { integrationKeys } from '../integrations.queries.ts';

export const detailQuery = (integration_id: number) =>
  queryOptions({
    queryKey: [...integrationKeys.one(integration_id), 'detail'],
    queryFn: ({ signal }) => call('integrations.detail', { params: { integration_id } }, { signal }),
    // A form is not to change under the hands of the person who fills it in.
    refetchOnWindowFocus: false,
  });

export const ownDeliveriesQuery = (integration_id: number) =>
  queryOptions({
    queryKey: [...integrationKeys.one(integration_id), 'deliveries'],
    queryFn: ({ signal }) => call('integrations.own_deliveries', { params: { integration_id } }, { signal }),
  });

export const createMutation = (queryClient: QueryClient, guildId: string) =>
  mutationOptions({
    mutationFn: (body: IntegrationInput) => call('integrations.create', { body }),
    onSuccess: () => forget(queryClient, guildId),
  });

/** Saves an integration, and reads it again. */
export const updateMutation = (queryClient: QueryClient, guildId: string, integration_id: number) =>
  mutationOptions({
    mutationFn: async (body: IntegrationInput) => {
      await call('integrations.update', { params: { integration_id }, body });
      return queryClient.fetchQuery({ ...detailQuery(integration_id), staleTime: 0 });
    },
    onSuccess: () => {
      forget(queryClient, guildId);
      void queryClient.invalidateQueries({ queryKey: [...integrationKeys.one(integration_id), 'view'] });
    },
  });

export const publishMutation = (queryClient: QueryClient, guildId: string, integration_id: number) =>
  mutationOptions({
    mutationFn: async (body: IntegrationInput) => {
      // The form goes along, as the specification of the call says; what is stored is what is reviewed.
      const input = { params: { integration_id }, body };
      await call('integrations.publish', input);
      return queryClient.fetchQuery({ ...detailQuery(integration_id), staleTime: 0 });
    },
    onSuccess: () => forget(queryClient, guildId),
  });

export const deleteMutation = (queryClient: QueryClient, guildId: string, integration_id: number) =>
  mutationOptions({
    mutationFn: () => call('integrations.delete', { params: { integration_id } }),
    onSuccess: () => {
      queryClient.setQueryData(integrationKeys.own, (own: { id: number }[] | undefined) =>
        own?.filter(({ id }) => id !== integration_id),
      );
      forget(queryClient, guildId);
    },
  });

/** What lists integrations is read again. */
function forget(queryClient: QueryClient, guildId: string) {
  void queryClient.invalidateQueries({ queryKey: integrationKeys.own });
  void queryClient.invalidateQueries({ queryKey: integrationKeys.ofGuild(guildId) });
}
