import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { ListedIntegration } from '@tickets/contract/integrations/integrations';
import { ApiError, call } from '../../lib/api/api.ts';
import { errorText } from '../../lib/api/query-client.ts';

export const integrationKeys = {
  own: ['integrations', 'own'] as const,
  one: (id: number) => ['integrations', id] as const,
  /** What a server has, which is told together with what it could add. */
  ofGuild: (guildId: string) => ['guild', guildId, 'integrations'] as const,
};

export const ownQuery = queryOptions({
  queryKey: integrationKeys.own,
  queryFn: ({ signal }) => call('integrations.own', undefined, { signal }),
});

export const availableQuery = (guildId: string, page: number) =>
  queryOptions({
    queryKey: [...integrationKeys.ofGuild(guildId), 'available', page],
    queryFn: ({ signal }) =>
      call('integrations.available', { params: { guild_id: guildId }, query: { page } }, { signal }),
  });

export const viewQuery = (integration_id: number) =>
  queryOptions({
    queryKey: [...integrationKeys.one(integration_id), 'view'],
    queryFn: ({ signal }) => call('integrations.view', { params: { integration_id } }, { signal }),
  });

const deliveriesKey = (guildId: string, integration_id: number) => [
  ...integrationKeys.ofGuild(guildId),
  integration_id,
  'deliveries',
];

export const stateQuery = (guildId: string, integration_id: number) =>
  queryOptions({
    queryKey: [...integrationKeys.ofGuild(guildId), integration_id, 'state'],
    queryFn: ({ signal }) =>
      call('integrations.state', { params: { guild_id: guildId, integration_id } }, { signal }),
  });

/** The calls in a server that has the integration: of one that has not, the API tells none. */
export const deliveriesQuery = (guildId: string, integration_id: number) =>
  queryOptions({
    queryKey: deliveriesKey(guildId, integration_id),
    queryFn: ({ signal }) =>
      call('integrations.deliveries', { params: { guild_id: guildId, integration_id } }, { signal }),
  });

export const removeMutation = (queryClient: QueryClient, guildId: string) =>
  mutationOptions({
    mutationFn: (integration_id: number) =>
      call('integrations.remove', { params: { guild_id: guildId, integration_id } }),
    onSuccess: (_, integration_id) => noteAdded(queryClient, guildId, integration_id, false),
  });

export interface SecretsOfGuild {
  guildId: string;
  integration_id: number;
  secrets: Record<string, string>;
}

export const addMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({ guildId, integration_id, secrets }: SecretsOfGuild) =>
      call('integrations.add', { params: { guild_id: guildId, integration_id }, body: { secrets } }),
    // What the creator's server said stands in it, so the page tells it.
    meta: { quiet: true },
    onSuccess: (_, { guildId, integration_id }) => noteAdded(queryClient, guildId, integration_id, true),
  });

export const saveSecretsMutation = mutationOptions({
  mutationFn: ({ guildId, integration_id, secrets }: SecretsOfGuild) =>
    call('integrations.save_secrets', { params: { guild_id: guildId, integration_id }, body: { secrets } }),
  meta: { quiet: true },
});

/** Why secrets were refused, with what the creator's server said of them. */
export function refusalText(error: unknown): string {
  const said = error instanceof ApiError ? error.body.client_error : undefined;
  return typeof said === 'string' && said ? `${errorText(error)}: ${said}` : errorText(error);
}

/**
 * Lists say at once whether the server has an integration. They keep their order until they are looked at again: another
 * must not come to stand where somebody just pressed.
 */
function noteAdded(queryClient: QueryClient, guildId: string, integration_id: number, added: boolean) {
  const ofGuild = integrationKeys.ofGuild(guildId);
  queryClient.setQueriesData<ListedIntegration[]>({ queryKey: [...ofGuild, 'available'] }, (list) =>
    list?.map((one) =>
      one.id === integration_id && one.added !== added
        ? { ...one, added, needs_secrets: false, guild_count: one.guild_count + (added ? 1 : -1) }
        : one,
    ),
  );
  queryClient.setQueryData(stateQuery(guildId, integration_id).queryKey, { active: added });
  if (!added) queryClient.removeQueries({ queryKey: deliveriesKey(guildId, integration_id) });
  void queryClient.invalidateQueries({ queryKey: integrationKeys.own });
  void queryClient.invalidateQueries({ queryKey: [...ofGuild, 'available'], refetchType: 'none' });
  void queryClient.invalidateQueries({ queryKey: [...ofGuild, integration_id] });
  void queryClient.invalidateQueries({ queryKey: [...ofGuild, 'placeholders'] });
}
