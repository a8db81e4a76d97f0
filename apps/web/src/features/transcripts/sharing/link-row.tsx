import type { ShareLink } from '@tickets/contract/transcripts/sharing';
import { useFormatter, useTranslations } from 'use-intl';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { RelativeTime } from '../../../components/ui/relative-time.tsx';
import { avatarUrl, defaultAvatarUrl } from '../../../lib/discord/cdn.ts';
import styles from './sharing.module.css';

interface LinkRowProps {
  link: ShareLink;
  busy: boolean;
  onEnd: () => void;
}

export function LinkRow({ link, busy, onEnd }: LinkRowProps) {
  const t = useTranslations('sharing');
  const { made_by: maker } = link;
  return (
    <li className={styles.link}>
      <Avatar
        src={avatarUrl(maker)}
        fallbackSrc={defaultAvatarUrl(maker.id)}
        name={maker.username}
        size={28}
      />
      <div className={styles.words}>
        <p className={link.works ? undefined : styles.over}>
          {t.rich('made_by', { name: maker.username, when: () => <RelativeTime date={link.made_at} /> })}
        </p>
        <p className={styles.detail}>
          <LinkEnd link={link} /> · <LinkUse link={link} />
        </p>
      </div>
      {link.works ? (
        <Button
          size="small"
          busy={busy}
          aria-label={t('end_named', { name: maker.username })}
          onClick={onEnd}
        >
          {t('end')}
        </Button>
      ) : null}
    </li>
  );
}

function LinkEnd({ link }: { link: ShareLink }) {
  const t = useTranslations('sharing');
  const format = useFormatter();
  const day = (time: string) => format.dateTime(new Date(time), { dateStyle: 'medium', timeStyle: 'short' });
  if (link.works) return t('works_until', { time: day(link.expires_at) });
  if (link.revoked_at && link.revoked_by)
    return t('ended_by', { name: link.revoked_by.username, time: day(link.revoked_at) });
  return t('ended_at', { time: day(link.revoked_at ?? link.expires_at) });
}

function LinkUse({ link }: { link: ShareLink }) {
  const t = useTranslations('sharing');
  const { times_opened: count, last_opened_at: last } = link;
  if (!last) return t('not_opened');
  return t.rich('opened', { count, when: () => <RelativeTime date={last} /> });
}
