import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { limits } from '@tickets/contract/limits';
import type { Panel } from '@tickets/contract/panels';
import { LayoutPanelTop, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { buttonClass } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { EmptyState, ErrorState } from '../../components/ui/empty-state.tsx';
import { LazyConfirmDialog } from '../../components/ui/lazy-modal.tsx';
import { Table } from '../../components/ui/table.tsx';
import { channelsQuery, formsQuery, panelsQuery, premiumQuery } from '../../lib/guild.queries.ts';
import { errorText } from '../../lib/query-client.ts';
import { toast } from '../../lib/toast.ts';
import { ChannelName } from './channel-name.tsx';
import { refetchWhileUnsettled } from './message-state.tsx';
import { PanelTitle } from './panel-title.tsx';
import styles from './panels.module.css';
import { removePanelMutation, resendPanelMutation } from './panels.queries.ts';
import { PremiumBanner } from './premium-banner.tsx';
import { actionColumns } from './row-actions.tsx';

export function PanelsCard({ guildId }: { guildId: string }) {
  const t = useTranslations('panels');
  const queryClient = useQueryClient();
  const panels = useQuery({ ...panelsQuery(guildId), refetchInterval: refetchWhileUnsettled });
  const channels = useQuery(channelsQuery(guildId));
  const premium = useQuery(premiumQuery(guildId));
  const forms = useQuery(formsQuery(guildId));
  const [doomed, setDoomed] = useState<Panel>();
  const [asking, setAsking] = useState(false);
  const remove = useMutation(removePanelMutation(queryClient, guildId));
  const resend = useMutation(resendPanelMutation(queryClient, guildId));

  const count = panels.data?.length ?? 0;
  const locked = panels.data?.filter((panel) => panel.force_disabled).length ?? 0;
  const isFull = premium.data?.premium === false && count >= limits.free_panels;
  const channelOf = new Map(channels.data?.map((channel) => [channel.id, channel]));
  const formOf = new Map(forms.data?.map((form) => [form.form_id, form]));
  // The names of the channels belong to the rows: without them every channel would look unknown.
  const rows = channels.isPending ? undefined : panels.data;

  const isResending = (panel: Panel) => resend.isPending && resend.variables === panel.panel_id;
  const post = (panel: Panel) =>
    resend.mutate(panel.panel_id, { onSuccess: () => toast.success(t('resent')) });

  return (
    <>
      {locked || isFull ? (
        <PremiumBanner tone={locked ? 'warning' : 'info'}>
          {locked ? t('locked', { count: locked }) : t('quota_full')}
        </PremiumBanner>
      ) : null}
      <Card
        title={t('card')}
        description={
          panels.data &&
          !premium.isPending &&
          t('quota', { count, limit: premium.data?.premium ? '∞' : String(limits.free_panels) })
        }
        actions={
          <Link
            to="/manage/$guildId/panels/create"
            params={{ guildId }}
            className={buttonClass({ variant: 'primary' })}
          >
            <Plus aria-hidden="true" />
            {t('new_panel')}
          </Link>
        }
        flush
      >
        {panels.isError && !panels.data ? (
          <ErrorState
            message={errorText(panels.error, panelsQuery(guildId).meta)}
            onRetry={() => void panels.refetch()}
          />
        ) : (
          <div className={styles.list}>
            <Table
              label={t('list')}
              stack
              columns={[
                {
                  key: 'channel',
                  head: t('column.channel'),
                  cell: (panel: Panel) => <ChannelName channel={channelOf.get(panel.channel_id)} />,
                },
                {
                  key: 'title',
                  head: t('column.title'),
                  cell: (panel: Panel) => (
                    <PanelTitle
                      panel={panel}
                      form={formOf.get(panel.form_id ?? 0)}
                      channelGone={channels.isSuccess && !channelOf.has(panel.channel_id)}
                      busy={isResending(panel)}
                      onPost={() => post(panel)}
                    />
                  ),
                },
                ...actionColumns<Panel>(t, {
                  titleOf: (panel) => panel.title,
                  lockedBy: (panel) => (panel.force_disabled ? t('locked_hint') : undefined),
                  isResending,
                  onResend: post,
                  editLink: ({ panel_id }, children, label) => (
                    <Link
                      to="/manage/$guildId/panels/edit/$panelId"
                      params={{ guildId, panelId: String(panel_id) }}
                      className={buttonClass({ size: 'small' })}
                      aria-label={label}
                    >
                      {children}
                    </Link>
                  ),
                  onDelete: (panel) => {
                    setDoomed(panel);
                    setAsking(true);
                  },
                }),
              ]}
              rows={rows}
              rowKey={(panel) => panel.panel_id}
              skeletonRows={3}
              empty={
                <EmptyState icon={<LayoutPanelTop />} title={t('empty.title')}>
                  {t('empty.text')}
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
          remove.mutate(doomed.panel_id, {
            onSuccess: () => {
              setAsking(false);
              toast.success(t('deleted', { title: doomed.title }));
            },
          });
        }}
        title={t('confirm.title')}
        message={t('confirm.message', { title: doomed?.title ?? '' })}
        confirmLabel={t('delete')}
        danger
        busy={remove.isPending}
      />
    </>
  );
}
