import { Link, type LinkProps } from '@tanstack/react-router';
import { ArrowUpRight, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import styles from './nav.module.css';

/** A titled run of entries. */
export function NavGroup({ title, children }: { title?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.group}>
      {title ? <p className={styles.title}>{title}</p> : null}
      <ul>{children}</ul>
    </div>
  );
}

export interface NavLinkProps {
  icon: LucideIcon;
  label: ReactNode;
  link: Pick<LinkProps, 'to' | 'params' | 'search' | 'activeOptions'>;
}

export function NavLink({ icon: Icon, label, link }: NavLinkProps) {
  return (
    <li>
      <Link {...link} className={styles.entry} activeProps={{ 'aria-current': 'page' }}>
        <Icon aria-hidden="true" />
        {label}
      </Link>
    </li>
  );
}

/** Leads out of the dashboard, in a new window. */
export function NavOutward({
  icon: Icon,
  label,
  href,
}: {
  icon: LucideIcon;
  label: ReactNode;
  href: string;
}) {
  const t = useTranslations('common.nav');
  return (
    <li>
      <a className={styles.entry} href={href} target="_blank" rel="noreferrer">
        <Icon aria-hidden="true" />
        {label}
        <ArrowUpRight className={styles.outward} aria-hidden="true" />
        <span className="visually-hidden">{t('new_window')}</span>
      </a>
    </li>
  );
}
