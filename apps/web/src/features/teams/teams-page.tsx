import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Team } from '@tickets/contract/teams/teams';
import { useTranslations } from 'use-intl';
import { Page } from '../../components/layout/page.tsx';
import { Card } from '../../components/ui/card.tsx';
import { ErrorState } from '../../components/ui/empty-state.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { panelsQuery, rolesQuery, teamsQuery } from '../../lib/api/guild.queries.ts';
import { errorText, failureText } from '../../lib/api/query-client.ts';
import { useGuildId } from '../../lib/page/use-guild.ts';
import type { Queries } from '../../routes/screens.ts';
import { AdministratorsCard } from './administrators-card.tsx';
import { CreateTeamCard } from './create-team-card.tsx';
import { ManageTeamsCard } from './manage-teams-card.tsx';
import styles from './teams.module.css';
import { adminsQuery } from './teams.queries.ts';

export const queries: Queries = {
  'staff.administrators': ({ guildId }) => adminsQuery(guildId),
};

export function TeamsPage() {
  const t = useTranslations('teams');
  const guildId = useGuildId();
  return (
    <Page title={t('title')} purpose={t('purpose')} width="table">
      <TeamsLoader key={guildId} guildId={guildId} />
    </Page>
  );
}

function TeamsLoader({ guildId }: { guildId: string }) {
  const t = useTranslations('teams');
  const teams = useQuery(teamsQuery(guildId));
  if (teams.data) return <Teams guildId={guildId} teams={teams.data} />;
  if (teams.isError)
    return (
      <Card title={t('manage.card')}>
        <ErrorState
          message={failureText(teams.error, teamsQuery(guildId).meta)}
          onRetry={() => void teams.refetch()}
        />
      </Card>
    );
  return (
    <div className={styles.panes} aria-busy="true">
      <Card title={t('create.card')}>
        <Skeleton height={61} />
      </Card>
      <Card title={t('manage.card')}>
        <Skeleton height={280} />
      </Card>
      <Card title={t('admins.card')} description={t('admins.description')}>
        <Skeleton height={280} />
      </Card>
    </div>
  );
}

function Teams({ guildId, teams }: { guildId: string; teams: readonly Team[] }) {
  const t = useTranslations('teams');
  const navigate = useNavigate();
  const { team: wanted } = useSearch({ from: '/manage/$guildId/teams' });
  const selected = teams.find(({ id }) => id === wanted);
  // Only tells where a team is used; the page works without it.
  const panels = useQuery(panelsQuery(guildId));
  const roles = useQuery(rolesQuery(guildId));
  const admins = useQuery(adminsQuery(guildId));
  const select = (team: number | undefined) =>
    void navigate({
      to: '/manage/$guildId/teams',
      params: { guildId },
      search: team === undefined ? {} : { team },
      resetScroll: false,
    });

  return (
    <div className={styles.panes}>
      <CreateTeamCard guildId={guildId} onCreated={({ id }) => select(id)} />
      <ManageTeamsCard
        guildId={guildId}
        teams={teams}
        selected={selected}
        panels={panels.data}
        // A role whose name has not arrived is not an unknown one.
        roles={roles.data}
        admins={admins.isError ? (admins.data ?? []) : admins.data}
        onSelect={select}
      />
      {admins.isError && !admins.data ? (
        <Card title={t('admins.card')}>
          <ErrorState message={errorText(admins.error)} onRetry={() => void admins.refetch()} />
        </Card>
      ) : (
        <AdministratorsCard guildId={guildId} admins={admins.data} roles={roles.data} />
      )}
    </div>
  );
}
