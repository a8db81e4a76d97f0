import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BlacklistPage } from '@tickets/contract/blacklist/blacklist';
import type { Role } from '@tickets/contract/servers/guild';
import { ShieldBan, UserRoundX } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { RoleMark } from '../../components/ui/choosing/option-marks.tsx';
import { CopyId } from '../../components/ui/copy-id.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { fetchModal, LazyConfirmDialog } from '../../components/ui/overlays/lazy-modal.tsx';
import { Table } from '../../components/ui/table/table.tsx';
import type { TableColumn } from '../../components/ui/table/table-row.tsx';
import { toast } from '../../lib/page/toast.ts';
import styles from './blacklist.module.css';
import { type Entry, removeMutation } from './blacklist.queries.ts';
import { rolesOfPage } from './paging.ts';

interface BlacklistTablesProps {
  guildId: string;
  page: number;
  list: BlacklistPage | undefined;
  /** The server's roles; undefined while they load. */
  roles: readonly Role[] | undefined;
  /** The last entry of the page has been removed. */
  onEmptied: () => void;
}

/** A row of either table. Without a name it is someone, or a role, that nobody knows any more. */
interface Row extends Entry {
  name: string | undefined;
  color: number;
}

export function BlacklistTables({ guildId, page, list, roles, onEmptied }: BlacklistTablesProps) {
  const t = useTranslations('blacklist');
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<Row>();
  const [asking, setAsking] = useState(false);
  const remove = useMutation(removeMutation(queryClient, guildId));

  const shownName = ({ name, id, kind }: Row) => name ?? t(`${kind}_by_id`, { id });
  const known = new Map(roles?.map((role) => [role.id, role]));
  const roleRows = roles && list && rolesOfPage(list, page).map((id) => roleRow(id, known.get(id)));
  const userRows = list?.users.map(
    ({ id, username }): Row => ({ kind: 'user', id, name: username || undefined, color: 0 }),
  );

  const removeColumn: TableColumn<Row> = {
    key: 'remove',
    // Not a plain text, which a phone would repeat above each button.
    head: <span>{t('remove')}</span>,
    tight: true,
    height: 'var(--control-small)',
    cell: (row) => (
      <Button
        size="small"
        aria-label={t('remove_named', { name: shownName(row) })}
        onPointerEnter={fetchModal}
        onFocus={fetchModal}
        onClick={() => {
          setChosen(row);
          setAsking(true);
        }}
      >
        {t('remove')}
      </Button>
    ),
  };

  return (
    <div className={styles.tables}>
      <Card title={t('roles.card')} flush>
        <Table
          label={t('roles.list')}
          columns={[
            { key: 'role', head: t('roles.column'), cell: (row: Row) => <RoleName row={row} /> },
            removeColumn,
          ]}
          rows={roleRows}
          rowKey={(row) => row.id}
          skeletonRows={3}
          empty={
            <EmptyState icon={<ShieldBan />} title={t(page > 1 ? 'roles.empty_page' : 'roles.empty')}>
              {t(page > 1 ? 'roles.empty_page_text' : 'roles.empty_text')}
            </EmptyState>
          }
        />
      </Card>
      <Card title={t('users.card')} flush>
        <Table
          label={t('users.list')}
          columns={[
            { key: 'user', head: t('users.column'), cell: (row: Row) => <NameWithId row={row} /> },
            removeColumn,
          ]}
          rows={userRows}
          rowKey={(row) => row.id}
          skeletonRows={6}
          empty={
            <EmptyState icon={<UserRoundX />} title={t(page > 1 ? 'users.empty_page' : 'users.empty')}>
              {t(page > 1 ? 'users.empty_page_text' : 'users.empty_text')}
            </EmptyState>
          }
        />
      </Card>
      {chosen ? (
        <LazyConfirmDialog
          open={asking}
          onClose={() => setAsking(false)}
          onConfirm={() =>
            remove.mutate(chosen, {
              onSuccess: () => {
                toast.success(t('removed', { name: shownName(chosen) }));
                setAsking(false);
                const shown = [
                  ...(list?.users.map(({ id }) => id) ?? []),
                  ...(roleRows ?? []).map(({ id }) => id),
                ];
                if (shown.every((id) => id === chosen.id)) onEmptied();
              },
            })
          }
          title={t('removing.title')}
          message={t(`removing.${chosen.kind}`, { name: chosen.name ?? `${t('unknown')} (${chosen.id})` })}
          confirmLabel={t('remove')}
          action={remove}
        />
      ) : null}
    </div>
  );
}

function roleRow(id: string, role: Role | undefined): Row {
  return { kind: 'role', id, name: role?.name, color: role?.color ?? 0 };
}

function RoleName({ row }: { row: Row }) {
  if (row.name === undefined) return <NameWithId row={row} />;
  return (
    <span className={styles.role}>
      <RoleMark color={row.color} />
      <span className={styles.name}>{row.name}</span>
    </span>
  );
}

function NameWithId({ row: { name, id } }: { row: Row }) {
  const t = useTranslations('blacklist');
  return (
    <span className={styles.name}>
      {name ?? <i className={styles.faint}>{t('unknown')}</i>} <CopyId id={id}>({id})</CopyId>
    </span>
  );
}
