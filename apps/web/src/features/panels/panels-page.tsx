import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { limits } from '@tickets/contract/limits';
import type { Panel } from '@tickets/contract/panels';
import { LayoutPanelTop, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Page } from '../../components/layout/page.tsx';
import { Banner } from '../../components/ui/banner.tsx';
import { buttonClass } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { EmptyState, ErrorState } from '../../components/ui/empty-state.tsx';
import { ConfirmDialog } from '../../components/ui/modal.tsx';
import { Table } from '../../components/ui/table.tsx';
import { appConfig } from '../../lib/config.ts';
import { channelsQuery, panelsQuery, premiumQuery } from '../../lib/guild.queries.ts';
import { errorText } from '../../lib/query-client.ts';
import { toast } from '../../lib/toast.ts';
import { useGuildId } from '../../lib/use-guild.ts';
import { panelColumns } from './panel-columns.tsx';
import { removePanelMutation } from './panels.queries.ts';
import { usePanelFlags } from './use-panel-flags.ts';

export function load({ queryClient, guildId }: { queryClient: QueryClient; guildId: string }) {
  void queryClient.prefetchQuery(panelsQuery(guildId));
  void queryClient.prefetchQuery(channelsQuery(guildId));
  void queryClient.prefetchQuery(premiumQuery(guildId));
}

export function PanelsPage() {
  const t = useTranslations('panels');
  const guildId = useGuildId();
  usePanelFlags();
  return (
    <Page title={t('title')} purpose={t('purpose')} action={<NewPanel guildId={guildId} />}>
      <PanelList key={guildId} guildId={guildId} />
    </Page>
  );
}

function PanelList({ guildId }: { guildId: string }) {
  const t = useTranslations('panels');
  const queryClient = useQueryClient();
  const panels = useQuery(panelsQuery(guildId));
  const channels = useQuery(channelsQuery(guildId));
  const premium = useQuery(premiumQuery(guildId));
  const [doomed, setDoomed] = useState<Panel>();
  const [asking, setAsking] = useState(false);
  const remove = useMutation(removePanelMutation(queryClient, guildId));
  const hasPremium = premium.data?.premium ?? false;
  const isFull = premium.data?.premium === false && (panels.data?.length ?? 0) >= limits.free_panels;
  // The names of the channels belong to the rows: without them every channel would look unknown.
  const rows = channels.isPending ? undefined : panels.data;

  return (
    <>
      {isFull ? (
        <Banner
          action={
            <a
              className={buttonClass({ size: 'small' })}
              href={appConfig().premium_url}
              target="_blank"
              rel="noreferrer"
            >
              {t('get_premium')}
            </a>
          }
        >
          {t('quota_full')}
        </Banner>
      ) : null}
      <Card
        title={t('card')}
        description={
          panels.data &&
          !premium.isPending &&
          t('quota', { count: panels.data.length, limit: hasPremium ? '∞' : String(limits.free_panels) })
        }
        flush
      >
        {panels.isError && !panels.data ? (
          <ErrorState
            message={errorText(panels.error, panelsQuery(guildId).meta)}
            onRetry={() => void panels.refetch()}
          />
        ) : (
          <Table
            label={t('list')}
            columns={panelColumns(t, channels.data ?? [], (panel) => {
              setDoomed(panel);
              setAsking(true);
            })}
            rows={rows}
            rowKey={(panel) => panel.panel_id}
            skeletonRows={3}
            empty={
              <EmptyState icon={<LayoutPanelTop />} title={t('empty.title')}>
                {t('empty.text')}
              </EmptyState>
            }
          />
        )}
      </Card>
      <ConfirmDialog
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

function NewPanel({ guildId }: { guildId: string }) {
  const t = useTranslations('panels');
  return (
    <Link
      to="/manage/$guildId/panels/create"
      params={{ guildId }}
      className={buttonClass({ variant: 'primary' })}
    >
      <Plus aria-hidden="true" />
      {t('new_panel')}
    </Link>
  );
}
