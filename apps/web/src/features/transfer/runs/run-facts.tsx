import type { ImportRun } from '@tickets/contract/transfer/transfer';
import { useTranslations } from 'use-intl';
import { Badge } from '../../../components/ui/badge.tsx';
import { isRunning } from '../transfer.queries.ts';
import styles from './runs.module.css';

const tones = { waiting: 'neutral', running: 'accent', done: 'success', failed: 'danger' } as const;

export function RunState({ state, is_failing, is_interrupted }: ImportRun) {
  const t = useTranslations('transfer.runs.state');
  const trouble = is_failing ? 'retrying' : is_interrupted ? 'interrupted' : undefined;
  return <Badge tone={trouble ? 'warning' : tones[state]}>{t(trouble ?? state)}</Badge>;
}

/** How far an import is, or what came of it. */
export function RunProgress({ run }: { run: ImportRun }) {
  const t = useTranslations('transfer.runs');
  const { done, total, created, changed, skipped, failed } = run;
  if (!isRunning(run))
    return <p className={styles.result}>{t('result', { created, changed, skipped, failed })}</p>;
  return (
    <div className={styles.result}>
      {t('of', { done, total })}
      <progress
        className={styles.progress}
        aria-label={t('progress')}
        value={done}
        max={Math.max(total, done, 1)}
      />
      {run.is_interrupted ? <p>{t('interrupted')}</p> : null}
    </div>
  );
}
