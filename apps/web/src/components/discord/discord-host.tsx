import { type DiscordHost, DiscordHostContext } from '@tickets/discord-ui/host';
import { type ReactNode, useMemo } from 'react';
import { useFormatter, useLocale, useTimeZone, useTranslations } from 'use-intl';
import { emojiUrl, stickerUrl } from '../../lib/discord/cdn.ts';
import { loadableUrl } from '../../lib/discord/pictures.ts';
import { useToldPictureUrl, useTypedPictureUrl } from '../../lib/discord/use-picture-url.ts';
import { shortTime } from '../../lib/page/short-time.ts';
import { Avatar } from '../ui/avatar.tsx';

interface DashboardAsHostProps {
  /** What is drawn is being written, with addresses of pictures that our server has not seen. */
  isTyped?: boolean | undefined;
  children: ReactNode;
}

/** Tells what is drawn of Discord's where pictures are, and what things and times are called here. */
export function DashboardAsHost({ isTyped = false, children }: DashboardAsHostProps) {
  const text = useTranslations('common.discord');
  const format = useFormatter();
  const locale = useLocale();
  const isLocal = useTimeZone() === undefined;
  const host = useMemo<DiscordHost>(
    () => ({
      text,
      locale,
      formatTime: (date, options) =>
        (isLocal && locale === 'en' && shortTime(date, options)) || format.dateTime(date, options),
      emojiUrl,
      stickerUrl,
      Avatar,
      usePictureUrl: isTyped ? useTypedPictureUrl : useToldPictureUrl,
      mediaUrl: loadableUrl,
    }),
    [text, locale, isLocal, format, isTyped],
  );
  return <DiscordHostContext value={host}>{children}</DiscordHostContext>;
}
