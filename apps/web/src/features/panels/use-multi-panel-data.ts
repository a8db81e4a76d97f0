import { useQuery } from '@tanstack/react-query';
import type { Panel } from '@tickets/contract/panels/panels';
import type { Channel, Emoji, Role } from '@tickets/contract/servers/guild';
import {
  channelsQuery,
  emojisQuery,
  panelsQuery,
  premiumQuery,
  rolesQuery,
} from '../../lib/api/guild.queries.ts';
import { failureText } from '../../lib/api/query-client.ts';
import type { EditorWait } from './use-editor-data.ts';

/** What the editor of a multi-panel offers to choose from. */
export interface MultiPanelData {
  channels: readonly Channel[];
  panels: readonly Panel[];
  /** For the preview. */
  emojis: readonly Emoji[];
  roles: readonly Role[];
  premium: boolean;
}

export function useMultiPanelData(guildId: string): EditorWait | { status: 'ready'; data: MultiPanelData } {
  const channels = useQuery(channelsQuery(guildId));
  const panels = useQuery(panelsQuery(guildId));
  const emojis = useQuery(emojisQuery(guildId));
  const roles = useQuery(rolesQuery(guildId));
  const premium = useQuery(premiumQuery(guildId));
  for (const [query, options] of [
    [channels, channelsQuery],
    [panels, panelsQuery],
    [premium, premiumQuery],
  ] as const) {
    if (query.data !== undefined || !query.isError) continue;
    const message = failureText(query.error, options(guildId).meta);
    return { status: 'failed', message, retry: () => void query.refetch() };
  }
  if (!channels.data || !panels.data || !premium.data || emojis.isPending) return { status: 'pending' };
  return {
    status: 'ready',
    data: {
      channels: channels.data,
      panels: panels.data,
      emojis: emojis.data ?? [],
      roles: roles.data ?? [],
      premium: premium.data.premium,
    },
  };
}
