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
  /** How many things wait behind it, with the words for it. */
  count?: { number: number; words: string } | undefined;
  link: Pick<LinkProps, 'to' | 'params' | 'search' | 'activeOptions'>;
}

export function NavLink({ icon: Icon, label, count, link }: NavLinkProps) {
  return (
    <li>
      <Link {...link} className={styles.entry} activeProps={{ 'aria-current': 'page' }}>
        <Icon aria-hidden="true" />
        {label}
        {count?.number ? (
          <span className={styles.count} title={count.words}>
            <span aria-hidden="true">{countText(count.number)}</span>
            <span className="visually-hidden">{count.words}</span>
          </span>
        ) : null}
      </Link>
    </li>
  );
}

interface NavButtonProps {
  icon: LucideIcon;
  label: ReactNode;
  /** Begins to fetch what it opens. */
  onFetch: () => void;
  onOpen: () => void;
}

/** An entry that opens a modal over the page. */
export function NavButton({ icon: Icon, label, onFetch, onOpen }: NavButtonProps) {
  return (
    <li>
      <button
        type="button"
        className={styles.entry}
        aria-haspopup="dialog"
        onPointerEnter={onFetch}
        onFocus={onFetch}
        onClick={onOpen}
      >
        <Icon aria-hidden="true" />
        {label}
      </button>
    </li>
  );
}

const COUNT_MAX = 999;

/** As much of a number as has room in a small mark. */
export const countText = (number: number) => (number > COUNT_MAX ? `${COUNT_MAX}+` : String(number));

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
