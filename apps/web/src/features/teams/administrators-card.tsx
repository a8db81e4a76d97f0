import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Role } from '@tickets/contract/servers/guild';
import type { Administrator, TeamMember } from '@tickets/contract/teams/teams';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Card } from '../../components/ui/card.tsx';
import { LazyConfirmDialog } from '../../components/ui/lazy-modal.tsx';
import { useSession } from '../../lib/session.ts';
import { toast } from '../../lib/toast.ts';
import { useLateNames } from '../../lib/use-late-names.ts';
import { AddPerson, AddRole } from './add-member.tsx';
import { type MemberRow, MembersTable, useMemberRows } from './members-table.tsx';
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
  const [chosen, setChosen] = useState<MemberRow>();
  const [asking, setAsking] = useState(false);
  const add = useMutation(addAdminMutation(queryClient, guildId));
  const remove = useMutation(removeAdminMutation(queryClient, guildId));
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
  const onAdd = (member: TeamMember, onAdded: () => void) =>
    add.mutate(member, {
      onSuccess: () => {
        toast.success(t('admins.added', { name: member.name ?? '' }));
        onAdded();
      },
    });
  const adding = { guildId, listed: admins?.map(({ id }) => id) ?? [], busy: add.isPending, onAdd };

  return (
    <Card title={t('admins.card')} description={t('admins.description')}>
      <div className={styles.sections}>
        <div className={styles.table}>
          <MembersTable
            label={t('admins.list')}
            rows={rows}
            onRemove={(row) => {
              setChosen(row);
              setAsking(true);
            }}
          />
        </div>
        <div className={styles.adders}>
          <AddRole {...adding} roles={roles ?? []} />
          <AddPerson {...adding} />
        </div>
      </div>
      {chosen ? (
        <LazyConfirmDialog
          open={asking}
          onClose={() => setAsking(false)}
          onConfirm={() =>
            remove.mutate(chosen, {
              onSuccess: () => {
                toast.success(t('admins.removed', { name: chosen.shownName }));
                setAsking(false);
              },
            })
          }
          title={t('admins.removing.title')}
          message={t(`admins.removing.${chosen.type === 0 ? 'person' : 'role'}`, { name: chosen.shownName })}
          confirmLabel={t('remove')}
          busy={remove.isPending}
        />
      ) : null}
    </Card>
  );
}
