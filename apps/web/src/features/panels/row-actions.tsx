import { Pencil, RotateCw, Trash2 } from 'lucide-react';
import type { ReactElement } from 'react';
import type { useTranslations } from 'use-intl';
import { Button } from '../../components/ui/button.tsx';
import type { TableColumn } from '../../components/ui/table/table-row.tsx';
import type { LetInButton } from '../../lib/page/let-in.ts';
import styles from './panels.module.css';

export interface RowActions<Row> {
  titleOf: (row: Row) => string;
  /** Why a row can be neither resent nor edited; undefined where it can. */
  lockedBy: (row: Row) => string | undefined;
  /** Why its message cannot be posted where a row can be edited; undefined where it can. */
  notPosted: (row: Row) => string | undefined;
  isResending: (row: Row) => boolean;
  onResend: (row: Row) => void;
  editLink: (row: Row, children: ReactElement, label: string) => ReactElement;
  onDelete: (row: Row) => void;
  /** Why no row can be deleted; nothing where they can. */
  unlessDeletable?: LetInButton;
  /** Leads to who changed it. */
  historyLink: (row: Row) => ReactElement;
}

/** The columns Resend, Edit and Delete of both tables, and the way to what was changed. */
export function actionColumns<Row>(
  t: ReturnType<typeof useTranslations<'panels'>>,
  actions: RowActions<Row>,
): TableColumn<Row>[] {
  const { titleOf, lockedBy } = actions;
  const notResent = (row: Row) => lockedBy(row) ?? actions.notPosted(row);
  const column = (
    key: 'resend' | 'edit' | 'delete' | 'history',
    cell: (row: Row) => ReactElement,
  ): TableColumn<Row> => ({
    key,
    // Not a plain text, which a phone would repeat above each button.
    head: <span>{t(`column.${key}`)}</span>,
    tight: true,
    className: styles.action,
    height: 'var(--control-small)',
    cell,
  });
  const edit = (
    <>
      <Pencil aria-hidden="true" />
      {t('edit')}
    </>
  );
  return [
    column('resend', (row) => (
      <Button
        size="small"
        icon={<RotateCw aria-hidden="true" />}
        aria-label={t('resend_named', { title: titleOf(row) })}
        title={notResent(row)}
        disabled={notResent(row) !== undefined}
        busy={actions.isResending(row)}
        onClick={() => actions.onResend(row)}
      >
        {t('resend')}
      </Button>
    )),
    column('edit', (row) => {
      const label = t('edit_named', { title: titleOf(row) });
      if (lockedBy(row) === undefined) return actions.editLink(row, edit, label);
      return (
        <Button size="small" disabled aria-label={label} title={lockedBy(row)}>
          {edit}
        </Button>
      );
    }),
    column('delete', (row) => (
      <Button
        size="small"
        icon={<Trash2 aria-hidden="true" />}
        aria-label={t('delete_named', { title: titleOf(row) })}
        {...actions.unlessDeletable}
        onClick={() => actions.onDelete(row)}
      >
        {t('delete')}
      </Button>
    )),
    column('history', actions.historyLink),
  ];
}
