import { Outlet } from '@tanstack/react-router';
import { BookOpen } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { BotFaceContext } from '../../components/discord/bot-face.ts';
import { BackToServers, Frame } from '../../components/layout/frame.tsx';
import { NavGroup, NavLink, NavOutward } from '../../components/layout/nav.tsx';
import { Page } from '../../components/layout/page.tsx';
import { Avatar } from '../../components/ui/avatar.tsx';
import { ErrorState } from '../../components/ui/empty-state.tsx';
import { errorText } from '../../lib/api/query-client.ts';
import { useWaitingCount } from '../../lib/api/waiting.ts';
import { avatarUrl, guildIconUrl } from '../../lib/discord/cdn.ts';
import { appConfig } from '../../lib/page/config.ts';
import { storedGuild, useGuild, useGuildId } from '../../lib/page/use-guild.ts';
import { ImportEntry } from '../../routes/import-entry.tsx';
import { manageEntries, manageGroups } from '../../routes/manage-entries.ts';
import { WatchedDesk } from '../../routes/watched-desk.tsx';
import { DiscordNotice } from './discord-notice.tsx';
import { LetInNotice } from './let-in-notice.tsx';
import { ServerHead } from './server-head.tsx';

/** The frame of one server: its name, and the pages that the person's level allows. */
export function ManageLayout({ level }: { level: number }) {
  const t = useTranslations('common.nav');
  const guildId = useGuildId();
  const guild = useGuild(level);
  // Without a level it is the pages that say why.
  const error = level > 0 ? guild.error : null;
  // A query that failed has no placeholder any more.
  const shown = guild.data ?? storedGuild(guildId);
  const name = shown?.name ?? t('server');
  // Of a server that neither the list nor the API knows there is nothing to name.
  const isNobodys = level === 0 && !shown;
  const waiting = useWaitingCount(guildId);
  const bot = guild.data?.bot;
  const face = useMemo(() => bot && { name: bot.name, avatarUrl: avatarUrl(bot, 80) }, [bot]);
  const icon = (
    <Avatar
      src={guildIconUrl({ id: guildId, icon: shown?.icon ?? '' })}
      name={name}
      size={28}
      shape="square"
    />
  );
  return (
    <Frame
      back={<BackToServers />}
      waiting={waiting}
      head={isNobodys ? null : <ServerHead icon={icon} name={name} />}
      title={
        isNobodys ? null : (
          <>
            {icon}
            <span>{name}</span>
          </>
        )
      }
      entries={
        <>
          {manageGroups.map((group) => {
            const entries = manageEntries.filter((entry) => entry.group === group && entry.level <= level);
            if (entries.length === 0) return null;
            return (
              <NavGroup key={group} title={t(group)}>
                {entries.map((entry) =>
                  entry.label === 'import' && !guild.data?.let_in ? (
                    <ImportEntry key={entry.label} guildId={guildId} />
                  ) : (
                    <NavLink
                      key={entry.label}
                      icon={entry.icon}
                      label={t(entry.label)}
                      count={
                        entry.label === 'tickets' && waiting
                          ? { number: waiting, words: t('waiting', { count: waiting }) }
                          : undefined
                      }
                      link={{ to: entry.to, params: { guildId } }}
                    />
                  ),
                )}
              </NavGroup>
            );
          })}
          <NavGroup>
            <NavOutward icon={BookOpen} label={t('documentation')} href={appConfig().docs_url} />
          </NavGroup>
        </>
      }
    >
      {level >= 2 ? <DiscordNotice /> : null}
      {level >= 2 ? <LetInNotice /> : null}
      {error ? (
        <Page title={name}>
          <ErrorState message={errorText(error)} onRetry={() => void guild.refetch()} />
        </Page>
      ) : (
        <BotFaceContext value={face ?? undefined}>
          <Outlet />
        </BotFaceContext>
      )}
      {level > 0 ? <WatchedDesk guildId={guildId} /> : null}
    </Frame>
  );
}
