import type { TranscriptDownload } from '@tickets/contract/transcripts/downloads';
import { useFormatter, useTranslations } from 'use-intl';
import { Button } from '../../../components/ui/button.tsx';
import { RelativeTime } from '../../../components/ui/relative-time.tsx';
import { sizeText } from '../../../lib/page/size-text.ts';
import styles from './downloads.module.css';
import { isUnderWay } from './downloads.queries.ts';

interface DownloadRowProps {
  download: TranscriptDownload;
  busy: boolean;
  onCancel: () => void;
  onFetch: () => void;
}

export function DownloadRow({ download, busy, onCancel, onFetch }: DownloadRowProps) {
  const t = useTranslations('keeping.downloads');
  const { form, asked_at, transcripts_done: done, transcripts_total: total } = download;
  const name = t('named', { count: total, form: t(`forms.${form}`) });
  return (
    <li className={styles.download}>
      <div className={styles.words}>
        <p>{name}</p>
        <p className={styles.detail}>
          {t.rich('asked', { when: () => <RelativeTime date={asked_at} /> })} · <State {...download} />
        </p>
        {isUnderWay(download) ? (
          <progress
            className={styles.progress}
            aria-label={t('progress', { name })}
            value={done}
            max={Math.max(total, done, 1)}
          />
        ) : null}
      </div>
      {isUnderWay(download) ? (
        <Button size="small" busy={busy} onClick={onCancel}>
          {t('cancel')}
        </Button>
      ) : download.file_bytes !== null ? (
        <Button size="small" variant="primary" busy={busy} onClick={onFetch}>
          {t('fetch')}
        </Button>
      ) : null}
    </li>
  );
}

function State(download: TranscriptDownload) {
  const t = useTranslations('keeping.downloads.state');
  const format = useFormatter();
  const { state, file_bytes, expires_at, transcripts_done: done, transcripts_total: total } = download;
  if (state !== 'done') return t(state, { done, total });
  if (file_bytes === null || !expires_at) return t('over');
  const until = format.dateTime(new Date(expires_at), { dateStyle: 'medium', timeStyle: 'short' });
  return t('done', { size: sizeText(file_bytes), until });
}
