import { Link } from '@tanstack/react-router';
import type { GuildEntry } from '@tickets/contract/sessions/session';
import { Lock, Plus } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Avatar } from '../../components/ui/avatar.tsx';
import { cx } from '../../components/ui/class-names.ts';
import { Tooltip } from '../../components/ui/overlays/tooltip.tsx';
import { defaultAvatarUrl, guildIconUrl } from '../../lib/discord/cdn.ts';
import { appConfig, guideUrl } from '../../lib/page/config.ts';
import styles from './server-list.module.css';

export function ServerTile({ server }: { server: GuildEntry }) {
  return (
    <li>{server.permission_level === 0 ? <LockedTile server={server} /> : <OpenTile server={server} />}</li>
  );
}

function OpenTile({ server }: { server: GuildEntry }) {
  const t = useTranslations('servers');
  return (
    <Link
      to={server.permission_level === 2 ? '/manage/$guildId/settings' : '/manage/$guildId/transcripts'}
      params={{ guildId: server.id }}
      className={cx(styles.tile, styles.pressable)}
    >
      <ServerIcon server={server} />
      <span className={styles.words}>
        <span className={styles.name}>{server.name}</span>
        <span className={styles.detail}>{server.permission_level === 2 ? t('level_2') : t('level_1')}</span>
      </span>
    </Link>
  );
}

function LockedTile({ server }: { server: GuildEntry }) {
  const t = useTranslations('servers');
  return (
    <Tooltip text={t('no_permission_why')}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the reason in its tooltip must be reachable by keyboard */}
      <div className={cx(styles.tile, styles.locked)} role="group" aria-label={server.name} tabIndex={0}>
        <ServerIcon server={server} />
        <span className={styles.words}>
          <span className={styles.name}>{server.name}</span>
          <span className={styles.detail}>
            <Lock aria-hidden="true" />
            {t('no_permission')}
          </span>
          <a className={styles.how} href={guideUrl('#who-may-do-what')} target="_blank" rel="noreferrer">
            {t('how_to_get_access')}
          </a>
        </span>
      </div>
    </Tooltip>
  );
}

/** The first tile: adds the bot to another server. */
export function InviteTile() {
  const t = useTranslations('servers');
  return (
    <li>
      <a href={appConfig().invite_url} className={cx(styles.tile, styles.pressable, styles.invite)}>
        <span className={styles.plus} aria-hidden="true">
          <Plus />
        </span>
        <span className={styles.words}>
          <span className={styles.name}>{t('invite')}</span>
          <span className={styles.detail}>{t('invite_hint')}</span>
        </span>
      </a>
    </li>
  );
}

function ServerIcon({ server }: { server: GuildEntry }) {
  return (
    <Avatar
      src={guildIconUrl(server)}
      // Without an icon the initials stand; a broken icon falls back to a picture.
      {...(server.icon ? { fallbackSrc: defaultAvatarUrl(server.id) } : {})}
      name={server.name}
      size={44}
      shape="square"
    />
  );
}
