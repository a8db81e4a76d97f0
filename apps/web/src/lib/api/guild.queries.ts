import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { panelQuota } from '@tickets/contract/premium/panel-quota';
import { call } from './api.ts';
import { isDenied } from './denied.ts';

/** Every key of a server begins alike, so that leaving a server or losing access can drop all of it. */
export const guildKeys = {
  all: (guildId: string) => ['guild', guildId] as const,
  channels: (guildId: string) => ['guild', guildId, 'channels'] as const,
  freshChannels: (guildId: string) => ['guild', guildId, 'fresh-channels'] as const,
  premium: (guildId: string) => ['guild', guildId, 'premium'] as const,
  members: (guildId: string) => ['guild', guildId, 'members'] as const,
  people: (guildId: string, ids: readonly string[]) => ['guild', guildId, 'people', ...ids] as const,
  roles: (guildId: string) => ['guild', guildId, 'roles'] as const,
  emojis: (guildId: string) => ['guild', guildId, 'emojis'] as const,
  panels: (guildId: string) => ['guild', guildId, 'panels'] as const,
  multiPanels: (guildId: string) => ['guild', guildId, 'multi-panels'] as const,
  forms: (guildId: string) => ['guild', guildId, 'forms'] as const,
  teams: (guildId: string) => ['guild', guildId, 'teams'] as const,
  tags: (guildId: string) => ['guild', guildId, 'tags'] as const,
  settings: (guildId: string) => ['guild', guildId, 'settings'] as const,
  firstSteps: (guildId: string) => ['guild', guildId, 'first-steps'] as const,
  transcripts: (guildId: string) => ['guild', guildId, 'transcripts'] as const,
  search: (guildId: string) => ['guild', guildId, 'search'] as const,
};

/** What is shown of tickets besides those that are open. A transcript goes with its first messages, so its rest need not come again. */
const ticketsElsewhere = (guildId: string) => [
  guildKeys.search(guildId),
  ...['page', 'render', 'neighbours'].map((part) => [...guildKeys.transcripts(guildId), part]),
];

/** The person may see other tickets than before: reads again what is shown of any, and forgets what is not. */
export function seeTicketsAgain(queryClient: QueryClient, guildId: string): void {
  for (const queryKey of ticketsElsewhere(guildId)) {
    queryClient.removeQueries({ queryKey, type: 'inactive', fetchStatus: 'idle' });
    void queryClient.invalidateQueries({ queryKey });
  }
}

const CALM = { staleTime: 60_000 };

export const channelsQuery = (guildId: string) =>
  queryOptions({
    queryKey: guildKeys.channels(guildId),
    queryFn: ({ signal }) => call('guild.channels', { params: { guild_id: guildId }, query: {} }, { signal }),
    meta: { failed: 'channels' },
    ...CALM,
  });

/** What a PersonSearch needs to find members of a server. */
export const memberSearch = (guildId: string) => ({
  queryKey: guildKeys.members(guildId),
  search: async (query: string, signal: AbortSignal) => {
    const params = { guild_id: guildId };
    const found = await call('guild.search_members', { params, query: { query } }, { signal });
    return found.map(({ user }) => user);
  },
});

/** Who some people are, for ids that stand in an address. */
export const peopleQuery = (guildId: string, ids: readonly string[]) =>
  queryOptions({
    queryKey: guildKeys.people(guildId, ids),
    queryFn: ({ signal }) =>
      call('guild.people', { params: { guild_id: guildId }, query: { ids: ids.join(',') } }, { signal }),
    meta: { quiet: true },
    ...CALM,
  });

/** Lets the server ask Discord itself, for a channel that is newer than the list. */
export const freshChannelsQuery = (queryClient: QueryClient, guildId: string) =>
  queryOptions({
    queryKey: guildKeys.freshChannels(guildId),
    queryFn: async ({ signal }) => {
      const channels = await call(
        'guild.channels',
        { params: { guild_id: guildId }, query: { refresh: true } },
        { signal },
      );
      queryClient.setQueryData(guildKeys.channels(guildId), channels);
      return channels;
    },
    meta: { failed: 'channels' },
    ...CALM,
  });

