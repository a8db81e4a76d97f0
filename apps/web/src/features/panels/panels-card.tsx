import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Panel } from '@tickets/contract/panels/panels';
import { limits } from '@tickets/contract/platform/limits';
import { LayoutPanelTop, Plus } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { HistoryLink } from '../../components/history-link.tsx';
import { Button, buttonClass } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import {
  channelsQuery,
  emojisQuery,
  formsQuery,
  multiPanelsQuery,
  panelQuotaQuery,
  panelsQuery,
} from '../../lib/api/guild.queries.ts';
import { failureText } from '../../lib/api/query-client.ts';
import { useUnlessLetIn } from '../../lib/page/let-in.ts';
import { ChannelName } from './channel-name.tsx';
import { refetchWhileUnsettled } from './message-state.tsx';
import { PanelTitle } from './panel-title.tsx';
import styles from './panels.module.css';
import { removePanelMutation, resendPanelMutation } from './panels.queries.ts';
import { PostedCard } from './posted-card.tsx';
import { PremiumBanner } from './premium-banner.tsx';
import { useDeletionWarning } from './use-deletion-warning.ts';

export function PanelsCard({ guildId }: { guildId: string }) {
  const t = useTranslations('panels');
  const queryClient = useQueryClient();
  const panels = useQuery({ ...panelsQuery(guildId), refetchInterval: refetchWhileUnsettled });
  const channels = useQuery(channelsQuery(guildId));
  const quota = useQuery(panelQuotaQuery(guildId));
  const forms = useQuery(formsQuery(guildId));
  const emojis = useQuery(emojisQuery(guildId));
  const multiPanels = useQuery(multiPanelsQuery(guildId));
  const confirmMessage = useDeletionWarning(multiPanels.data);

  const count = panels.data?.length ?? 0;
  const locked = panels.data?.filter((panel) => panel.force_disabled).length ?? 0;
  const isFull = quota.data?.premium === false && count >= limits.free_panels;
  const channelOf = new Map(channels.data?.map((channel) => [channel.id, channel]));
  // Of channels that are not known none is called gone.
  const isGone = (channel_id: string) => channels.isSuccess && !channelOf.has(channel_id);
  const formOf = new Map(forms.data?.map((form) => [form.form_id, form]));

  return (
    <>
      {locked || isFull ? (
        <PremiumBanner tone={locked ? 'warning' : 'info'}>
          {locked ? t('locked', { count: locked }) : t('quota_full')}
        </PremiumBanner>
      ) : null}
      <PostedCard<Panel>
        title={t('card')}
        description={
          quota.isError && !quota.data ? (
            <QuotaFailed busy={quota.isFetching} onRetry={() => void quota.refetch()} />
          ) : panels.data && quota.data ? (
            t('quota', { count, limit: quota.data.premium ? '∞' : String(limits.free_panels) })
          ) : null
        }
        create={
          <Link
            to="/manage/$guildId/panels/create"
            params={{ guildId }}
            className={buttonClass({ variant: 'primary' })}
          >
            <Plus aria-hidden="true" />
            {t('new_panel')}
          </Link>
        }
        label={t('list')}
        // The names of the channels belong to the rows: until they are there every channel would look unknown.
        rows={channels.isPending ? undefined : panels.data}
        idOf={(panel) => panel.panel_id}
        titleOf={(panel) => panel.title}
        lockedBy={(panel) => (panel.force_disabled ? t('locked_hint') : undefined)}
        notPosted={({ channel_id }) => (isGone(channel_id) ? t('channel_deleted_hint') : undefined)}
        failure={
          panels.isError && !panels.data
            ? {
                message: failureText(panels.error, panelsQuery(guildId).meta),
                onRetry: () => void panels.refetch(),
              }
            : undefined
        }
        columns={({ isResending, post }) => [
          {
            key: 'channel',
            head: t('column.channel'),
            cell: (panel) => (
              <ChannelName channel={channelOf.get(panel.channel_id)} loaded={channels.data !== undefined} />
            ),
          },
          {
            key: 'title',
            head: t('column.title'),
            className: styles.leads,
            cell: (panel) => (
              <PanelTitle
                panel={panel}
                form={formOf.get(panel.form_id ?? 0)}
                emojis={emojis.data}
                channelGone={isGone(panel.channel_id)}
                categoryGone={panel.category_id !== null && isGone(panel.category_id)}
                busy={isResending(panel)}
                onPost={() => post(panel)}
              />
            ),
          },
        ]}
        editLink={({ panel_id }, children, label) => (
          <Link
            to="/manage/$guildId/panels/edit/$panelId"
            params={{ guildId, panelId: String(panel_id) }}
            className={buttonClass({ size: 'small' })}
            aria-label={label}
          >
            {children}
          </Link>
        )}
        historyLink={({ panel_id, title }) => (
          <HistoryLink guildId={guildId} type="panel" id={panel_id} of={title} />
        )}
        skeletonRows={3}
        empty={
          <EmptyState icon={<LayoutPanelTop />} title={t('empty.title')}>
            {t('empty.text')}
          </EmptyState>
        }
        unlessDeletable={useUnlessLetIn()}
        resend={resendPanelMutation(queryClient, guildId)}
        remove={removePanelMutation(queryClient, guildId)}
        texts={{
          resent: t('resent'),
          deleted: (title) => t('deleted', { title }),
          confirmTitle: t('confirm.title'),
          confirmMessage,
        }}
      />
    </>
  );
}

/** In place of the quota, which nobody is told wrongly: it may have no end. */
function QuotaFailed({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  const t = useTranslations('panels');
  const common = useTranslations('common');
  return (
    <span className={styles.failed}>
      {t('quota_failed')}
      <Button size="small" busy={busy} onClick={onRetry}>
        {common('retry')}
      </Button>
    </span>
  );
}
