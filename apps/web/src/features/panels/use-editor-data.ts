import { useQuery } from '@tanstack/react-query';
import type { Form } from '@tickets/contract/forms/forms';
import type { Channel, Emoji, Role } from '@tickets/contract/servers/guild';
import type { SettingsAnswer } from '@tickets/contract/settings/settings';
import type { Team } from '@tickets/contract/teams/teams';
import {
  channelsQuery,
  emojisQuery,
  formsQuery,
  premiumQuery,
  rolesQuery,
  settingsQuery,
  teamsQuery,
} from '../../lib/api/guild.queries.ts';
import { failureText } from '../../lib/api/query-client.ts';

/** What the editor of a panel offers to choose from. */
export interface EditorData {
  channels: readonly Channel[];
  roles: readonly Role[];
  forms: readonly Form[];
  teams: readonly Team[];
  emojis: readonly Emoji[];
  premium: boolean;
  /** For the preview. Undefined where they could not be loaded. */
  settings: SettingsAnswer | undefined;
}

/** What is needed is on its way, or did not come. */
export type EditorWait = { status: 'pending' } | { status: 'failed'; message: string; retry: () => void };

export type EditorState = EditorWait | { status: 'ready'; data: EditorData };

const NOTHING: readonly never[] = [];

export function useEditorData(guildId: string): EditorState {
  const channels = useQuery(channelsQuery(guildId));
  const roles = useQuery(rolesQuery(guildId));
  const forms = useQuery(formsQuery(guildId));
  const teams = useQuery(teamsQuery(guildId));
  const emojis = useQuery(emojisQuery(guildId));
  const premium = useQuery(premiumQuery(guildId));
  const settings = useQuery(settingsQuery(guildId));

  // Without these, what a panel has chosen would look deleted, and a server with premium as if it had none.
  const needed = [
    [channels, channelsQuery],
    [roles, rolesQuery],
    [forms, formsQuery],
    [teams, teamsQuery],
    [premium, premiumQuery],
  ] as const;
  for (const [query, options] of needed) {
    if (query.data !== undefined || !query.isError) continue;
    const retry = () => {
      for (const [failed] of needed) if (failed.isError) void failed.refetch();
    };
    return { status: 'failed', message: failureText(query.error, options(guildId).meta), retry };
  }
  if (!channels.data || !roles.data || !forms.data || !teams.data || !premium.data)
    return { status: 'pending' };
  if (emojis.isPending || settings.isPending) return { status: 'pending' };
  const data = {
    channels: channels.data,
    roles: roles.data,
    forms: forms.data,
    teams: teams.data,
    emojis: emojis.data ?? NOTHING,
    premium: premium.data.premium,
    settings: settings.data,
  };
  return { status: 'ready', data };
}
