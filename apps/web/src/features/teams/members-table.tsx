import type { Role } from '@tickets/contract/servers/guild';
import type { TeamMember } from '@tickets/contract/teams/teams';
import { type ReactNode, useCallback } from 'react';
import { useTranslations } from 'use-intl';
import { Avatar } from '../../components/ui/avatar.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { RoleMark } from '../../components/ui/choosing/option-marks.tsx';
import { fetchModal } from '../../components/ui/overlays/lazy-modal.tsx';
import { Table } from '../../components/ui/table/table.tsx';
import type { TableColumn } from '../../components/ui/table/table-row.tsx';
import { avatarUrl } from '../../lib/discord/cdn.ts';
import styles from './teams.module.css';

/** A person or a role, as the page shows it. */
export interface MemberRow extends TeamMember {
  shownName: string;
  color: number;
  is_owner?: boolean;
  /** Why it cannot be removed. */
  stays?: string | undefined;
}

interface MembersTableProps {
  label: string;
  rows: readonly MemberRow[] | undefined;
  empty?: ReactNode;
  onRemove: (row: MemberRow) => void;
}

export function MembersTable({ label, rows, empty, onRemove }: MembersTableProps) {
  const t = useTranslations('teams');
  const columns: TableColumn<MemberRow>[] = [
    { key: 'member', head: t('member'), cell: (row) => <Face row={row} /> },
    {
      key: 'kind',
      head: t('kind'),
      tight: true,
      cell: ({ type, is_owner }) =>
        is_owner ? (
          <Badge tone="accent">{t('owner')}</Badge>
        ) : (
          <Badge>{t(type === 0 ? 'person' : 'role')}</Badge>
        ),
    },
    {
      key: 'remove',
      // Not a plain text, which a phone would repeat above each button.
      head: <span>{t('remove')}</span>,
      tight: true,
      height: 'var(--control-small)',
      cell: (row) =>
        row.is_owner ? null : (
          <Button
            size="small"
            aria-label={t('remove_named', { name: row.shownName })}
            title={row.stays}
            disabled={row.stays !== undefined}
            onPointerEnter={fetchModal}
            onFocus={fetchModal}
            onClick={() => onRemove(row)}
          >
            {t('remove')}
          </Button>
        ),
    },
  ];
  return (
    <Table
      label={label}
      columns={columns}
      rows={rows}
      rowKey={({ type, id }) => `${type}${id}`}
      skeletonRows={3}
      empty={empty}
    />
  );
}

function Face({ row }: { row: MemberRow }) {
  const { id, type, name, shownName, color, avatar = '' } = row;
  return (
    <span className={styles.face}>
      {type === 0 ? (
        <Avatar src={avatarUrl({ id, avatar }, 64)} name={shownName} size={24} />
      ) : (
        <span className={styles.roleMark}>
          <RoleMark color={color} />
        </span>
      )}
      <span className={name === undefined ? styles.unknown : styles.name}>{shownName}</span>
    </span>
  );
}

/** Gives members their names and colours; a role that is not in the server any more is an unknown one. */
export function useMemberRows(roles: readonly Role[] | undefined) {
  const t = useTranslations('teams');
  return useCallback(
    (member: TeamMember): MemberRow => {
      if (member.type === 0)
        return { ...member, shownName: member.name ?? t('unknown_person', { id: member.id }), color: 0 };
      const role = roles?.find(({ id }) => id === member.id);
      const name = role?.name ?? member.name;
      return {
        id: member.id,
        type: member.type,
        ...(name === undefined ? {} : { name }),
        shownName: name ?? t('unknown_role'),
        color: role?.color ?? 0,
      };
    },
    [roles, t],
  );
}
