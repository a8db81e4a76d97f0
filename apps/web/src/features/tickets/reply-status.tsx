import { useTranslations } from 'use-intl';
import { Button } from '../../components/ui/button.tsx';
import type { PendingReply } from './replies.ts';
import styles from './tickets.module.css';

interface ReplyStatusProps {
  reply: PendingReply;
  onRetry: (key: string) => void;
  onDiscard: (key: string) => void;
}

export function ReplyStatus({ reply, onRetry, onDiscard }: ReplyStatusProps) {
  const t = useTranslations('tickets.ticket');
  if (reply.status === 'waiting' || reply.status === 'delayed')
    return <span className={styles.sending}>{t('waiting')}</span>;
  if (reply.status !== 'failed') return <span className={styles.sending}>{t('sending')}</span>;
  return (
    <div className={styles.failed} role="alert">
      <span>{t('failed', { error: reply.error ?? '' })}</span>
      <Button size="small" onClick={() => onRetry(reply.key)}>
        {t('retry')}
      </Button>
      <Button size="small" variant="ghost" onClick={() => onDiscard(reply.key)}>
        {t('discard')}
      </Button>
    </div>
  );
}