/** Whether the server has what most of what needs premium needs. */
export const premiumQuery = (guildId: string) => premiumOf(guildId, true);

/** Whether the server may make more panels than are free: by the rule by which the server refuses one. */
export const panelQuotaQuery = (guildId: string) => premiumOf(guildId, panelQuota.voting);

const premiumOf = (guildId: string, include_voting: boolean) =>
  queryOptions({
    queryKey: [...guildKeys.premium(guildId), { include_voting }],
    queryFn: ({ signal }) =>
      call('guild.premium', { params: { guild_id: guildId }, query: { include_voting } }, { signal }),
    // Who is refused it has lost the whole page, which says so.
    meta: { failed: 'premium', isShown: isDenied },
    ...CALM,
  });

export const panelsQuery = (guildId: string) =>
  queryOptions({
    queryKey: guildKeys.panels(guildId),
    queryFn: ({ signal }) => call('panels.list', { params: { guild_id: guildId } }, { signal }),
    meta: { failed: 'panels' },
  });

export const rolesQuery = (guildId: string) =>
  queryOptions({
    queryKey: guildKeys.roles(guildId),
    queryFn: async ({ signal }) => {
      const { roles } = await call('guild.roles', { params: { guild_id: guildId } }, { signal });
      return roles;
    },
    meta: { failed: 'roles' },
    ...CALM,
  });

export const emojisQuery = (guildId: string) =>
  queryOptions({
    queryKey: guildKeys.emojis(guildId),
    queryFn: ({ signal }) => call('guild.emojis', { params: { guild_id: guildId } }, { signal }),
    meta: { failed: 'emojis' },
    ...CALM,
  });

export const multiPanelsQuery = (guildId: string) =>
  queryOptions({
    queryKey: guildKeys.multiPanels(guildId),
    queryFn: async ({ signal }) => {
      const { data } = await call('multi_panels.list', { params: { guild_id: guildId } }, { signal });
      return data;
    },
    meta: { failed: 'multi_panels' },
  });

export const formsQuery = (guildId: string) =>
  queryOptions({
    queryKey: guildKeys.forms(guildId),
    queryFn: ({ signal }) => call('forms.list', { params: { guild_id: guildId } }, { signal }),
    meta: { failed: 'forms' },
  });

export const teamsQuery = (guildId: string) =>
  queryOptions({
    queryKey: guildKeys.teams(guildId),
    queryFn: ({ signal }) => call('teams.list', { params: { guild_id: guildId } }, { signal }),
    meta: { failed: 'teams' },
    ...CALM,
  });

/** All tags by their id. */
export const tagsQuery = (guildId: string) =>
  queryOptions({
    queryKey: guildKeys.tags(guildId),
    queryFn: ({ signal }) => call('tags.list', { params: { guild_id: guildId } }, { signal }),
  });

export const settingsQuery = (guildId: string) =>
  queryOptions({
    queryKey: guildKeys.settings(guildId),
    queryFn: ({ signal }) => call('settings.get', { params: { guild_id: guildId } }, { signal }),
    // A form is not to change under the hands of the person who fills it in.
    refetchOnWindowFocus: false,
    staleTime: 5_000,
  });

/** What pages read of their server, by route. */
export const guildQueries = {
  'guild.channels': ({ guildId }) => channelsQuery(guildId),
  'guild.roles': ({ guildId }) => rolesQuery(guildId),
  'guild.emojis': ({ guildId }) => emojisQuery(guildId),
  'guild.premium?include_voting=true': ({ guildId }) => premiumQuery(guildId),
  [`guild.premium?include_voting=${panelQuota.voting}` as const]: ({ guildId }: { guildId: string }) =>
    panelQuotaQuery(guildId),
  'panels.list': ({ guildId }) => panelsQuery(guildId),
  'multi_panels.list': ({ guildId }) => multiPanelsQuery(guildId),
  'forms.list': ({ guildId }) => formsQuery(guildId),
  'teams.list': ({ guildId }) => teamsQuery(guildId),
  'tags.list': ({ guildId }) => tagsQuery(guildId),
  'settings.get': ({ guildId }) => settingsQuery(guildId),
} satisfies Record<string, (of: { guildId: string }) => unknown>;
