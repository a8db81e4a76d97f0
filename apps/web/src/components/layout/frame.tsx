import { Link } from '@tanstack/react-router';
import { Menu as MenuIcon, Search, X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { openPalette } from '../../lib/keys/shortcuts.ts';
import { Kbd } from '../ui/kbd.tsx';
import styles from './frame.module.css';
import { countText } from './nav.tsx';
import { Person } from './person.tsx';

export interface FrameProps {
  /** The way back, above everything. */
  back?: ReactNode;
  /** What the frame is about: the server, or the product. */
  head: ReactNode;
  /** In the bar of small screens. */
  title: ReactNode;
  /** NavGroups of NavLinks. */
  entries: ReactNode;
  /** How many things wait behind the entries: shown on the menu button, where they cannot be seen. */
  waiting?: number | undefined;
  children: ReactNode;
}

const PALETTE_KEYS = /^(Mac|iP)/.test(navigator.platform) ? '⌘ K' : 'Ctrl K';

/** The sidebar and the page beside it. On small screens the sidebar drops down from a menu button. */
export function Frame({ back, head, title, entries, waiting, children }: FrameProps) {
  const t = useTranslations('common.nav');
  const tc = useTranslations('common');
  const [open, setOpen] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  const menuButton = useRef<HTMLButtonElement>(null);
  const id = useId();

  useEffect(() => {
    if (!open) return;
    const closeOnOutside = (event: PointerEvent) => {
      if (!bar.current?.contains(event.target as Node)) setOpen(false);
    };
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      menuButton.current?.focus();
    };
    document.addEventListener('pointerdown', closeOnOutside);
    document.addEventListener('keydown', closeOnEscape);
    return () => {
      document.removeEventListener('pointerdown', closeOnOutside);
      document.removeEventListener('keydown', closeOnEscape);
    };
  }, [open]);

  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#content">
        {tc('skip')}
      </a>
      <div ref={bar} className={styles.side}>
        <header className={styles.bar}>
          <button
            ref={menuButton}
            type="button"
            className={styles.menu}
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
          >
            {open ? <X aria-hidden="true" /> : <MenuIcon aria-hidden="true" />}
            {t('menu')}
            {waiting && !open ? (
              <span className={styles.waiting} aria-hidden="true">
                {countText(waiting)}
              </span>
            ) : null}
          </button>
          <div className={styles.barTitle}>{title}</div>
        </header>
        <aside id={id} className={styles.sidebar} data-open={open || undefined}>
          {back}
          {head}
          <button type="button" className={styles.find} onClick={openPalette}>
            <Search aria-hidden="true" />
            <span>{t('find')}</span>
            <Kbd>{PALETTE_KEYS}</Kbd>
          </button>
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: it closes after an entry inside, which keys press too */}
          <nav
            className={styles.nav}
            aria-label={t('label')}
            onClick={(event) =>
              event.target instanceof Element && event.target.closest('a, button') && setOpen(false)
            }
          >
            {entries}
          </nav>
          <Person />
        </aside>
      </div>
      <main id="content" className={styles.content} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

/** The way back to the server list. */
export function BackToServers() {
  const t = useTranslations('common.nav');
  return (
    <Link to="/" className={styles.back}>
      {t('back_to_servers')}
    </Link>
  );
}
