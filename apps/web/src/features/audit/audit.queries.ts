import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { AuditPage } from '@tickets/contract/audit/audit';
import { call } from '../../lib/api/api.ts';
import { guildKeys } from '../../lib/api/guild.queries.ts';
import { payloadOf } from './audit-filter.ts';
import type { AuditSearch } from './audit-search.ts';

const auditKey = (guildId: string) => ['guild', guildId, 'audit'] as const;

/** A page of the log by what its address says. */
export const auditQuery = (guildId: string, { open: _, ...search }: AuditSearch) =>
  queryOptions({
    queryKey: [...auditKey(guildId), 'list', search],
    queryFn: async ({ signal }): Promise<AuditPage> => {
      const params = { guild_id: guildId };
      const page = await call('audit.list', { params, body: payloadOf(search) }, { signal });
      // The newest page is a full one, however few entries are newer than those that were seen.
      const is_short = search.newer_than && !page.has_newer && page.has_older;
      if (!is_short) return page;
      const { newer_than: _, ...newest } = search;
      return call('audit.list', { params, body: payloadOf(newest) }, { signal });
    },
  });

/** What undoing an entry would do at this moment. */
export const previewQuery = (guildId: string, entry_id: number) =>
  queryOptions({
    queryKey: [...auditKey(guildId), 'undo', entry_id],
    queryFn: ({ signal }) =>
      call('audit.preview_undo', { params: { guild_id: guildId, entry_id } }, { signal, track: false }),
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true },
  });

export const undoMutation = (queryClient: QueryClient, guildId: string) =>
  mutationOptions({
    mutationFn: (entry_id: number) => call('audit.undo', { params: { guild_id: guildId, entry_id } }),
    // Whatever was changed back, and what depends on it, is read again where it is shown.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: guildKeys.all(guildId) }),
    meta: { quiet: true },
  });
