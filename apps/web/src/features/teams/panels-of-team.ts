import type { Panel } from '@tickets/contract/panels/panels';
import { useFormatter, useTranslations } from 'use-intl';
import type { TeamKey } from './teams.queries.ts';

/** Panels whose tickets a team answers. */
export function panelsOfTeam(panels: readonly Panel[], team: TeamKey): Panel[] {
  return panels.filter((panel) => (team === 'default' ? panel.default_team : panel.teams.includes(team)));
}

/** Panels that no other team answers: without it, their tickets are for administrators only. */
export function panelsAlone(panels: readonly Panel[], team: TeamKey): Panel[] {
  return panelsOfTeam(panels, team).filter(
    ({ default_team, teams }) => Number(default_team) + teams.length === 1,
  );
}

/** A sentence holds this many titles, and counts the rest. */
const NAMED = 5;

export function usePanelTitles() {
  const t = useTranslations('teams');
  const format = useFormatter();
  return (panels: readonly Panel[]) => {
    const named = panels.length > NAMED ? panels.slice(0, NAMED - 1) : panels;
    const others = panels.length - named.length;
    const titles = named.map(({ title }) => title);
    return format.list(others ? [...titles, t('more', { count: others })] : titles, { type: 'conjunction' });
  };
}
