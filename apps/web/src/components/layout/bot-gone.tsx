import { Link } from '@tanstack/react-router';
import { Unplug } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { appConfig } from '../../lib/page/config.ts';
import { storedGuild, useGuildId } from '../../lib/page/use-guild.ts';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/** In place of every page of a server that the bot is no longer in. */
export function BotGone() {
  const t = useTranslations('common');
  const guildId = useGuildId();
  const invite = new URL(appConfig().invite_url, location.origin);
  invite.searchParams.set('guild_id', guildId);
  return (
    <EmptyState
      icon={<Unplug />}
      heading="h1"
      title={t('bot_gone.title', { server: storedGuild(guildId)?.name ?? t('nav.server') })}
      action={
        <>
          <a href={invite.href} className={buttonClass({ variant: 'primary' })}>
            {t('bot_gone.invite')}
          </a>
          <Link to="/" className={buttonClass()}>
            {t('not_found.home')}
          </Link>
        </>
      }
    >
      {t('bot_gone.text')}
    </EmptyState>
  );
}
