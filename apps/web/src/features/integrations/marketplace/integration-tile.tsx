import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { buttonClass } from '../../../components/ui/button.tsx';
import { cx } from '../../../components/ui/class-names.ts';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { IntegrationPicture } from '../integration-picture.tsx';
import styles from '../integrations.module.css';

interface TilesProps {
  label: string;
  busy: boolean;
  children: ReactNode;
}

export function Tiles({ label, busy, children }: TilesProps) {
  return (
    <ul className={styles.tiles} aria-label={label} aria-busy={busy || undefined}>
      {children}
    </ul>
  );
}

interface IntegrationTileProps {
  integration: { name: string; description: string; proxy_token?: string | undefined; guild_count?: number };
  /** Undefined for what nobody of Discord made. */
  author?: { id: string; name: string } | undefined;
  badge?: ReactNode;
  /** In place of how many servers have it. */
  servers?: string;
  note?: string | undefined;
  /** What can be done with it. */
  children: ReactNode;
}

export function IntegrationTile({
  integration: { name, description, proxy_token, guild_count = 0 },
  author,
  badge,
  servers,
  note,
  children,
}: IntegrationTileProps) {
  const t = useTranslations('integrations.card');
  return (
    <li className={styles.tile}>
      <div className={styles.tileHead}>
        <IntegrationPicture name={name} token={proxy_token} />
        <div className={styles.tileNames}>
          <h3 className={styles.tileName}>
            {name} {badge}
          </h3>
          <p className={styles.facts}>
            <span>{servers ?? t('servers', { count: guild_count })}</span>
            {author ? (
              <a href={`https://discord.com/users/${author.id}`} target="_blank" rel="noreferrer">
                {t('by', { author: author.name })}
              </a>
            ) : null}
          </p>
        </div>
      </div>
      <p className={styles.tileText}>{description}</p>
      {note ? <p className={styles.note}>{note}</p> : null}
      <div className={styles.tileActions}>{children}</div>
    </li>
  );
}

const pages = {
  view: '/manage/$guildId/integrations/view/$integrationId',
  configure: '/manage/$guildId/integrations/configure/$integrationId',
  manage: '/manage/$guildId/integrations/manage/$integrationId',
  add: '/manage/$guildId/integrations/activate/$integrationId',
} as const;

interface TileLinkProps {
  guildId: string;
  page: keyof typeof pages;
  integration: { id: number; name: string };
}

/** Leads to a page of an integration. */
export function TileLink({ guildId, page, integration: { id, name } }: TileLinkProps) {
  const t = useTranslations('integrations.card');
  return (
    <Link
      to={pages[page]}
      params={{ guildId, integrationId: String(id) }}
      className={buttonClass({ size: 'small', ...(page === 'add' && { variant: 'primary' }) })}
      aria-label={t(`${page}_named`, { name })}
    >
      {t(page)}
    </Link>
  );
}

/** The grey shape of tiles that are on their way. */
export function TileSkeleton({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
    <li key={index} className={cx(styles.tile, styles.waiting)}>
      <div className={styles.tileHead}>
        <Skeleton width={48} height={48} />
        <div className={styles.tileNames}>
          <Skeleton width="60%" />
          <Skeleton width="40%" />
        </div>
      </div>
      <div className={styles.tileText}>
        <Skeleton width="90%" />
      </div>
      <Skeleton width={160} height="var(--control-small)" />
    </li>
  ));
}
