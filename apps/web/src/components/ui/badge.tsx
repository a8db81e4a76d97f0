import { Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import styles from './badge.module.css';
import { cx } from './class-names.ts';

export interface BadgeProps {
  tone?: 'neutral' | 'accent' | 'success' | 'warning' | 'danger' | 'premium';
  icon?: ReactNode;
  children: ReactNode;
}

export function Badge({ tone = 'neutral', icon, children }: BadgeProps) {
  return (
    <span className={cx(styles.badge, styles[tone])}>
      {icon}
      {children}
    </span>
  );
}

export function PremiumBadge() {
  const t = useTranslations('common');
  return (
    <Badge tone="premium" icon={<Sparkles aria-hidden="true" />}>
      {t('premium')}
    </Badge>
  );
}
