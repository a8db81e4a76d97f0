import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { MultiPanel } from '@tickets/contract/panels/multi-panels';
import { multiPanelLimits } from '@tickets/contract/panels/panel-defaults';
import { LayoutGrid, Plus } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { HistoryLink } from '../../components/history-link.tsx';
import { buttonClass } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { channelsQuery, multiPanelsQuery, panelsQuery } from '../../lib/api/guild.queries.ts';
import { failureText } from '../../lib/api/query-client.ts';
import { MessageState, refetchWhileUnsettled } from './message-state.tsx';
import styles from './panels.module.css';
import { removeMultiPanelMutation, resendMultiPanelMutation } from './panels.queries.ts';
import { PostedCard } from './posted-card.tsx';

export function MultiPanelsCard({ guildId }: { guildId: string }) {
  const t = useTranslations('panels');
  const queryClient = useQueryClient();
  const multiPanels = useQuery({ ...multiPanelsQuery(guildId), refetchInterval: refetchWhileUnsettled });
  const panels = useQuery(panelsQuery(guildId));
  const channels = useQuery(channelsQuery(guildId));

  const channelIds = new Set(channels.data?.map(({ id }) => id));
  const isGone = ({ channel_id }: MultiPanel) => channels.isSuccess && !channelIds.has(channel_id);
  const titles = new Map(panels.data?.map((panel) => [panel.panel_id, panel.title]));
  const titleOf = ({ embed }: MultiPanel) => embed.title || t('multi.default_title');

  return (
    <PostedCard<MultiPanel>
      title={t('multi.card')}
      description={t('multi.purpose')}
      create={
        <Link
          to="/manage/$guildId/panels/create-multi"
          params={{ guildId }}
          className={buttonClass({ variant: 'primary' })}
        >
          <Plus aria-hidden="true" />
          {t('multi.new')}
        </Link>
      }
      label={t('multi.list')}
      rows={multiPanels.data}
      idOf={({ id }) => id}
      titleOf={titleOf}
      lockedBy={() => undefined}
      notPosted={(multiPanel) => {
        if (isGone(multiPanel)) return t('channel_deleted_hint');
        return multiPanel.panels.length ? undefined : t('multi.too_few', { count: 0 });
      }}
      failure={
        multiPanels.isError && !multiPanels.data
          ? {
              message: failureText(multiPanels.error, multiPanelsQuery(guildId).meta),
              onRetry: () => void multiPanels.refetch(),
            }
          : undefined
      }
      columns={({ isResending, post }) => [
        {
          key: 'title',
          head: t('column.title'),
          className: styles.leads,
          height: '44px',
          cell: (multiPanel) => (
            <div className={styles.named}>
              <span className={styles.rowTitle}>{titleOf(multiPanel)}</span>
              <MessageState
                state={multiPanel.message_state}
                channelGone={isGone(multiPanel)}
                title={titleOf(multiPanel)}
                busy={isResending(multiPanel)}
                onPost={multiPanel.panels.length ? () => post(multiPanel) : undefined}
              />
              {panels.data ? <Held multiPanel={multiPanel} titles={titles} /> : null}
            </div>
          ),
        },
      ]}
      editLink={({ id }, children, label) => (
        <Link
          to="/manage/$guildId/panels/edit-multi/$multiPanelId"
          params={{ guildId, multiPanelId: String(id) }}
          className={buttonClass({ size: 'small' })}
          aria-label={label}
        >
          {children}
        </Link>
      )}
      historyLink={(multiPanel) => (
        <HistoryLink guildId={guildId} type="multi_panel" id={multiPanel.id} of={titleOf(multiPanel)} />
      )}
      skeletonRows={2}
      empty={
        <EmptyState icon={<LayoutGrid />} title={t('multi.empty.title')}>
          {t('multi.empty.text')}
        </EmptyState>
      }
      resend={resendMultiPanelMutation(queryClient, guildId)}
      remove={removeMultiPanelMutation(queryClient, guildId)}
      texts={{
        resent: t('multi.resent'),
        deleted: (title) => t('multi.deleted', { title }),
        confirmTitle: t('multi.confirm.title'),
        confirmMessage: (multiPanel) => t('multi.confirm.message', { title: titleOf(multiPanel) }),
      }}
    />
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
