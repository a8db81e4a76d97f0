import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import type { Role } from '@tickets/contract/servers/guild';
import type { TeamMember } from '@tickets/contract/teams/teams';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { LazyConfirmDialog } from '../../components/ui/overlays/lazy-modal.tsx';
import { toast } from '../../lib/page/toast.ts';
import { AddPerson, AddRole } from './add-member.tsx';
import { type MemberRow, MembersTable } from './members-table.tsx';
import styles from './teams.module.css';

type Change = UseMutationOptions<{ success: true }, Error, TeamMember>;

interface MemberListProps {
  guildId: string;
  /** Read aloud. */
  label: string;
  /** Undefined while they load. */
  rows: readonly MemberRow[] | undefined;
  empty?: ReactNode;
  /** Who and what is in the list, shown or not: it is not offered again. */
  listed: readonly string[];
  roles: readonly Role[] | undefined;
  /** In place of the field by which people are added. */
  noPeople?: string | undefined;
  add: Change;
  remove: Change;
  texts: {
    added: (name: string) => string;
    removed: (name: string) => string;
    removalTitle: string;
    /** What a removal takes from whom. */
    removal: (row: MemberRow) => string;
  };
}

/** Roles and people with the fields that add one; who is removed is asked about first. */
export function MemberList({
  guildId,
  label,
  rows,
  empty,
  listed,
  roles,
  noPeople,
  ...props
}: MemberListProps) {
  const t = useTranslations('teams');
  const { texts } = props;
  const [chosen, setChosen] = useState<MemberRow>();
  const [asking, setAsking] = useState(false);
  const add = useMutation(props.add);
  const remove = useMutation(props.remove);
  const onAdd = (member: TeamMember, onAdded: () => void) =>
    add.mutate(member, {
      onSuccess: () => {
        toast.success(texts.added(member.name ?? ''));
        onAdded();
      },
    });
  const adding = { guildId, listed, busy: add.isPending, onAdd };

  return (
    <>
      <div className={styles.table}>
        <MembersTable
          label={label}
          rows={rows}
          onRemove={(row) => {
            setChosen(row);
            setAsking(true);
          }}
          empty={empty}
        />
      </div>
      <div className={styles.adders}>
        <AddRole {...adding} roles={roles ?? []} />
        {noPeople ? <p className={styles.note}>{noPeople}</p> : <AddPerson {...adding} />}
      </div>
      {chosen ? (
        <LazyConfirmDialog
          open={asking}
          onClose={() => setAsking(false)}
          onConfirm={() =>
            remove.mutate(chosen, {
              onSuccess: () => {
                toast.success(texts.removed(chosen.shownName));
                setAsking(false);
              },
            })
          }
          title={texts.removalTitle}
          message={texts.removal(chosen)}
          confirmLabel={t('remove')}
          action={remove}
        />
      ) : null}
    </>
  );
}
