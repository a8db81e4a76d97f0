import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Panel } from '@tickets/contract/panels/panels';
import type { Role } from '@tickets/contract/servers/guild';
import type { Administrator, Team, TeamMember } from '@tickets/contract/teams/teams';
import { UsersRound } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Card } from '../../components/ui/card.tsx';
import { Combobox } from '../../components/ui/choosing/combobox.tsx';
import { EmptyState, ErrorState } from '../../components/ui/empty-state.tsx';
import { Field } from '../../components/ui/fields/field.tsx';
import { failureText } from '../../lib/api/query-client.ts';
import { useLateNames } from '../../lib/live/use-late-names.ts';
import { DeleteTeam } from './delete-team.tsx';
import { MemberList } from './member-list.tsx';
import { type MemberRow, useMemberRows } from './members-table.tsx';
import { panelsOfTeam, usePanelTitles } from './panels-of-team.ts';
import styles from './teams.module.css';
import { addMemberMutation, memberKeys, membersQuery, removeMemberMutation } from './teams.queries.ts';

interface ManageTeamsCardProps {
  guildId: string;
  teams: readonly Team[];
  /** Undefined is the team that is always there. */
  selected: Team | undefined;
  /** What else is read is undefined while it loads. */
  panels: readonly Panel[] | undefined;
  roles: readonly Role[] | undefined;
  admins: readonly Administrator[] | undefined;
  onSelect: (team: number | undefined) => void;
}

const DEFAULT = 'default';

export function ManageTeamsCard(props: ManageTeamsCardProps) {
  const { guildId, teams, selected, panels, roles, onSelect } = props;
  const t = useTranslations('teams');
  const titlesOf = usePanelTitles();
  const key = selected?.id ?? DEFAULT;
  const used = panels && panelsOfTeam(panels, key);
  const members = useQuery(membersQuery(guildId, key));
  const isDefault = key === DEFAULT;
  const shown = shownMembers(isDefault, members.data, props.admins);
  useLateNames(guildId, memberKeys.all(guildId), lacksName(members.data));

  return (
    <Card title={t('manage.card')}>
      <div className={styles.sections}>
        <div className={styles.chooser}>
          <Field
            label={t('manage.team')}
            hint={used && (used.length ? t('manage.used', { panels: titlesOf(used) }) : t('manage.unused'))}
          >
            <Combobox
              value={String(key)}
              options={[
                { value: DEFAULT, label: t('default_team') },
                ...teams.map(({ id, name }) => ({ value: String(id), label: name })),
              ]}
              onChange={(team) => team && onSelect(team === DEFAULT ? undefined : Number(team))}
            />
          </Field>
          {selected ? (
            <DeleteTeam
              key={selected.id}
              guildId={guildId}
              team={selected}
              members={members.data}
              panels={panels}
              onDeleted={() => onSelect(undefined)}
            />
          ) : null}
        </div>
        {members.isError && !members.data ? (
          <ErrorState
            message={failureText(members.error, membersQuery(guildId, key).meta)}
            onRetry={() => void members.refetch()}
          />
        ) : (
          <TeamMembers
            key={key}
            {...{ guildId, team: selected, shown, roles, used }}
            listed={members.data?.map(({ id }) => id) ?? []}
          />
        )}
      </div>
    </Card>
  );
}

interface TeamMembersProps {
  guildId: string;
  team: Team | undefined;
  shown: readonly TeamMember[] | undefined;
  listed: readonly string[];
  roles: readonly Role[] | undefined;
  used: readonly Panel[] | undefined;
}

function TeamMembers({ guildId, team, shown, listed, roles, used }: TeamMembersProps) {
  const t = useTranslations('teams');
  const queryClient = useQueryClient();
  const key = team?.id ?? DEFAULT;
  const rowOf = useMemberRows(roles);
  const removal = useRemovalText(used, team === undefined);
  const teamName = team?.name ?? t('default_team');
  return (
    <MemberList
      {...{ guildId, listed, roles }}
      label={t('manage.list', { team: teamName })}
      rows={shown?.map(rowOf)}
      empty={
        <EmptyState icon={<UsersRound />} title={t('manage.empty')}>
          {t(team ? 'manage.empty_text' : 'manage.empty_default_text')}
        </EmptyState>
      }
      noPeople={team ? undefined : t('manage.by_role')}
      add={addMemberMutation(queryClient, guildId, key)}
      remove={removeMemberMutation(queryClient, guildId, key)}
      texts={{
        added: (name) => t('added', { name, team: teamName }),
        removed: (name) => t('removed', { name }),
        removalTitle: t('removing.title'),
        removal,
      }}
    />
  );
}

function useRemovalText(used: readonly Panel[] | undefined, isDefault: boolean) {
  const t = useTranslations('teams.removing');
  const titlesOf = usePanelTitles();
  return ({ type, name: known, shownName: name }: MemberRow) => {
    if (type === 1 && known === undefined) return t('gone_role');
    const consequence = used?.length
      ? t(type === 0 ? 'person' : 'role', { name, panels: titlesOf(used) })
      : t('unused', { name });
    return isDefault && type === 0 ? `${consequence} ${t('by_role')}` : consequence;
  };
}

/** The server counts administrators to the team Default; here they have a list of their own. */
function shownMembers(
  isDefault: boolean,
  members: readonly TeamMember[] | undefined,
  admins: readonly Administrator[] | undefined,
): readonly TeamMember[] | undefined {
  if (!isDefault) return members;
  if (!admins) return undefined;
  return members?.filter(({ id }) => !admins.some((admin) => admin.id === id));
}

const lacksName = (members: readonly TeamMember[] | undefined) =>
  members?.some(({ type, name }) => type === 0 && name === undefined) ?? false;
