import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { HistoryLink } from '../../components/history-link.tsx';
import { Page } from '../../components/layout/page.tsx';
import { Banner } from '../../components/ui/banner.tsx';
import { buttonClass } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { ErrorState } from '../../components/ui/empty-state.tsx';
import {
  channelsQuery,
  freshChannelsQuery,
  panelsQuery,
  premiumQuery,
  settingsQuery,
} from '../../lib/api/guild.queries.ts';
import { failureText } from '../../lib/api/query-client.ts';
import { useGuildId } from '../../lib/page/use-guild.ts';
import { SettingsEditor } from './settings-editor.tsx';
import { needsFreshChannels } from './settings-form.ts';
import { SettingsSkeleton } from './settings-skeleton.tsx';

export function SettingsPage() {
  const t = useTranslations('settings');
  const guildId = useGuildId();
  return (
    <Page
      title={t('title')}
      purpose={t('purpose')}
      width="table"
      action={<HistoryLink guildId={guildId} type="settings" />}
    >
      <SettingsLoader key={guildId} guildId={guildId} />
    </Page>
  );
}

function SettingsLoader({ guildId }: { guildId: string }) {
  const t = useTranslations('settings');
  const queryClient = useQueryClient();
  const settings = useQuery(settingsQuery(guildId));
  const channels = useQuery(channelsQuery(guildId));
  const panels = useQuery(panelsQuery(guildId));
  const premium = useQuery(premiumQuery(guildId));
  const isStale = Boolean(settings.data && channels.data && needsFreshChannels(settings.data, channels.data));
  const fresh = useQuery({ ...freshChannelsQuery(queryClient, guildId), enabled: isStale });

  const failed = [settings, channels, premium].find((query) => query.data === undefined && query.isError);
  if (failed) {
    const named = failed === channels ? channelsQuery : failed === premium ? premiumQuery : settingsQuery;
    const { meta } = named(guildId);
    return (
      <Card title={t('card')}>
        <ErrorState
          message={failureText(failed.error, meta)}
          onRetry={() => {
            for (const query of [settings, channels, panels, premium])
              if (query.isError) void query.refetch();
          }}
        />
      </Card>
    );
  }
  // Panels have been told of when they fail; the rest of the form works without them.
  const isWaiting = panels.isPending || (isStale && fresh.isPending);
  if (!settings.data || !channels.data || !premium.data || isWaiting) return <SettingsSkeleton />;
  return (
    <>
      {panels.data?.length === 0 ? (
        <Banner
          action={
            <Link
              to="/manage/$guildId/panels"
              params={{ guildId }}
              className={buttonClass({ size: 'small' })}
            >
              {t('first_steps')}
            </Link>
          }
        >
          {t('no_panels')}
        </Banner>
      ) : null}
      <SettingsEditor
        guildId={guildId}
        settings={settings.data}
        channels={channels.data}
        panels={panels.data ?? []}
        premium={premium.data.premium}
      />
    </>
  );
}
