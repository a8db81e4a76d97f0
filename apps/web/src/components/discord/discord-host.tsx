import { type DiscordHost, DiscordHostContext } from '@tickets/discord-ui/host';
import { type ReactNode, useMemo } from 'react';
import { useFormatter, useLocale, useTranslations } from 'use-intl';
import { emojiUrl, stickerUrl } from '../../lib/discord/cdn.ts';
import { Avatar } from '../ui/avatar.tsx';

/** Tells what is drawn of Discord's where pictures are, and what things and times are called here. */
export function DashboardAsHost({ children }: { children: ReactNode }) {
  const text = useTranslations('common.discord');
  const format = useFormatter();
  const locale = useLocale();
  const host = useMemo<DiscordHost>(
    () => ({
      text,
      locale,
      formatTime: (date, options) => format.dateTime(date, options),
      emojiUrl,
      stickerUrl,
      Avatar,
    }),
    [text, locale, format],
  );
  return <DiscordHostContext value={host}>{children}</DiscordHostContext>;
}
