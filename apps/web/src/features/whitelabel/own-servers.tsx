import type { WhitelabelServer } from '@tickets/contract/whitelabel/whitelabel';
import { useTranslations } from 'use-intl';
import { Avatar } from '../../components/ui/avatar.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { guildIconUrl } from '../../lib/discord/cdn.ts';
import styles from './whitelabel.module.css';

/** Where the bot is, and whether it is the one that answers there. */
export function OwnServers({ servers }: { servers: readonly WhitelabelServer[] }) {
  const t = useTranslations('whitelabel.bot.servers');
  return (
    <section className={styles.words}>
      <h3>{t('title')}</h3>
      {servers.length ? (
        <ul className={styles.servers} aria-label={t('list')}>
          {servers.map((server) => (
            <li key={server.id}>
              <Avatar src={guildIconUrl(server, 64)} name={server.name} size={32} shape="square" />
              <div className={styles.names}>
                <p className={styles.server}>
                  <span>{server.name}</span>
                  <Badge tone={server.serves ? 'success' : 'neutral'}>
                    {t(`answered_by.${server.answered_by}`)}
                  </Badge>
                </p>
                {server.is_trusted ? null : <p className={styles.faint}>{t('not_trusted')}</p>}
                {server.serves && server.has_main_bot ? (
                  <p className={styles.faint}>
                    {server.panels_of_others
                      ? t('panels_wait', { count: server.panels_of_others })
                      : t('shared')}
                  </p>
                ) : null}
              </div>
            </li>
          ))}
        </ul>
      ) : (
        <p className={styles.faint}>{t('none')}</p>
      )}
    </section>
  );
}
