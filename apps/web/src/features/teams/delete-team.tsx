import { useQueryClient } from '@tanstack/react-query';
import type { Panel } from '@tickets/contract/panels/panels';
import type { Team, TeamMember } from '@tickets/contract/teams/teams';
import { useTranslations } from 'use-intl';
import { DeleteButton } from '../../components/ui/delete-button.tsx';
import { panelsAlone, panelsOfTeam, usePanelTitles } from './panels-of-team.ts';
import { deleteTeamMutation } from './teams.queries.ts';

interface DeleteTeamProps {
  guildId: string;
  team: Team;
  /** Undefined while they load. */
  members: readonly TeamMember[] | undefined;
  panels: readonly Panel[] | undefined;
  onDeleted: () => void;
}

export function DeleteTeam({ guildId, team, members, panels, onDeleted }: DeleteTeamProps) {
  const t = useTranslations('teams.delete');
  const queryClient = useQueryClient();
  const consequences = useConsequences(team.id, members, panels);
  return (
    <DeleteButton
      remove={deleteTeamMutation(queryClient, guildId, team.id)}
      onDeleted={onDeleted}
      texts={{
        action: t('action', { team: team.name }),
        title: t('title'),
        message: [t('message', { team: team.name }), ...consequences].join(' '),
        confirm: t('confirm'),
        done: t('done'),
      }}
    />
  );
}

/** Who is in a team, which panels use it, and which of them no other team answers. */
function useConsequences(
  team: number,
  members: readonly TeamMember[] | undefined,
  panels: readonly Panel[] | undefined,
): string[] {
  const t = useTranslations('teams.delete');
  const titlesOf = usePanelTitles();
  const said: string[] = [];
  if (members) {
    const roles = members.filter(({ type }) => type === 1).length;
    said.push(members.length ? t('members', { roles, people: members.length - roles }) : t('nobody'));
  }
  if (panels) {
    const used = panelsOfTeam(panels, team);
    const alone = panelsAlone(panels, team);
    const named = { panels: titlesOf(used) };
    said.push(used.length === 0 ? t('unused') : t(used.length === 1 ? 'used_by_one' : 'used_by_many', named));
    if (alone.length) said.push(t('alone', { panels: titlesOf(alone) }));
  }
  return said;
}
