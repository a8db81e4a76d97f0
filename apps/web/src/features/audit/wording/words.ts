import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import {
  channelsQuery,
  formsQuery,
  multiPanelsQuery,
  panelsQuery,
  rolesQuery,
  teamsQuery,
} from '../../../lib/api/guild.queries.ts';

/** What a server's things are called now. */
export interface Names {
  guildId: string;
  channels: ReadonlyMap<string, { name: string; type: number }>;
  roles: ReadonlyMap<string, { name: string; color: number }>;
  teams: ReadonlyMap<number, string>;
  forms: ReadonlyMap<number, string>;
  panels: ReadonlyMap<number, string>;
  /** By the titles of their messages; blank where there is none. */
  multiPanels: ReadonlyMap<number, string>;
}

/** All that it takes to tell of an entry in words. */
export interface Words {
  t: ReturnType<typeof useTranslations<never>>;
  format: ReturnType<typeof useFormatter>;
  names: Names;
}

/** Undefined until it is known what everything is called: names that come later would look like deleted things. */
export function useWords(guildId: string): Words | undefined {
  const t = useTranslations();
  const format = useFormatter();
  const channels = useQuery(channelsQuery(guildId));
  const roles = useQuery(rolesQuery(guildId));
  const teams = useQuery(teamsQuery(guildId));
  const forms = useQuery(formsQuery(guildId));
  const panels = useQuery(panelsQuery(guildId));
  const multiPanels = useQuery(multiPanelsQuery(guildId));
  const isPending = [channels, roles, teams, forms, panels, multiPanels].some((query) => query.isPending);
  const names = useMemo(
    () => ({
      guildId,
      channels: new Map(channels.data?.map((channel) => [channel.id, channel])),
      roles: new Map(roles.data?.map((role) => [role.id, role])),
      teams: new Map(teams.data?.map(({ id, name }) => [id, name])),
      forms: new Map(forms.data?.map(({ form_id, title }) => [form_id, title])),
      panels: new Map(panels.data?.map(({ panel_id, title }) => [panel_id, title])),
      multiPanels: new Map(multiPanels.data?.map(({ id, embed }) => [id, embed.title ?? ''])),
    }),
    [guildId, channels.data, roles.data, teams.data, forms.data, panels.data, multiPanels.data],
  );
  return useMemo(() => (isPending ? undefined : { t, format, names }), [isPending, t, format, names]);
}
