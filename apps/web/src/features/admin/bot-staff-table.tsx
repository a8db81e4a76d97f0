import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BotStaffMember } from '@tickets/contract/bot-staff/bot-staff';
import { UsersRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { CopyId } from '../../components/ui/copy-id.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { fetchModal, LazyConfirmDialog } from '../../components/ui/overlays/lazy-modal.tsx';
import { Table } from '../../components/ui/table/table.tsx';
import { toast } from '../../lib/page/toast.ts';
import styles from './admin.module.css';
import { removeMutation } from './bot-staff.queries.ts';
import { isNobody, useStaffName } from './use-staff-name.ts';

/** `list` is undefined while it loads. */
export function BotStaffTable({ list }: { list: readonly BotStaffMember[] | undefined }) {
  const t = useTranslations('admin');
  const nameOf = useStaffName();
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<BotStaffMember>();
  const [asking, setAsking] = useState(false);
  const remove = useMutation(removeMutation(queryClient));

  return (
    <Card title={t('list.card')} flush>
      <Table
        label={t('list.label')}
        columns={[
          {
            key: 'user',
            head: t('list.user'),
            cell: (member: BotStaffMember) => (
              <span className={styles.name}>
                {member.username} <CopyId id={member.id}>({member.id})</CopyId>
                {isNobody(member) ? <Badge tone="warning">{t('list.nobody')}</Badge> : null}
              </span>
            ),
          },
          {
            key: 'remove',
            // Not a plain text, which a phone would repeat above each button.
            head: <span>{t('remove.action')}</span>,
            tight: true,
            height: 'var(--control-small)',
            cell: (member: BotStaffMember) => (
              <Button
                size="small"
                aria-label={t('remove.named', { name: nameOf(member) })}
                onPointerEnter={fetchModal}
                onFocus={fetchModal}
                onClick={() => {
                  setChosen(member);
                  setAsking(true);
                }}
              >
                {t('remove.action')}
              </Button>
            ),
          },
        ]}
        rows={list}
        rowKey={({ id }) => id}
        skeletonRows={3}
        empty={
          <EmptyState icon={<UsersRound />} title={t('empty')}>
            {t('empty_text')}
          </EmptyState>
        }
      />
      {chosen ? (
        <LazyConfirmDialog
          open={asking}
          onClose={() => setAsking(false)}
          onConfirm={() =>
            remove.mutate(chosen.id, {
              onSuccess: () => {
                toast.success(t('remove.done', { name: nameOf(chosen) }));
                setAsking(false);
              },
            })
          }
          title={t('remove.title')}
          message={t('remove.message', { name: nameOf(chosen) })}
          confirmLabel={t('remove.action')}
          danger
          action={remove}
        />
      ) : null}
    </Card>
  );
}
