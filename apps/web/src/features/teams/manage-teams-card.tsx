import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Panel } from '@tickets/contract/panels/panels';
import type { Role } from '@tickets/contract/servers/guild';
import type { Administrator, Team, TeamMember } from '@tickets/contract/teams/teams';
import { UsersRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Card } from '../../components/ui/card.tsx';
import { Combobox } from '../../components/ui/combobox.tsx';
import { EmptyState, ErrorState } from '../../components/ui/empty-state.tsx';
import { Field } from '../../components/ui/field.tsx';
import { LazyConfirmDialog } from '../../components/ui/lazy-modal.tsx';
import { errorText } from '../../lib/query-client.ts';
import { toast } from '../../lib/toast.ts';
import { useLateNames } from '../../lib/use-late-names.ts';
import { AddPerson, AddRole } from './add-member.tsx';
import { DeleteTeam } from './delete-team.tsx';
import { type MemberRow, MembersTable, useMemberRows } from './members-table.tsx';
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
            message={errorText(members.error, membersQuery(guildId, key).meta)}
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
  const [chosen, setChosen] = useState<MemberRow>();
  const [asking, setAsking] = useState(false);
  const add = useMutation(addMemberMutation(queryClient, guildId, key));
  const remove = useMutation(removeMemberMutation(queryClient, guildId, key));
  const removalOf = useRemovalText(used, team === undefined);
  const teamName = team?.name ?? t('default_team');

  const onAdd = (member: TeamMember, onAdded: () => void) =>
    add.mutate(member, {
      onSuccess: () => {
        toast.success(t('added', { name: member.name ?? '', team: teamName }));
        onAdded();
      },
    });
  const adding = { guildId, listed, busy: add.isPending, onAdd };

  return (
    <>
      <div className={styles.table}>
        <MembersTable
          label={t('manage.list', { team: teamName })}
          rows={shown?.map(rowOf)}
          onRemove={(row) => {
            setChosen(row);
            setAsking(true);
          }}
          empty={
            <EmptyState icon={<UsersRound />} title={t('manage.empty')}>
              {t(team ? 'manage.empty_text' : 'manage.empty_default_text')}
            </EmptyState>
          }
        />
      </div>
      <div className={styles.adders}>
        <AddRole {...adding} roles={roles ?? []} />
        {team ? <AddPerson {...adding} /> : <p className={styles.note}>{t('manage.by_role')}</p>}
      </div>
      {chosen ? (
        <LazyConfirmDialog
          open={asking}
          onClose={() => setAsking(false)}
          onConfirm={() =>
            remove.mutate(chosen, {
              onSuccess: () => {
                toast.success(t('removed', { name: chosen.shownName }));
                setAsking(false);
              },
            })
          }
          title={t('removing.title')}
          message={removalOf(chosen)}
          confirmLabel={t('remove')}
          busy={remove.isPending}
        />
      ) : null}
    </>
  );
}

/** What a removal takes from whom. */
function useRemovalText(used: readonly Panel[] | undefined, isDefault: boolean) {
  const t = useTranslations('teams.removing');
  const titlesOf = usePanelTitles();
  return ({ type, shownName: name }: MemberRow) => {
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
