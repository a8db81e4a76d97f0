import { useQueryClient } from '@tanstack/react-query';
import type { Role } from '@tickets/contract/servers/guild';
import type { Administrator } from '@tickets/contract/teams/teams';
import { useTranslations } from 'use-intl';
import { Card } from '../../components/ui/card.tsx';
import { useLateNames } from '../../lib/live/use-late-names.ts';
import { useSession } from '../../lib/session/session.ts';
import { MemberList } from './member-list.tsx';
import { type MemberRow, useMemberRows } from './members-table.tsx';
import styles from './teams.module.css';
import { addAdminMutation, memberKeys, removeAdminMutation } from './teams.queries.ts';

interface AdministratorsCardProps {
  guildId: string;
  /** Undefined while they load. */
  admins: readonly Administrator[] | undefined;
  roles: readonly Role[] | undefined;
}

export function AdministratorsCard({ guildId, admins, roles }: AdministratorsCardProps) {
  const t = useTranslations('teams');
  const queryClient = useQueryClient();
  const self = useSession()?.user_data.id;
  const rowOf = useMemberRows(roles);
  useLateNames(
    guildId,
    memberKeys.admins(guildId),
    admins?.some(({ type, name }) => type === 0 && name === undefined) ?? false,
  );
  const rows = admins?.map(
    (admin): MemberRow => ({
      ...rowOf(admin),
      is_owner: admin.is_owner,
      stays: admin.id === self ? t('admins.yourself') : undefined,
    }),
  );
  return (
    <Card title={t('admins.card')} description={t('admins.description')}>
      <div className={styles.sections}>
        <MemberList
          {...{ guildId, rows, roles }}
          label={t('admins.list')}
          listed={admins?.map(({ id }) => id) ?? []}
          add={addAdminMutation(queryClient, guildId)}
          remove={removeAdminMutation(queryClient, guildId)}
          texts={{
            added: (name) => t('admins.added', { name }),
            removed: (name) => t('admins.removed', { name }),
            removalTitle: t('admins.removing.title'),
            removal: ({ type, shownName: name }) =>
              t(`admins.removing.${type === 0 ? 'person' : 'role'}`, { name }),
          }}
        />
      </div>
    </Card>
  );
}
