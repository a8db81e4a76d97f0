import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { errorText } from '../../../lib/api/query-client.ts';
import { toast } from '../../../lib/page/toast.ts';
import styles from '../audit.module.css';
import type { AuditSearch } from '../audit-search.ts';
import type { Words } from '../wording/words.ts';
import type { Progress } from './export-log.ts';

interface ExportButtonProps {
  guildId: string;
  search: AuditSearch;
  words: Words;
  disabled: boolean;
}

/** Saves what the filter finds as a file, and says meanwhile how far that is. */
export function ExportButton({ guildId, search, words, disabled }: ExportButtonProps) {
  const { t } = words;
  const [progress, setProgress] = useState<Progress>();
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = async () => {
    const abort = new AbortController();
    running.current = abort;
    setProgress({ done: 0, all: 0 });
    try {
      const { exportLog } = await import('./export-log.ts');
      const { signal } = abort;
      const { csv, count } = await exportLog({ guildId, search, words, signal, onProgress: setProgress });
      if (signal.aborted) return;
      save(csv, t('audit.export.file', { day: new Date().toISOString().slice(0, 10) }));
      toast.success(t('audit.export.done', { count }));
    } catch (error) {
      if (!abort.signal.aborted) toast.error(t('audit.export.failed', { error: errorText(error) }));
    } finally {
      if (running.current === abort) setProgress(undefined);
    }
  };
  const cancel = () => {
    running.current?.abort();
    running.current = null;
    setProgress(undefined);
  };
  // One button for both, so that the focus stays where it is.
  return (
    <span className={styles.export}>
      {progress ? (
        <>
          <progress
            aria-label={t('audit.export.progress')}
            {...(progress.all && { value: progress.done, max: progress.all })}
          />
          <span className={styles.progress}>{t('audit.export.running', { ...progress })}</span>
        </>
      ) : null}
      <Button
        size="small"
        icon={progress ? null : <Download aria-hidden="true" />}
        disabled={disabled && !progress}
        onClick={() => (progress ? cancel() : void start())}
      >
        {t(progress ? 'audit.export.cancel' : 'audit.export.action')}
      </Button>
    </span>
  );
}

function save(csv: string, name: string): void {
  const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
