import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Page } from '../../components/layout/page.tsx';
import { Card } from '../../components/ui/card.tsx';
import { ErrorState } from '../../components/ui/empty-state.tsx';
import { Pagination } from '../../components/ui/table/pagination.tsx';
import { rolesQuery } from '../../lib/api/guild.queries.ts';
import { errorText } from '../../lib/api/query-client.ts';
import { useLateNames } from '../../lib/live/use-late-names.ts';
import { useGuildId } from '../../lib/page/use-guild.ts';
import type { Queries } from '../../routes/screens.ts';
import styles from './blacklist.module.css';
import { blacklistKeys, blacklistQuery } from './blacklist.queries.ts';
import { BlacklistRole } from './blacklist-role.tsx';
import { BlacklistTables } from './blacklist-tables.tsx';
import { BlacklistUser } from './blacklist-user.tsx';
import { hasNextPage } from './paging.ts';

export const queries: Queries = {
  // Pointed at from elsewhere it will open on the first page. The page itself asks for what its address says.
  'blacklist.list?page=1': ({ guildId }) =>
    location.pathname.endsWith('/blacklist') ? undefined : blacklistQuery(guildId, 1),
};

export function BlacklistPage() {
  const guildId = useGuildId();
  return <Blacklist key={guildId} guildId={guildId} />;
}

function Blacklist({ guildId }: { guildId: string }) {
  const t = useTranslations('blacklist');
  const navigate = useNavigate();
  const { page = 1 } = useSearch({ from: '/manage/$guildId/blacklist' });
  const list = useQuery({ ...blacklistQuery(guildId, page), placeholderData: keepPreviousData });
  const roles = useQuery(rolesQuery(guildId));
  useLateNames(
    guildId,
    blacklistKeys.all(guildId),
    list.data?.users.some(({ username }) => username === '') ?? false,
  );
  const turn = (to: number) =>
    void navigate({ to: '.', search: to > 1 ? { page: to } : {}, resetScroll: false });
  const isTurning = list.isPlaceholderData;

  return (
    <Page
      title={t('title')}
      purpose={t('purpose')}
      width="table"
      action={
        <div className={styles.actions}>
          <BlacklistUser guildId={guildId} onAdded={() => turn(1)} />
          <BlacklistRole
            guildId={guildId}
            roles={roles.data ?? []}
            listed={list.data?.roles ?? []}
            onAdded={() => turn(1)}
          />
        </div>
      }
    >
      {list.isError && !list.data ? (
        <Card>
          <ErrorState message={errorText(list.error)} onRetry={() => void list.refetch()} />
        </Card>
      ) : (
        <>
          <BlacklistTables
            guildId={guildId}
            page={page}
            list={list.data}
            // A role whose name has not arrived is not an unknown one.
            roles={roles.isPending ? undefined : (roles.data ?? [])}
            onEmptied={() => page > 1 && turn(page - 1)}
          />
          <Pagination
            page={page}
            hasPrevious={page > 1 && !isTurning}
            hasNext={list.data !== undefined && !isTurning && hasNextPage(list.data, page)}
            onChange={turn}
          />
        </>
      )}
    </Page>
  );
}
