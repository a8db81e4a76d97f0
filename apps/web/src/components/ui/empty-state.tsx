import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { isFinal } from '../../lib/api/denied.ts';
import { Button } from './button.tsx';
import styles from './empty-state.module.css';

export interface EmptyStateProps {
  icon?: ReactNode;
  title: ReactNode;
  /** Where it is the whole page, its title is the page's. */
  heading?: 'h1';
  /** What this list is for. */
  children?: ReactNode;
  /** The next thing to do. */
  action?: ReactNode;
}

export function EmptyState({ icon, title, heading, children, action }: EmptyStateProps) {
  const Title = heading ?? 'p';
  return (
    <div className={styles.state}>
      {icon ? (
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
      ) : null}
      <Title className={styles.title}>{title}</Title>
      {children ? <div className={styles.text}>{children}</div> : null}
      {action ? <div className={styles.action}>{action}</div> : null}
    </div>
  );
}

export interface ErrorStateProps {
  /** What happened, in words for a person: usually `error.message`. */
  message: ReactNode;
  onRetry?: () => void;
  /** What failed. Where it was refused for good, nothing is offered that cannot help. */
  error?: unknown;
  action?: ReactNode;
}

export function ErrorState({ message, onRetry, error, action }: ErrorStateProps) {
  const t = useTranslations('common');
  return (
    <div role="alert">
      <EmptyState
        icon={<CircleAlert />}
        title={t('error.title')}
        action={
          <>
            {onRetry && !isFinal(error) ? <Button onClick={onRetry}>{t('retry')}</Button> : null}
            {action}
          </>
        }
      >
        {message}
      </EmptyState>
    </div>
  );
}
