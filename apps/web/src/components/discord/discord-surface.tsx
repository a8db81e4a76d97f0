import type { ReactNode } from 'react';
import { cx } from '../ui/class-names.ts';
import styles from './discord.module.css';

export interface DiscordSurfaceProps {
  /** One of Discord's own themes. Without it, the one that the dashboard has. */
  theme?: 'light' | 'dark';
  className?: string | undefined;
  children: ReactNode;
}

/** The ground that everything of Discord's is drawn on. */
export function DiscordSurface({ theme, className, children }: DiscordSurfaceProps) {
  return <div className={cx(styles.surface, theme && styles[theme], className)}>{children}</div>;
}
