import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { MultiPanel } from '@tickets/contract/multi-panels';
import { multiPanelLimits } from '@tickets/contract/panel-defaults';
import { LayoutGrid, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { buttonClass } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { EmptyState, ErrorState } from '../../components/ui/empty-state.tsx';
import { LazyConfirmDialog } from '../../components/ui/lazy-modal.tsx';
import { Table } from '../../components/ui/table.tsx';
import { channelsQuery, multiPanelsQuery, panelsQuery } from '../../lib/guild.queries.ts';
import { errorText } from '../../lib/query-client.ts';
import { toast } from '../../lib/toast.ts';
import { MessageState, refetchWhileUnsettled } from './message-state.tsx';
import styles from './panels.module.css';
import { removeMultiPanelMutation, resendMultiPanelMutation } from './panels.queries.ts';
import { actionColumns } from './row-actions.tsx';

export function MultiPanelsCard({ guildId }: { guildId: string }) {
  const t = useTranslations('panels');
  const queryClient = useQueryClient();
  const multiPanels = useQuery({ ...multiPanelsQuery(guildId), refetchInterval: refetchWhileUnsettled });
  const panels = useQuery(panelsQuery(guildId));
  const channels = useQuery(channelsQuery(guildId));
  const [doomed, setDoomed] = useState<MultiPanel>();
  const [asking, setAsking] = useState(false);
  const remove = useMutation(removeMultiPanelMutation(queryClient, guildId));
  const resend = useMutation(resendMultiPanelMutation(queryClient, guildId));

  const channelIds = new Set(channels.data?.map(({ id }) => id));
  const titles = new Map(panels.data?.map((panel) => [panel.panel_id, panel.title]));
  const titleOf = ({ embed }: MultiPanel) => embed.title || t('multi.default_title');
  const isResending = ({ id }: MultiPanel) => resend.isPending && resend.variables === id;
  const post = ({ id }: MultiPanel) =>
    resend.mutate(id, { onSuccess: () => toast.success(t('multi.resent')) });

  return (
    <>
      <Card
        title={t('multi.card')}
        description={t('multi.purpose')}
        actions={
          <Link
            to="/manage/$guildId/panels/create-multi"
            params={{ guildId }}
            className={buttonClass({ variant: 'primary' })}
          >
            <Plus aria-hidden="true" />
            {t('multi.new')}
          </Link>
        }
        flush
      >
        {multiPanels.isError && !multiPanels.data ? (
          <ErrorState
            message={errorText(multiPanels.error, multiPanelsQuery(guildId).meta)}
            onRetry={() => void multiPanels.refetch()}
          />
        ) : (
          <div className={styles.list}>
            <Table
              label={t('multi.list')}
              stack
              columns={[
                {
                  key: 'title',
                  head: t('column.title'),
                  cell: (multiPanel: MultiPanel) => (
                    <div className={styles.named}>
                      <span className={styles.rowTitle}>{titleOf(multiPanel)}</span>
                      <MessageState
                        state={multiPanel.message_state}
                        channelGone={channels.isSuccess && !channelIds.has(multiPanel.channel_id)}
                        title={titleOf(multiPanel)}
                        busy={isResending(multiPanel)}
                        onPost={() => post(multiPanel)}
                      />
                      {panels.data ? <Held multiPanel={multiPanel} titles={titles} /> : null}
                    </div>
                  ),
                },
                ...actionColumns<MultiPanel>(t, {
                  titleOf,
                  lockedBy: () => undefined,
                  isResending,
                  onResend: post,
                  editLink: ({ id }, children, label) => (
                    <Link
                      to="/manage/$guildId/panels/edit-multi/$multiPanelId"
                      params={{ guildId, multiPanelId: String(id) }}
                      className={buttonClass({ size: 'small' })}
                      aria-label={label}
                    >
                      {children}
                    </Link>
                  ),
                  onDelete: (multiPanel) => {
                    setDoomed(multiPanel);
                    setAsking(true);
                  },
                }),
              ]}
              rows={multiPanels.data}
              rowKey={(multiPanel) => multiPanel.id}
              skeletonRows={2}
              empty={
                <EmptyState icon={<LayoutGrid />} title={t('multi.empty.title')}>
                  {t('multi.empty.text')}
                </EmptyState>
              }
            />
          </div>
        )}
      </Card>
      <LazyConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          if (!doomed) return;
          remove.mutate(doomed.id, {
            onSuccess: () => {
              setAsking(false);
              toast.success(t('multi.deleted', { title: titleOf(doomed) }));
            },
          });
        }}
        title={t('multi.confirm.title')}
        message={t('multi.confirm.message', { title: doomed ? titleOf(doomed) : '' })}
        confirmLabel={t('delete')}
        danger
        busy={remove.isPending}
      />
    </>
  );
}

/** Which panels it shows, and what to do when too few are left. */
function Held({ multiPanel, titles }: { multiPanel: MultiPanel; titles: ReadonlyMap<number, string> }) {
  const t = useTranslations('panels');
  const held = multiPanel.panels.flatMap((id) => titles.get(id) ?? []);
  return (
    <>
      {held.length ? (
        <p className={styles.reason}>
          {t('multi.holds', { menu: String(multiPanel.select_menu), titles: held.join(', ') })}
        </p>
      ) : null}
      {held.length < multiPanelLimits.min ? (
        <p className={styles.warning}>{t('multi.too_few', { count: held.length })}</p>
      ) : null}
    </>
  );
}
