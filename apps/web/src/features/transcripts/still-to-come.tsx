import type { Transcript } from '@tickets/contract/transcripts/transcripts';
import { useTranslations } from 'use-intl';
import { Button } from '../../components/ui/button.tsx';
import styles from './transcripts.module.css';

interface StillToComeProps {
  transcript: Transcript;
  hasFailed: boolean;
  onRetry: () => void;
}

/** How many messages of a long transcript are there, while the others are on their way. */
export function StillToCome({ transcript, hasFailed, onRetry }: StillToComeProps) {
  const t = useTranslations('transcript.find');
  return (
    <div className={styles.coming} role="status">
      {t(hasFailed ? 'coming_failed' : 'coming', { count: transcript.messages.length })}
      {hasFailed ? (
        <Button size="small" onClick={onRetry}>
          {t('retry')}
        </Button>
      ) : null}
    </div>
  );
}
