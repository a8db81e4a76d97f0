import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Card } from '../../components/ui/card.tsx';
import { ErrorState } from '../../components/ui/empty-state.tsx';
import { LazyConfirmDialog } from '../../components/ui/overlays/lazy-modal.tsx';
import { Table } from '../../components/ui/table/table.tsx';
import type { TableColumn } from '../../components/ui/table/table-row.tsx';
import { toast } from '../../lib/page/toast.ts';
import styles from './panels.module.css';
import { actionColumns, type RowActions } from './row-actions.tsx';

/** What a column needs to offer that a message is posted again. */
export interface Posting<Row> {
  isResending: (row: Row) => boolean;
  post: (row: Row) => void;
}

interface PostedCardProps<Row>
  extends Pick<
    RowActions<Row>,
    'titleOf' | 'lockedBy' | 'notPosted' | 'editLink' | 'historyLink' | 'unlessDeletable'
  > {
  title: string;
  description: ReactNode;
  create: ReactNode;
  /** What the table lists; read aloud. */
  label: string;
  rows: readonly Row[] | undefined;
  idOf: (row: Row) => number;
  /** Why there is no list, and the way to ask for it again. */
  failure: { message: string; onRetry: () => void } | undefined;
  columns: (posting: Posting<Row>) => TableColumn<Row>[];
  skeletonRows: number;
  empty: ReactNode;
  resend: UseMutationOptions<{ success: true }, Error, number>;
  remove: UseMutationOptions<{ success: true }, Error, number>;
  texts: {
    resent: string;
    deleted: (title: string) => string;
    confirmTitle: string;
    confirmMessage: (row: Row) => string;
  };
}

/** A list of what has a message in Discord: each row can be posted again, edited, and deleted after a question. */
export function PostedCard<Row>(props: PostedCardProps<Row>) {
  const { titleOf, idOf, texts, failure } = props;
  const t = useTranslations('panels');
  const [doomed, setDoomed] = useState<Row>();
  const [asking, setAsking] = useState(false);
  const remove = useMutation(props.remove);
  const resend = useMutation(props.resend);
  const posting: Posting<Row> = {
    isResending: (row) => resend.isPending && resend.variables === idOf(row),
    post: (row) => resend.mutate(idOf(row), { onSuccess: () => toast.success(texts.resent) }),
  };

  return (
    <>
      <Card title={props.title} description={props.description} actions={props.create} flush>
        {failure ? (
          <ErrorState {...failure} />
        ) : (
          <div className={styles.list}>
            <Table
              label={props.label}
              stack
              columns={[
                ...props.columns(posting),
                ...actionColumns<Row>(t, {
                  titleOf,
                  lockedBy: props.lockedBy,
                  notPosted: props.notPosted,
                  editLink: props.editLink,
                  historyLink: props.historyLink,
                  unlessDeletable: props.unlessDeletable ?? {},
                  isResending: posting.isResending,
                  onResend: posting.post,
                  onDelete: (row) => {
                    setDoomed(row);
                    setAsking(true);
                  },
                }),
              ]}
              rows={props.rows}
              rowKey={idOf}
              skeletonRows={props.skeletonRows}
              empty={props.empty}
            />
          </div>
        )}
      </Card>
      <LazyConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          if (!doomed) return;
          remove.mutate(idOf(doomed), {
            onSuccess: () => {
              setAsking(false);
              toast.success(texts.deleted(titleOf(doomed)));
            },
          });
        }}
        title={texts.confirmTitle}
        message={doomed ? texts.confirmMessage(doomed) : ''}
        confirmLabel={t('delete')}
        danger
        action={remove}
      />
    </>
  );
}
