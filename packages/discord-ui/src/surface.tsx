import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import styles from './surface.module.css';

export interface SurfaceProps {
  /** One of Discord's own themes. Without it, the one that the page has. */
  theme?: 'light' | 'dark' | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** The ground that everything of Discord's is drawn on. */
export function Surface({ theme, className, children }: SurfaceProps) {
  return (
    <div className={cx(styles.tokens, styles.surface, theme && styles[theme], className)}>{children}</div>
  );
}

/** For a page that is Discord as a whole: the colours, without the box. */
export const tokens = styles.tokens;
